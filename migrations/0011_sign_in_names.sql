-- The form in which names are compared: without case, and with compatibility characters (full-width letters, ligatures)
-- replaced by the letters that they look like, so that nobody can take a name that reads as another user's.
create function sign_in_name(name text) returns text
  language sql immutable parallel safe
  return lower(normalize(name, NFKC));

create or replace function update_sign_in_names() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from sign_in_names where user_id = new.id;
  insert into sign_in_names (name, user_id)
    select distinct sign_in_name(name), new.id from unnest(array[new.username, new.email]) as name where name is not null;
  return null;
end
$$;

update sign_in_names set name = sign_in_name(name) where name <> sign_in_name(name);
