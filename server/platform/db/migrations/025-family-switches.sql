-- What a family does together can be turned off, each by itself. What was given is kept.
alter table families
  add column has_hellos boolean not null default true,
  add column has_birthdays boolean not null default true,
  add column has_lights boolean not null default true,
  add column has_weekly_question boolean not null default true,
  add column has_sunday_letter boolean not null default true;
