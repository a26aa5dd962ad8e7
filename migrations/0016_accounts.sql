-- From this moment the admin panel asks a platform admin for the second factor: a week after they became one.
alter table users add column two_step_due_at timestamptz;
comment on column users.two_step_due_at is 'not erased';

create function set_two_step_due() returns trigger language plpgsql as $$
begin
  if new.role <> 'super_admin' then
    new.two_step_due_at := null;
  elsif tg_op = 'INSERT' or old.role <> 'super_admin' then
    new.two_step_due_at := coalesce(new.two_step_due_at, now() + interval '7 days');
  end if;
  return new;
end
$$;
create trigger set_two_step_due before insert or update of role on users
  for each row execute function set_two_step_due();
update users set two_step_due_at = now() + interval '7 days' where role = 'super_admin';

-- New e-mail addresses that wait until the link that was mailed to them is opened.
create table email_changes (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Set when the link was used or replaced by a newer one.
  invalidated_at timestamptz
);
create index email_changes_user on email_changes (user_id, created_at);
call protect_platform_table('email_changes');
call keep_rows_on_erasure('email_changes', 'it is about users of the product, not about leads');
