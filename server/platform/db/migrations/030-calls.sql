-- Whether a person is called on their phone when somebody in their family asks for help.
alter table people add column takes_calls boolean not null default true;

-- Where a call in the sandbox leads, and how far it is.
alter table sandbox_messages add column call jsonb;
