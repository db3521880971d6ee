create table puzzles (
  family_id integer not null references families,
  -- From 2,000,000,000 on the ids are those of Porchlight's own puzzles, which are not in the database.
  id integer generated always as identity check (id < 2000000000),
  question text not null,
  options text[] not null check (cardinality(options) >= 2),
  correct_answer text not null,
  is_active boolean not null default true,
  created_at timestamptz not null,
  primary key (family_id, id),
  constraint puzzles_correct_answer_check check (correct_answer = any (options))
);

-- An answer outlives its puzzle and still counts, so there is no foreign key to the puzzle.
create table puzzle_answers (
  family_id integer not null,
  person_id integer not null,
  answered_on date not null,
  puzzle_id integer not null,
  -- How many days in a row were solved, this one included; 0 when the answer was wrong.
  days_in_row integer not null,
  answered_at timestamptz not null,
  primary key (family_id, person_id, answered_on, puzzle_id),
  foreign key (family_id, person_id) references memberships on delete cascade
);
