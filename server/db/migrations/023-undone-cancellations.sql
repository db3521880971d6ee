-- "Undo": what one has taken back oneself a moment ago is open again.
insert into help_request_transitions (from_state, to_state) values ('CANCELLED', 'ACCEPTED');
