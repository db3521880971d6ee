-- Which events the family's day shows. Without a row, it shows all of them.
create table calendar_settings (
  family_id integer primary key references families,
  show_kids_events boolean not null default true,
  show_family_events boolean not null default true,
  show_appointments boolean not null default true
);

-- Events that somebody in the family entered, once or repeating. Wall-clock times are in the family's zone.
create table manual_events (
  family_id integer not null references families,
  id integer generated always as identity,
  title text not null,
  starts_on_clock timestamp not null,
  ends_on_clock timestamp not null,
  location text not null,
  category text not null default 'family' check (category in ('kids', 'family', 'appointment')),
  is_active boolean not null default true,
  is_all_day boolean not null default false,
  -- An RFC 5545 rule; null for a single event.
  recurrence text,
  -- The series that this event belonged to, until this occurrence was changed by itself.
  series_id integer,
  -- The day of the occurrence of the series that this event replaces, and its time where that day has several.
  replaced_date date,
  replaced_time time,
  -- Every occurrence that starts before this is in manual_event_occurrences.
  expanded_until timestamp not null default '-infinity',
  -- Calendar apps recognize a change by these two.
  revision integer not null default 0,
  revised_at timestamptz not null default 'epoch',
  primary key (family_id, id),
  foreign key (family_id, series_id) references manual_events on delete cascade,
  constraint manual_events_ends_on_clock_check check (ends_on_clock > starts_on_clock)
);
create index on manual_events (family_id, expanded_until);
create index on manual_events (family_id, series_id);
create index manual_events_family_id_duration_idx on manual_events (family_id, (ends_on_clock - starts_on_clock));

create table manual_event_occurrences (
  family_id integer not null,
  manual_event_id integer not null,
  starts_on_clock timestamp not null,
  ends_on_clock timestamp not null,
  primary key (family_id, manual_event_id, starts_on_clock),
  foreign key (family_id, manual_event_id) references manual_events on delete cascade
);
create index on manual_event_occurrences (family_id, starts_on_clock);

-- Occurrences of a series that do not take place, or were changed by themselves.
create table manual_event_exceptions (
  family_id integer not null,
  manual_event_id integer not null,
  occurrence_date date not null,
  -- A rule may match several times a day. Then an occurrence is identified by its time as well. Null means the whole
  -- day.
  occurrence_time time,
  constraint manual_event_exceptions_occurrence_date_occurrence_time_key
    unique nulls not distinct (family_id, manual_event_id, occurrence_date, occurrence_time),
  foreign key (family_id, manual_event_id) references manual_events on delete cascade
);

-- Who is driving or coming.
create table manual_event_people (
  family_id integer not null,
  manual_event_id integer not null,
  person_id integer not null,
  part text not null check (part in ('driving', 'coming')),
  primary key (family_id, manual_event_id, person_id),
  foreign key (family_id, manual_event_id) references manual_events on delete cascade,
  foreign key (family_id, person_id) references memberships on delete cascade
);
create index on manual_event_people (family_id, person_id);

-- The Google account whose calendars a family may read. It is deleted with the membership of the person who connected
-- it.
create table calendar_connections (
  family_id integer primary key references families,
  connected_by integer not null,
  -- The account's id at Google.
  subject text not null,
  sealed_refresh_token bytea not null,
  connected_at timestamptz not null,
  -- When Google said that we no longer have permission.
  revoked_at timestamptz,
  foreign key (family_id, connected_by) references memberships on delete cascade
);
create index on calendar_connections (subject);

-- A connection in progress at Google. It works once, in the session that started it.
create table calendar_connection_attempts (
  family_id integer not null references families,
  state_hash bytea not null,
  session_id bigint not null references sessions on delete cascade,
  expires_at timestamptz not null,
  primary key (family_id, state_hash)
);
create index on calendar_connection_attempts (expires_at);
create index on calendar_connection_attempts (session_id);

-- Grants that have to be revoked at Google, however their connection ended. They outlive the family.
create table calendar_revocations (
  family_id integer not null,
  id bigint generated always as identity,
  subject text not null,
  sealed_refresh_token bytea not null,
  attempts integer not null default 0,
  due_at timestamptz not null,
  primary key (family_id, id)
);
create index on calendar_revocations (due_at);

