-- Which secret.key sealed what stands here. One row; the key itself is never in the database.
create table secret_key (
  is_only boolean primary key default true check (is_only),
  fingerprint bytea not null check (octet_length(fingerprint) = 32)
);
