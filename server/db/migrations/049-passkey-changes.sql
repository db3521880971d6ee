-- A passkey that was added is told to the person, and can be undone, like other changes of an account.
alter table account_changes drop constraint account_changes_kind_check;
alter table account_changes add constraint account_changes_kind_check
  check (kind in ('phone-number', 'email', 'password', 'passkey'));

-- The change that added the passkey, for as long as it can be undone.
alter table passkeys add column change_id integer references account_changes on delete set null;
create index on passkeys (change_id);
