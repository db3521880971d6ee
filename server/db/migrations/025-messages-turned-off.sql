-- Turned off on one device from another one: what that device does by itself does not turn them on again.
alter table sessions add column are_messages_off boolean not null default false;
