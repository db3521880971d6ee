-- Since when a family has had no members. After 30 days it is deleted with everything that it entered.
alter table families add column empty_since timestamptz;
create index on families (empty_since) where empty_since is not null;
