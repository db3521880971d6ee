-- Names that were taken before hidden characters were refused: bidirectional controls, and what shows nothing in any script.
create function visible(name text) returns text language sql immutable as $$
  select coalesce(
    nullif(btrim(regexp_replace(name, '[\u00AD\u034F\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0]', '', 'g')), ''),
    'Family member')
$$;
update people set username = visible(username) where username <> visible(username);
update people set grandparent_names = visible(grandparent_names) where grandparent_names <> visible(grandparent_names);
update families set name = visible(name) where name <> visible(name);
update invitations set name = visible(name) where name <> visible(name);
drop function visible(text);
