-- Whoever has connected their own Google calendar sees it in their own app already: it goes out to them only if they want.
alter table calendar_addresses add column has_own_events boolean not null default false;

-- More is asked for of each event than before: all of them are read anew.
update feeds set etag = null, due_at = 'epoch' where purpose = 'google';