-- A connection can also end by a cascade, which only a trigger sees. No grant may be forgotten.
create function record_revocation() returns trigger language plpgsql as $$
begin
  insert into calendar_revocations (family_id, subject, sealed_refresh_token, due_at)
  values (old.family_id, old.subject, old.sealed_refresh_token, 'epoch');
  return old;
end
$$;

create trigger record_revocation
after delete on calendar_connections
for each row execute function record_revocation();

-- Subscribed calendars. A calendar of the connected Google account is fetched differently: its sealed address is its id
-- at Google, and its etag the sync token. It is deleted with its connection.
create table subscribed_calendars (
  family_id integer not null references families,
  id integer generated always as identity,
  purpose text not null check (purpose in ('calendar', 'local-events', 'google')),
  -- Encrypted with the server's key, because a secret address opens the calendar to anyone who knows it.
  sealed_url bytea not null,
  name text not null,
  category text not null default 'family' check (category in ('kids', 'family', 'appointment')),
  -- The validators for the calendar's server, so that it can answer "not modified".
  etag text,
  last_modified text,
  -- The digest of the calendar that was parsed last. It is parsed again after a day at most, because the window moves.
  digest bytea not null,
  parsed_at timestamptz not null,
  -- When its text last changed. The longer ago that is, the less often it is fetched.
  changed_at timestamptz not null default 'epoch',
  fetched_at timestamptz not null,
  failed_at timestamptz,
  failures integer not null default 0,
  failure text,
  due_at timestamptz not null,
  -- How many events it has, and how many of them we could not read; null until it is parsed again.
  events_found integer,
  events_unreadable integer,
  -- The title of the first one that could not be read.
  first_unreadable text,
  connection integer generated always as (case when purpose = 'google' then family_id end) stored
    references calendar_connections on delete cascade,
  primary key (family_id, id),
  constraint subscribed_calendars_failure_check check ((failures > 0) = (failure is not null)),
  constraint subscribed_calendars_events_unreadable_check
    check ((events_found is null) = (events_unreadable is null)),
  constraint subscribed_calendars_first_unreadable_check
    check ((coalesce(events_unreadable, 0) > 0) = (first_unreadable is not null))
);
create unique index subscribed_calendars_family_id_key on subscribed_calendars (family_id)
  where purpose = 'calendar';
create index on subscribed_calendars (due_at);
create index on subscribed_calendars (connection);

-- Each occurrence within the window, on the family's clock.
create table subscribed_events (
  family_id integer not null,
  calendar_id integer not null,
  -- These ids start above those of local_events, because both are shown in one list.
  id bigint generated always as identity (start with 4294967296),
  -- Identifies the event and the occurrence. It stays the same when the calendar is fetched again.
  occurrence text not null,
  title text not null,
  location text not null,
  description text not null,
  starts_on_clock timestamp not null,
  ends_on_clock timestamp not null,
  is_all_day boolean not null,
  -- Calendar apps recognize a change by these two.
  revision integer not null default 0,
  revised_at timestamptz not null default 'epoch',
  primary key (family_id, calendar_id, occurrence),
  foreign key (family_id, calendar_id) references subscribed_calendars on delete cascade,
  constraint subscribed_events_ends_on_clock_check check (ends_on_clock >= starts_on_clock)
);
create index on subscribed_events (family_id, ends_on_clock);

-- Events of Google calendars as Google sends them, because a sync brings only what has changed.
create table google_events (
  family_id integer not null,
  calendar_id integer not null,
  google_id text not null,
  event jsonb not null,
  primary key (family_id, calendar_id, google_id),
  foreign key (family_id, calendar_id) references subscribed_calendars on delete cascade
);

