-- Messages about help requests are rows of the outbox like all others.
drop table help_deliveries;
-- Each channel says in its own code to whom it leads.
drop view ways_to_people;
