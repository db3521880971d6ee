-- Coming back from a sign-in provider no longer joins a family, so there is none to open.
alter table return_tokens drop column family_id;
