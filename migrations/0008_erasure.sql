create function forget_erased_lead() returns trigger language plpgsql as $$
begin
  if not new.erased and not is_erased(new.company_id, new.provider_id, new.email, new.linkedin_url) then
    return new;
  end if;
  new.erased := true;
  new.classification := 'DELETED';
  new.deleted_at := coalesce(new.deleted_at, now());
  new.full_name := '';
  new.provider_id := null;
  new.linkedin_url := null;
  new.title := null;
  new.company := null;
  new.website := null;
  new.employees := null;
  new.email := null;
  new.location := null;
  new.industry := null;
  new.hubspot_id := null;
  new.profile_picture_url := null;
  new.lead_rating := null;
  new.motivation := null;
  new.person_profile := null;
  new.html_report := null;
  return new;
end
$$;
create trigger forget_erased before insert or update on leads for each row execute function forget_erased_lead();

create function forget_erased_message() returns trigger language plpgsql as $$
begin
  if exists (select from leads l where l.company_id = new.company_id and l.id = new.lead_id and l.erased) then
    new.content := '';
    new.feedback := null;
    new.motivation_rating := null;
  end if;
  return new;
end
$$;
create trigger forget_erased before insert or update on messages for each row
  when (new.lead_id is not null) execute function forget_erased_message();

create function forget_erased_queue_item() returns trigger language plpgsql as $$
begin
  if exists (select from leads l where l.company_id = new.company_id and l.id = new.lead_id and l.erased) then
    new.text := '';
  end if;
  return new;
end
$$;
create trigger forget_erased before insert or update on queue_items for each row
  when (new.lead_id is not null) execute function forget_erased_queue_item();

create function forget_in_log(subjects text[]) returns void
  language sql security definer set search_path = public, pg_temp
  begin atomic
    update audit_log set subject_name = null, before = null, after = null
    where company_id = current_company() and subject_id = any(subjects);
  end;
revoke execute on function forget_in_log from public;
grant execute on function forget_in_log to usa_tenant;
