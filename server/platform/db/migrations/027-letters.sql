-- The members who get the Sunday letter by e-mail.
create table letter_recipients (
  family_id integer not null,
  person_id integer not null,
  -- The Saturday of the last letter, or of the one before they wanted it.
  last_saturday date not null,
  -- The next Saturday, at six in the evening of the family.
  check_at timestamptz not null,
  primary key (family_id, person_id),
  -- Nothing is sent to somebody who has left.
  foreign key (family_id, person_id) references memberships on delete cascade
);
create index on letter_recipients (check_at);
