-- Two names that look the same are the same at sign-in: capitals, accents apart from their letters, the kinds of apostrophes
-- and runs of spaces make no difference. Names that were stored earlier have them as they were typed.
create function comparable_name(name text) returns text language sql immutable strict parallel safe as $$
  select lower(regexp_replace(normalize(translate(name, '’‘ʼ`´′', repeat('''', 6)), NFKC), '\s+', ' ', 'g'))
$$;

drop index people_username_idx;
create index people_comparable_name_idx on people (comparable_name(username));
