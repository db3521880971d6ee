-- How many events a calendar of others has, and how many of them we could not read; null until it is parsed again.
alter table feeds
  add column events_found integer,
  add column events_unreadable integer,
  -- The title of the first one that could not be read.
  add column first_unreadable text,
  add check ((events_found is null) = (events_unreadable is null)),
  add check ((coalesce(events_unreadable, 0) > 0) = (first_unreadable is not null));

-- What earlier versions left out is found within minutes, not when the window moves.
update feeds set parsed_at = 'epoch';
