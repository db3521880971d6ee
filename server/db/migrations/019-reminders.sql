-- What each member chose. Without a row nobody is told anything.
create table reminder_choices (
  family_id integer not null,
  person_id integer not null,
  is_on boolean not null,
  lead_time text not null check (lead_time in ('10-minutes', '1-hour', 'evening-before')),
  channel text not null check (channel in ('push', 'sms', 'email')),
  categories text[] not null,
  chosen_at timestamptz not null,
  -- When this person's next events have to be looked at again.
  look_at timestamptz not null,
  -- Texts that left since then, counted for a day.
  texts integer not null default 0,
  texts_since timestamptz not null,
  primary key (family_id, person_id),
  foreign key (family_id, person_id) references memberships on delete cascade
);
create index on reminder_choices (look_at) where is_on;

-- What one person is told about one occurrence of an event: the message that is to leave, or the last that left.
create table reminders (
  family_id integer not null,
  person_id integer not null,
  -- As the day has it: of one occurrence.
  event_id text not null,
  message text not null check (message in ('begins', 'moved', 'cancelled')),
  title text not null,
  location text not null,
  category text not null,
  source text not null,
  is_all_day boolean not null,
  starts_on_clock timestamp not null,
  -- Of which day the person was reminded, apart from being told that it moved.
  reminded_of date,
  -- When it is to leave, or is tried again; null when there is nothing to send.
  due_at timestamptz,
  tries integer not null default 0,
  told_at timestamptz,
  primary key (family_id, person_id, event_id),
  foreign key (family_id, person_id) references reminder_choices on delete cascade
);
create index on reminders (due_at) where due_at is not null;

-- Whatever changes a family's day has its reminders looked at, in the same transaction.
create function look_at_reminders() returns trigger language plpgsql as $$
begin
  update reminder_choices set look_at = '-infinity'
  where look_at > '-infinity' and family_id in (select family_id from changed);
  return null;
end
$$;

create function remind_of(events regclass) returns void language plpgsql as $$
begin
  execute format('create trigger remind_of_new after insert on %s referencing new table as changed
    for each statement execute function look_at_reminders()', events);
  execute format('create trigger remind_of_changed after update on %s referencing new table as changed
    for each statement execute function look_at_reminders()', events);
  execute format('create trigger remind_of_gone after delete on %s referencing old table as changed
    for each statement execute function look_at_reminders()', events);
end
$$;

select remind_of('manual_events'), remind_of('manual_event_occurrences'), remind_of('feed_events'),
  remind_of('calendar_settings');

create function look_at_reminders_of_family() returns trigger language plpgsql as $$
begin
  update reminder_choices set look_at = '-infinity' where family_id = new.id;
  return null;
end
$$;

create trigger remind_in_other_zone after update of time_zone on families
for each row execute function look_at_reminders_of_family();
