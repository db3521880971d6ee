-- Texts that have left for help requests, counted for each request and for each family's day.
create table help_texts (
  family_id integer not null,
  id bigint generated always as identity,
  help_request_id integer not null,
  sent_at timestamptz not null,
  primary key (family_id, id),
  foreign key (family_id, help_request_id) references help_requests (family_id, id)
);
create index on help_texts (family_id, help_request_id);
create index on help_texts (family_id, sent_at);
