-- Whether Porchlight's own puzzles step in when the family has none of its own.
alter table families add column has_puzzle_library boolean not null default true;

-- Whether the families of a grandparent may see when they solve the puzzle.
alter table people add column shares_puzzle boolean not null default false;

-- The ids from here on are those of Porchlight's own puzzles, which are not in the database.
alter table puzzles add check (id < 2000000000);

-- An answer outlives its puzzle, so there is no foreign key to it: a day that counted goes on counting.
create table puzzle_answers (
  family_id integer not null,
  person_id integer not null,
  answered_on date not null,
  puzzle_id integer not null,
  -- How many days in a row were solved with this one; 0 when the answer was wrong.
  days_in_row integer not null,
  answered_at timestamptz not null,
  primary key (family_id, person_id, answered_on, puzzle_id),
  foreign key (family_id, person_id) references memberships (family_id, person_id) on delete cascade
);
