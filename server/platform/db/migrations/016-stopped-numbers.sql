-- The phone numbers that have asked for no more texts, whether or not somebody has an account with them.
create table stopped_numbers (
  -- A keyed hash, so that a stolen database does not reveal them.
  number_hash bytea primary key,
  stopped_at timestamptz not null
);
