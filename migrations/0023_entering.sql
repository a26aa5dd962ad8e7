-- A session whose person may still be in. How long it counts is for whoever asks to say.
create view live_sessions with (security_invoker = true) as
  select s.token_hash, s.id, s.side, s.last_seen_at, s.expires_at, u.id as user_id, u.username, u.email, u.first_name,
    u.last_name, u.role, u.company_id, u.profile_image_url,
    -- Which writing of the person this is: another one as soon as anything about them changes.
    u.xmin as person_version
  from sessions s
  join users u on u.id = s.user_id
  left join companies c on c.id = u.company_id
  where u.is_active and (u.company_id is null or (c.id is not null and c.deleted_at is null))
    and case when s.side = 'admin'
      then u.role = 'super_admin'
        and (u.two_step_enabled_at is not null or not (select admin_two_step_required from platform_settings))
      else u.company_id is null or c.is_active end;
grant select on live_sessions to usa_platform;

-- Opens a person's company for one transaction, to whoever still is in as the person that they were a moment ago. Asked
-- together with the first thing they want: when it refuses, nothing that comes behind it is done.
create function enter_company(token bytea, session uuid, version xid, moment timestamptz, seen_after timestamptz, planning text)
  returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  company uuid;
begin
  select s.company_id into company from live_sessions s
  where s.token_hash = token and s.side = 'main' and s.id = session and s.person_version = version
    and s.expires_at > moment and s.last_seen_at > seen_after;
  if not found then
    raise exception 'This session is not what it was' using errcode = 'invalid_authorization_specification';
  end if;
  -- Who has no company works in one that exists nowhere.
  perform set_config('app.company_id', coalesce(company, '00000000-0000-0000-0000-000000000000')::text, true),
    set_config('plan_cache_mode', planning, true);
end
$$;
revoke execute on function enter_company from public;
grant execute on function enter_company to usa_tenant;
-- It runs as the owner, who is bound by row-level security like everybody else.
create policy owner on sessions for select to current_user using (side = 'main');
create policy owner on users for select to current_user using (is_active);
