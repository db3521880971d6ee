-- How often each limited thing was done lately. The limits are in server/allowances/allowances.ts.
create table allowances (
  name text not null,
  key bytea not null,
  uses timestamptz[] not null,
  expires_at timestamptz not null,
  primary key (name, key)
);
create index on allowances (expires_at);

-- The counters that these rows replace.
drop table login_tries;
drop table invitation_messages;
drop table asked_tests;
drop table help_texts;
alter table reminder_choices drop column texts, drop column texts_since;
alter table phone_verifications drop column ip;
