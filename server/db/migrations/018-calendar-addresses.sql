-- Where the calendar apps of a person find the calendar of a family; it goes with the membership.
create table calendar_addresses (
  family_id integer not null references families,
  person_id integer not null,
  secret_hash bytea not null unique,
  -- Under the server's key, so that it can be shown again.
  sealed_secret bytea not null,
  categories text[] not null default array['kids', 'family', 'appointment']
    check (cardinality(categories) > 0 and categories <@ array['kids', 'family', 'appointment']),
  -- Of the calendar as it was read last, and when it was found to be another than before.
  digest text,
  changed_at timestamptz not null,
  primary key (family_id, person_id),
  foreign key (family_id, person_id) references memberships (family_id, person_id) on delete cascade
);

-- Calendar apps follow what was changed by these two.
alter table manual_events
  add column revision integer not null default 0,
  add column revised_at timestamptz not null default 'epoch',
  -- The day of the series whose date this one is instead of.
  add column instead_of date;

alter table feed_events
  add column revision integer not null default 0,
  add column revised_at timestamptz not null default 'epoch';
