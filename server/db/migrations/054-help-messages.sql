-- Messages about help requests are rows of the outbox like all others.
drop table help_deliveries;
-- Each channel says in its own code to whom it leads.
drop view ways_to_people;

-- What is known of a channel to a person. The code that learns something writes it.
alter table known_ways drop constraint known_ways_channel_check;
alter table known_ways rename to contact_methods;
drop function prove_way(integer, text, timestamptz);
drop function refuse_way(integer, text, text, timestamptz);
drop function test_way(integer, text, timestamptz);

create or replace function begin_device_anew() returns trigger language plpgsql as $$
begin
  update contact_methods set refused_at = null, refusal = null, unanswered_since = null
  where person_id = new.person_id and channel = 'push';
  return null;
end
$$;

create or replace function begin_address_anew() returns trigger language plpgsql as $$
begin
  delete from contact_methods where person_id = new.id
    and (channel = 'sms' and new.phone_number is distinct from old.phone_number
      or channel = 'email' and new.email is distinct from old.email);
  perform look_at_families(families_of(new.id));
  return null;
end
$$;
