-- Families that have moved to another cell. Their old address leads on for a while.
create table moved_families (
  id integer primary key,
  -- The address of the cell that has the family now.
  origin text not null,
  moved_at timestamptz not null,
  -- All rows of the family, sealed, until the other cell confirms that it has them.
  sealed_content bytea,
  -- When to send them next. Null once they have arrived.
  due_at timestamptz,
  check ((sealed_content is null) = (due_at is null))
);
create index on moved_families (due_at) where due_at is not null;
create index on moved_families (moved_at);
alter table moved_families alter column sealed_content set storage external;

-- The devices that were signed in to a family when it moved.
create table moved_sessions (
  token_hash bytea primary key,
  moved_family_id integer not null references moved_families on delete cascade
);
create index on moved_sessions (moved_family_id);

-- Files that another cell has sent ahead of their family.
create table arriving_media (
  media_id bigint primary key references media on delete cascade,
  arrived_at timestamptz not null
);
create index on arriving_media (arrived_at);
