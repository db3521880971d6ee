-- What a family chose about its calendar; without a row everything is shown.
create table calendar_settings (
  family_id integer primary key references families,
  show_kids_events boolean not null default true,
  show_family_events boolean not null default true,
  show_appointments boolean not null default true
);

-- Calendars of others that a family follows, by their ICS address.
create table feeds (
  family_id integer not null references families,
  id integer generated always as identity,
  purpose text not null check (purpose in ('calendar', 'local-events')),
  -- Under the server's key: a calendar's secret address opens it to whoever knows it.
  sealed_url bytea not null,
  name text not null,
  category text not null default 'family' check (category in ('kids', 'family', 'appointment')),
  -- What its server wants to be told, so that it can answer "unchanged".
  etag text,
  last_modified text,
  -- Of the calendar as it was parsed last. Parsed again at the latest a day later: the window moves.
  digest bytea not null,
  parsed_at timestamptz not null,
  read_at timestamptz not null,
  failed_at timestamptz,
  failures integer not null default 0,
  failure text,
  due_at timestamptz not null,
  primary key (family_id, id),
  check ((failures > 0) = (failure is not null))
);
create unique index on feeds (family_id) where purpose = 'calendar';
create index on feeds (due_at);

-- Each occurrence in the window, on the family's clock.
create table feed_events (
  family_id integer not null,
  feed_id integer not null,
  -- Never the id of a row of local_events, beside which they are shown.
  id bigint generated always as identity (start with 4294967296),
  -- Which event and which of its occurrences: the same at the next reading.
  occurrence text not null,
  title text not null,
  location text not null,
  description text not null,
  starts_on_clock timestamp not null,
  ends_on_clock timestamp not null,
  is_all_day boolean not null,
  primary key (family_id, feed_id, occurrence),
  foreign key (family_id, feed_id) references feeds on delete cascade,
  check (ends_on_clock >= starts_on_clock)
);
create index on feed_events (family_id, ends_on_clock);
