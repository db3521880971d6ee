-- The questions that helpers have set. On every other Sunday, one of the built-in questions is asked.
create table questions (
  family_id integer not null references families,
  -- The Sunday on which it is asked.
  sunday date not null,
  text text not null,
  primary key (family_id, sunday)
);

-- The Sunday whose question a hello answers, and that question, which stays with the answer.
alter table hellos add column sunday date, add column question text,
  add check ((sunday is null) = (question is null));
create index on hellos (family_id, sunday) where sunday is not null;
