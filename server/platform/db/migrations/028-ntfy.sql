-- Where a person gets messages in the ntfy app. Whoever knows the topic can read them.
create table ntfy_topics (
  person_id integer primary key references people on delete cascade,
  topic text not null unique,
  created_at timestamptz not null
);
