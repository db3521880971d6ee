-- People who run this server. Only its command line makes one.
alter table people add column is_operator boolean not null default false;

-- The operator finds people and families by the beginnings of words in their names.
create index people_words_idx on people using gin (to_tsvector('simple', username));
create index families_words_idx on families using gin (to_tsvector('simple', name));

-- What the operator has set for one family. Null means what is set for all of them.
alter table families add column stored_megabytes integer check (stored_megabytes >= 0);

-- When and why a message was given up. The reason repeats neither the address nor the provider's own words.
alter table messages add column failed_at timestamptz, add column failure_reason text;
update messages set failed_at = due_at where state = 'FAILED';
create index messages_failed_idx on messages (failed_at desc, id desc) where failed_at is not null;
create index messages_failed_by_channel_idx on messages (channel, failed_at desc, id desc)
  where failed_at is not null;

-- Deletions for which the operator asked: nobody of the family did, and no session.
alter table family_deletions add column is_by_operator boolean not null default false;
alter table account_changes alter column session_id drop not null;

-- What the operator has chosen on their page goes before the variables of the environment.
create table operator_choices (
  name text primary key check (name in ('sign-up', 'support-email')),
  value text not null,
  chosen_at timestamptz not null
);