-- Google's promises to report the changes of a calendar. A row is there before Google is asked, because the first
-- notification may come before the answer. Like a revocation, a row outlives the family, until Google is told.
create table google_watches (
  family_id integer not null,
  -- Made up by us; each notification names it.
  id text not null unique,
  -- Null once the calendar is no longer read, or has a newer watch. Then Google has to be told.
  calendar_id integer,
  -- Where notifications go. Under another address the server needs another watch.
  address text not null,
  asked_at timestamptz not null,
  -- Google's answer. Both are null until it comes, and stay so if Google refused.
  resource_id text,
  expires_at timestamptz,
  -- Null until the first notification, which shows that Google can reach the server.
  notified_at timestamptz,
  primary key (family_id, id),
  foreign key (family_id, calendar_id) references subscribed_calendars on delete set null (calendar_id),
  constraint google_watches_expires_at_check check ((resource_id is null) = (expires_at is null))
);
create index on google_watches (family_id, calendar_id);

-- The family's calendar for the calendar apps of one person, at a secret address. It is deleted with the membership.
create table published_calendars (
  family_id integer not null references families,
  person_id integer not null,
  secret_hash bytea not null unique,
  -- Encrypted with the server's key, so that the address can be shown again.
  sealed_secret bytea not null,
  categories text[] not null default array['kids', 'family', 'appointment']
    check (cardinality(categories) > 0 and categories <@ array['kids', 'family', 'appointment']),
  -- The digest of the calendar that was last sent, and when it last changed.
  digest text,
  changed_at timestamptz not null,
  -- The person who connected their own Google calendar sees its events in their own app already, and gets them here
  -- only if they want.
  has_own_events boolean not null default false,
  primary key (family_id, person_id),
  foreign key (family_id, person_id) references memberships on delete cascade
);

-- The reminder choices of each member. Without a row, there are no reminders.
create table reminder_choices (
  family_id integer not null,
  person_id integer not null,
  is_on boolean not null,
  lead_time text not null check (lead_time in ('10-minutes', '1-hour', 'evening-before')),
  channel text not null,
  categories text[] not null,
  chosen_at timestamptz not null,
  -- When this person's next events are checked again.
  check_at timestamptz not null,
  primary key (family_id, person_id),
  foreign key (family_id, person_id) references memberships on delete cascade
);
create index on reminder_choices (check_at) where is_on;

-- The last or next message to a person about one occurrence of an event. Each change of it is a separate message.
create table reminders (
  family_id integer not null,
  person_id integer not null,
  -- The id of the occurrence in the family's day.
  event_id text not null,
  id bigint generated always as identity unique,
  -- Counts the changes of its message's content.
  version integer not null default 1,
  message text not null check (message in ('begins', 'moved', 'cancelled')),
  title text not null,
  location text not null,
  category text not null,
  source text not null,
  is_all_day boolean not null,
  starts_on_clock timestamp not null,
  -- The day that the person was reminded of, as opposed to hearing that the event moved.
  reminded_day date,
  sent_at timestamptz,
  primary key (family_id, person_id, event_id),
  foreign key (family_id, person_id) references reminder_choices on delete cascade
);

-- A change of a family's day makes the check of its reminders due in the same transaction, whatever code makes it. As
-- an array, the families are looked up by the key; as a subquery, they may be compared with every row.
create function make_reminder_checks_due() returns trigger language plpgsql as $$
begin
  update reminder_choices set check_at = '-infinity'
  where check_at > '-infinity' and family_id = any (array(select family_id from changed));
  return null;
end
$$;

do $$
declare
  events text;
begin
  foreach events in array
    array['manual_events', 'manual_event_occurrences', 'subscribed_events', 'calendar_settings']
  loop
    execute format('create trigger make_reminder_checks_due_after_insert after insert on %I
      referencing new table as changed for each statement execute function make_reminder_checks_due()', events);
    execute format('create trigger make_reminder_checks_due_after_update after update on %I
      referencing new table as changed for each statement execute function make_reminder_checks_due()', events);
    execute format('create trigger make_reminder_checks_due_after_delete after delete on %I
      referencing old table as changed for each statement execute function make_reminder_checks_due()', events);
  end loop;
end
$$;

create function make_reminder_checks_of_family_due() returns trigger language plpgsql as $$
begin
  update reminder_choices set check_at = '-infinity' where family_id = new.id;
  return null;
end
$$;

create trigger make_reminder_checks_of_family_due after update of time_zone on families
for each row execute function make_reminder_checks_of_family_due();
