-- A rule may hold several times a day: then a date is named by its time as well. Null means the whole day.
alter table manual_event_exceptions
  drop constraint manual_event_exceptions_pkey,
  add column excepted_at time,
  add unique nulls not distinct (family_id, manual_event_id, excepted_on, excepted_at);
alter table manual_events add column instead_of_time time;
