-- Counters of leads, messages, queue items and meetings, because counting 300,000 rows takes 80 ms. Statement-level triggers only
-- insert differences, so no transaction waits for another; a counter's value is the sum of its rows. About one insert in
-- a hundred compacts them.
create table counters (
  company_id uuid not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  subject text not null check (subject in ('messages', 'queue', 'meetings', 'leads')),
  -- The type of a message, the tab of a meeting, the class of a lead; empty for queue items.
  kind text not null,
  -- Empty for meetings and leads.
  status text not null,
  -- The account manager: flow of a message or queue item, owner of a meeting, contract owner of a lead.
  manager text,
  amount integer not null,
  primary key (company_id, id)
);
call protect_tenant_table('counters');
call keep_rows_on_erasure('counters', 'it holds sums');
-- Monitoring reads the counters of all companies.
create policy monitoring on counters for select to usa_platform using (true);
grant select (company_id, subject, status, amount) on counters to usa_platform;

create function compact_counters() returns trigger language plpgsql as $$
declare
  company uuid := current_company();
begin
  if random() < 0.01 and pg_try_advisory_xact_lock(hashtextextended('counters ' || company, 0)) then
    with deleted as (delete from counters where company_id = company returning *)
    insert into counters (company_id, subject, kind, status, manager, amount)
      select company, subject, kind, status, manager, sum(amount) from deleted
      group by subject, kind, status, manager having sum(amount) <> 0;
  end if;
  return null;
end
$$;
create trigger compact_counters after insert on counters for each statement execute function compact_counters();

-- The argument is 1 for inserted and -1 for deleted rows. If the rows are deleted together with their company, nothing is
-- counted: the foreign key of the counter would fail.
create function count_messages() returns trigger language plpgsql as $$
begin
  insert into counters (company_id, subject, kind, status, manager, amount)
    select company_id, 'messages', message_type, status, flow_key, tg_argv[0]::integer * count(*) from changed
    where status <> 'cancelled' and not lead_deleted and exists (select from companies c where c.id = company_id)
    group by company_id, message_type, status, flow_key;
  return null;
end
$$;
create trigger count_inserted after insert on messages referencing new table as changed
  for each statement execute function count_messages('1');
create trigger count_deleted after delete on messages referencing old table as changed
  for each statement execute function count_messages('-1');

create function count_updated_messages() returns trigger language plpgsql as $$
begin
  insert into counters (company_id, subject, kind, status, manager, amount)
    select company_id, 'messages', message_type, status, flow_key, sum(sign)
    from (select *, 1 as sign from new_rows union all select *, -1 from old_rows) changed
    where status <> 'cancelled' and not lead_deleted group by company_id, message_type, status, flow_key
    having sum(sign) <> 0;
  return null;
end
$$;
create trigger count_updated after update on messages referencing old table as old_rows new table as new_rows
  for each statement execute function count_updated_messages();

create function count_queue_items() returns trigger language plpgsql as $$
begin
  insert into counters (company_id, subject, kind, status, manager, amount)
    select company_id, 'queue', '', status, flow_key, tg_argv[0]::integer * count(*) from changed
    where exists (select from companies c where c.id = company_id) group by company_id, status, flow_key;
  return null;
end
$$;
create trigger count_inserted after insert on queue_items referencing new table as changed
  for each statement execute function count_queue_items('1');
create trigger count_deleted after delete on queue_items referencing old table as changed
  for each statement execute function count_queue_items('-1');

create function count_updated_queue_items() returns trigger language plpgsql as $$
begin
  insert into counters (company_id, subject, kind, status, manager, amount)
    select company_id, 'queue', '', status, flow_key, sum(sign)
    from (select *, 1 as sign from new_rows union all select *, -1 from old_rows) changed
    group by company_id, status, flow_key having sum(sign) <> 0;
  return null;
end
$$;
create trigger count_updated after update on queue_items referencing old table as old_rows new table as new_rows
  for each statement execute function count_updated_queue_items();

-- Meetings are counted per tab, and within a tab per owner.
create function count_meetings() returns trigger language plpgsql as $$
begin
  insert into counters (company_id, subject, kind, status, manager, amount)
    select company_id, 'meetings', tab, '', owner_key, tg_argv[0]::integer * count(*) from changed
    where tab <> 'deleted' and exists (select from companies c where c.id = company_id)
    group by company_id, tab, owner_key;
  return null;
end
$$;
create trigger count_inserted after insert on meetings referencing new table as changed
  for each statement execute function count_meetings('1');
create trigger count_deleted after delete on meetings referencing old table as changed
  for each statement execute function count_meetings('-1');

create function count_updated_meetings() returns trigger language plpgsql as $$
begin
  insert into counters (company_id, subject, kind, status, manager, amount)
    select company_id, 'meetings', tab, '', owner_key, sum(sign)
    from (select *, 1 as sign from new_rows union all select *, -1 from old_rows) changed
    where tab <> 'deleted' group by company_id, tab, owner_key having sum(sign) <> 0;
  return null;
end
$$;
create trigger count_updated after update on meetings referencing old table as old_rows new table as new_rows
  for each statement execute function count_updated_meetings();

create function count_leads() returns trigger language plpgsql as $$
begin
  insert into counters (company_id, subject, kind, status, manager, amount)
    select company_id, 'leads', coalesce(classification, ''), '', owner_key, tg_argv[0]::integer * count(*) from changed
    where deleted_at is null and exists (select from companies c where c.id = company_id)
    group by company_id, classification, owner_key;
  return null;
end
$$;
create trigger count_inserted after insert on leads referencing new table as changed
  for each statement execute function count_leads('1');
create trigger count_deleted after delete on leads referencing old table as changed
  for each statement execute function count_leads('-1');

-- Per row, because a trigger with transition tables has no condition: it would run for every update of a lead.
create function count_updated_lead() returns trigger language plpgsql as $$
begin
  insert into counters (company_id, subject, kind, status, manager, amount)
    select new.company_id, 'leads', coalesce(changed.classification, ''), '', changed.owner_key, changed.sign
    from (values (old.classification, old.owner_key, old.deleted_at, -1), (new.classification, new.owner_key, new.deleted_at, 1))
      as changed (classification, owner_key, deleted_at, sign)
    where changed.deleted_at is null;
  return null;
end
$$;
create trigger count_updated after update on leads for each row
  when ((old.classification, old.owner_key, old.deleted_at is null)
    is distinct from (new.classification, new.owner_key, new.deleted_at is null))
  execute function count_updated_lead();

-- The calendar day in the Netherlands, also when daylight saving time begins or ends.
create function amsterdam_day(at timestamptz) returns date
  language sql immutable strict parallel safe
  return (at at time zone 'Europe/Amsterdam')::date;

-- Invitations and sent queue items per day and account manager, stored as differences like the counters. The day '-infinity'
-- holds the totals of invited and accepted invitations, and the number of invitations that are queued or on hold now; sent
-- queue items have no total.
create table daily_counts (
  company_id uuid not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  subject text not null check (subject in ('invited', 'accepted', 'queued', 'on_hold', 'sent')),
  day date not null,
  -- The account manager: who sent the invitation, or the flow of the queue item. Empty when it is not known.
  person text not null,
  amount integer not null,
  primary key (company_id, id)
);
create index daily_counts_day on daily_counts (company_id, subject, day) include (person, amount);
call protect_tenant_table('daily_counts');
call keep_rows_on_erasure('daily_counts', 'it holds sums, per user of the product');

create function compact_daily_counts() returns trigger language plpgsql as $$
declare
  company uuid := current_company();
begin
  if random() < 0.01 and pg_try_advisory_xact_lock(hashtextextended('daily_counts ' || company, 0)) then
    with repeated as (
      select subject, day, person from daily_counts where company_id = company
      group by subject, day, person having count(*) > 1
    ), deleted as (
      delete from daily_counts d using repeated r
      where d.company_id = company and (d.subject, d.day, d.person) = (r.subject, r.day, r.person) returning d.*
    )
    insert into daily_counts (company_id, subject, day, person, amount)
      select company, subject, day, person, sum(amount) from deleted group by subject, day, person having sum(amount) <> 0;
  end if;
  return null;
end
$$;
create trigger compact_daily_counts after insert on daily_counts for each statement execute function compact_daily_counts();

-- The subjects and days under which an invitation is counted ('-infinity': see daily_counts).
create function invitation_count_keys(status text, invited_at timestamptz, accepted_at timestamptz)
  returns table (subject text, day date)
  language sql immutable parallel safe as $$
    select 'invited', unnest(array['-infinity', amsterdam_day(invited_at)]) where invited_at is not null
    union all select 'accepted', unnest(array['-infinity', amsterdam_day(accepted_at)]) where accepted_at is not null
    union all select lower(status), '-infinity'::date where status in ('QUEUED', 'ON_HOLD')
  $$;

create function count_invitations() returns trigger language plpgsql as $$
begin
  insert into daily_counts (company_id, subject, day, person, amount)
    select c.company_id, d.subject, d.day, c.person, tg_argv[0]::integer * count(*)
    from changed c cross join invitation_count_keys(c.status, c.invited_at, c.accepted_at) d
    where exists (select from companies where companies.id = c.company_id)
    group by c.company_id, d.subject, d.day, c.person;
  return null;
end
$$;
create trigger count_per_day_on_insert after insert on invitations referencing new table as changed
  for each statement execute function count_invitations('1');
create trigger count_per_day_on_delete after delete on invitations referencing old table as changed
  for each statement execute function count_invitations('-1');

create function count_updated_invitations() returns trigger language plpgsql as $$
begin
  insert into daily_counts (company_id, subject, day, person, amount)
    select c.company_id, d.subject, d.day, c.person, sum(c.sign)
    from (select *, 1 as sign from new_rows union all select *, -1 from old_rows) c
      cross join invitation_count_keys(c.status, c.invited_at, c.accepted_at) d
    group by c.company_id, d.subject, d.day, c.person having sum(c.sign) <> 0;
  return null;
end
$$;
create trigger count_per_day_on_update after update on invitations referencing old table as old_rows new table as new_rows
  for each statement execute function count_updated_invitations();

create function count_sent_items() returns trigger language plpgsql as $$
begin
  insert into daily_counts (company_id, subject, day, person, amount)
    select c.company_id, 'sent', amsterdam_day(c.date_sent), coalesce(c.flow_key, ''), tg_argv[0]::integer * count(*)
    from changed c where c.status = 'SENT' and c.date_sent is not null
      and exists (select from companies where companies.id = c.company_id)
    group by 1, 3, 4;
  return null;
end
$$;
create trigger count_per_day_on_insert after insert on queue_items referencing new table as changed
  for each statement execute function count_sent_items('1');
create trigger count_per_day_on_delete after delete on queue_items referencing old table as changed
  for each statement execute function count_sent_items('-1');

create function count_updated_sent_items() returns trigger language plpgsql as $$
begin
  insert into daily_counts (company_id, subject, day, person, amount)
    select c.company_id, 'sent', amsterdam_day(c.date_sent), coalesce(c.flow_key, ''), sum(c.sign)
    from (select *, 1 as sign from new_rows union all select *, -1 from old_rows) c
    where c.status = 'SENT' and c.date_sent is not null
    group by 1, 3, 4 having sum(c.sign) <> 0;
  return null;
end
$$;
create trigger count_per_day_on_update after update on queue_items referencing old table as old_rows new table as new_rows
  for each statement execute function count_updated_sent_items();

-- Without a name, the statistics show the first sender.
create function statistics_person(company uuid) returns text language sql stable as $$
  select coalesce(
    (select statistics_person from companies where id = company),
    (select s.name from senders s join sender_names n on n.company_id = s.company_id and n.sender_id = s.id
      where s.company_id = company and n.name_key <> '' order by s.created_at, s.id limit 1),
    'Frank')
$$;

-- What was sent on a day and how many of it were answered or accepted, stored as differences like the counters. Results
-- are shown per prompt version, so a row only sums messages or invitations of the same version: written_first and
-- written_last are between the same two prompt changes. "Written" is date_created of a message, invited_at of an invitation.
create table daily_results (
  company_id uuid not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  kind text not null check (kind in ('invitation', 'icebreaker', 'followup')),
  day date not null,
  -- The account manager, as in daily_counts.
  person text not null,
  written_first timestamptz not null,
  written_last timestamptz not null,
  sent integer not null,
  -- How many of them were answered (messages) or accepted (invitations).
  responses integer not null,
  -- How many of the responses have a known time, and the sum of these times in microseconds.
  responses_with_time integer not null,
  response_time_us bigint not null,
  primary key (company_id, id)
);
create index daily_results_day on daily_results (company_id, day)
  include (kind, person, written_first, sent, responses, responses_with_time, response_time_us);
call protect_tenant_table('daily_results');
call keep_rows_on_erasure('daily_results', 'it holds sums, per user of the product');

-- The result of one message. responded is 0 or 1, so that it can be summed. A reply counts at once, before a user judges it.
create function message_result(message_type text, effective_sent_at timestamptz, flow_key text,
  date_created timestamptz, status text, replied_at timestamptz)
  returns table (kind text, day date, person text, written timestamptz, responded integer, response_time_us bigint)
  language sql immutable parallel safe as $$
    select message_type, amsterdam_day(effective_sent_at), coalesce(flow_key, ''), date_created,
      (replied_at is not null or is_reply_status(status))::integer, null::bigint
    where effective_sent_at is not null
  $$;

-- The result of one invitation. If it was accepted before it was sent, a date is wrong: no response time.
create function invitation_result(person text, invited_at timestamptz, accepted_at timestamptz)
  returns table (kind text, day date, person text, written timestamptz, responded integer, response_time_us bigint)
  language sql immutable parallel safe as $$
    select 'invitation', amsterdam_day(invited_at), person, invited_at, (accepted_at is not null)::integer,
      case when accepted_at >= invited_at
        then ((extract(epoch from accepted_at) - extract(epoch from invited_at)) * 1000000)::bigint end
    where invited_at is not null
  $$;

create function company_results(company uuid)
  returns table (kind text, day date, person text, written timestamptz, responded integer, response_time_us bigint)
  language sql stable as $$
    select r.* from messages m
      cross join message_result(m.message_type, m.effective_sent_at, m.flow_key, m.date_created, m.status, m.replied_at) r
    where m.company_id = company
    union all
    select r.* from invitations i cross join invitation_result(i.person, i.invited_at, i.accepted_at) r
    where i.company_id = company
  $$;

-- The times at which a version of a prompt replaced another.
create function prompt_change_times(company uuid) returns timestamptz[] language sql stable as $$
  select array(
    select distinct v.made_at from prompt_versions v
    where v.company_id = company and exists (
      select from prompt_versions e where e.company_id = company and e.prompt_id = v.prompt_id and e.number < v.number)
    order by 1)
$$;

-- The prompt change times, under a shared lock until the end of the transaction: results between two of them may be
-- summed in one row. Null, without waiting, while another transaction changes a prompt: then only results with the same
-- time are summed.
create function try_lock_prompt_change_times() returns timestamptz[] language plpgsql as $$
declare
  company uuid := current_company();
begin
  if company is null or not pg_try_advisory_xact_lock_shared(hashtextextended('prompt_changes ' || company, 0)) then
    return null;
  end if;
  return prompt_change_times(company);
end
$$;

create function compact_daily_results() returns trigger language plpgsql as $$
declare
  company uuid := current_company();
  change_times timestamptz[];
begin
  if random() >= 0.01 or not pg_try_advisory_xact_lock(hashtextextended('daily_results ' || company, 0)) then
    return null;
  end if;
  change_times := try_lock_prompt_change_times();
  if change_times is null then
    return null;
  end if;
  with grouped as (
    select id, count(*) over (partition by kind, day, person, width_bucket(written_first, change_times)) as group_size
    from daily_results where company_id = company
  ), deleted as (
    delete from daily_results d using grouped g where d.company_id = company and d.id = g.id and g.group_size > 1 returning d.*
  )
  insert into daily_results (company_id, kind, day, person, written_first, written_last, sent, responses,
    responses_with_time, response_time_us)
    select company, kind, day, person, min(written_first), max(written_last), sum(sent),
      sum(responses), sum(responses_with_time), sum(response_time_us)
    from deleted group by kind, day, person, width_bucket(written_first, change_times)
    having (sum(sent), sum(responses), sum(responses_with_time), sum(response_time_us)) <> (0, 0, 0, 0);
  return null;
end
$$;
create trigger compact_daily_results after insert on daily_results
  for each statement execute function compact_daily_results();

create function record_message_results() returns trigger language plpgsql as $$
declare
  sign integer := tg_argv[0];
  change_times timestamptz[];
begin
  if not exists (select from changed where effective_sent_at is not null) then
    return null;
  end if;
  change_times := try_lock_prompt_change_times();
  insert into daily_results (company_id, kind, day, person, written_first, written_last, sent, responses,
    responses_with_time, response_time_us)
    select c.company_id, r.kind, r.day, r.person, min(r.written), max(r.written), sign * count(*), sign * sum(r.responded), 0, 0
    from changed c cross join message_result(c.message_type, c.effective_sent_at, c.flow_key, c.date_created, c.status, c.replied_at) r
    where exists (select from companies where companies.id = c.company_id)
    group by 1, 2, 3, 4, width_bucket(r.written, change_times), case when change_times is null then r.written end;
  return null;
end
$$;
create trigger record_results_on_insert after insert on messages referencing new table as changed
  for each statement execute function record_message_results('1');
create trigger record_results_on_delete after delete on messages referencing old table as changed
  for each statement execute function record_message_results('-1');

-- When a message's date_created changes, both differences are stored although they add up to zero: the old and the new
-- date may belong to different prompt versions.
create function record_updated_message_results() returns trigger language plpgsql as $$
declare
  change_times timestamptz[];
begin
  if not exists (select from new_rows where effective_sent_at is not null)
    and not exists (select from old_rows where effective_sent_at is not null) then
    return null;
  end if;
  change_times := try_lock_prompt_change_times();
  insert into daily_results (company_id, kind, day, person, written_first, written_last, sent, responses,
    responses_with_time, response_time_us)
    select company_id, kind, day, person, min(written), max(written), sum(sent), sum(responses), 0, 0
    from (
      select c.company_id, r.kind, r.day, r.person, r.written, sum(c.sign) as sent, sum(c.sign * r.responded) as responses
      from (select *, 1 as sign from new_rows union all select *, -1 from old_rows) c
        cross join message_result(c.message_type, c.effective_sent_at, c.flow_key, c.date_created, c.status, c.replied_at) r
      group by 1, 2, 3, 4, 5) difference
    where (sent, responses) <> (0, 0)
    group by 1, 2, 3, 4, width_bucket(written, change_times), case when change_times is null then written end;
  return null;
end
$$;
create trigger record_results_on_update after update on messages referencing old table as old_rows new table as new_rows
  for each statement execute function record_updated_message_results();

create function record_invitation_results() returns trigger language plpgsql as $$
declare
  sign integer := tg_argv[0];
  change_times timestamptz[];
begin
  if not exists (select from changed where invited_at is not null) then
    return null;
  end if;
  change_times := try_lock_prompt_change_times();
  insert into daily_results (company_id, kind, day, person, written_first, written_last, sent, responses,
    responses_with_time, response_time_us)
    select c.company_id, r.kind, r.day, r.person, min(r.written), max(r.written), sign * count(*), sign * sum(r.responded),
      sign * count(r.response_time_us), sign * coalesce(sum(r.response_time_us), 0)
    from changed c cross join invitation_result(c.person, c.invited_at, c.accepted_at) r
    where exists (select from companies where companies.id = c.company_id)
    group by 1, 2, 3, 4, width_bucket(r.written, change_times), case when change_times is null then r.written end;
  return null;
end
$$;
create trigger record_results_on_insert after insert on invitations referencing new table as changed
  for each statement execute function record_invitation_results('1');
create trigger record_results_on_delete after delete on invitations referencing old table as changed
  for each statement execute function record_invitation_results('-1');

create function record_updated_invitation_results() returns trigger language plpgsql as $$
declare
  change_times timestamptz[];
begin
  if not exists (select from new_rows where invited_at is not null)
    and not exists (select from old_rows where invited_at is not null) then
    return null;
  end if;
  change_times := try_lock_prompt_change_times();
  insert into daily_results (company_id, kind, day, person, written_first, written_last, sent, responses,
    responses_with_time, response_time_us)
    select company_id, kind, day, person, min(written), max(written), sum(sent),
      sum(responses), sum(responses_with_time), sum(response_time_us)
    from (
      select c.company_id, r.kind, r.day, r.person, r.written, sum(c.sign) as sent, sum(c.sign * r.responded) as responses,
        sum(c.sign * (r.response_time_us is not null)::integer) as responses_with_time,
          coalesce(sum(c.sign * r.response_time_us), 0) as response_time_us
      from (select *, 1 as sign from new_rows union all select *, -1 from old_rows) c
        cross join invitation_result(c.person, c.invited_at, c.accepted_at) r
      group by 1, 2, 3, 4, 5) difference
    where (sent, responses, responses_with_time, response_time_us) <> (0, 0, 0, 0)
    group by 1, 2, 3, 4, width_bucket(written, change_times), case when change_times is null then written end;
  return null;
end
$$;
create trigger record_results_on_update after update on invitations referencing old table as old_rows new table as new_rows
  for each statement execute function record_updated_invitation_results();

-- Waits for the transactions that sum results by the previous change times (shared lock).
create function lock_prompt_changes_exclusively() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('prompt_changes ' || current_company(), 0));
  return null;
end
$$;
create trigger lock_prompt_changes_exclusively before insert or update on prompt_versions
  for each statement execute function lock_prompt_changes_exclusively();

-- A new change time in the past may be between written_first and written_last of a row: such rows are recomputed.
create function split_daily_results() returns trigger language plpgsql as $$
declare
  company uuid;
  change_times timestamptz[];
begin
  for company in select distinct company_id from changed loop
    change_times := prompt_change_times(company);
    with affected as (
      select distinct kind, day, person from daily_results
      where company_id = company and width_bucket(written_first, change_times) <> width_bucket(written_last, change_times)
    ), deleted as (
      delete from daily_results d using affected a
      where d.company_id = company and (d.kind, d.day, d.person) = (a.kind, a.day, a.person)
    )
    insert into daily_results (company_id, kind, day, person, written_first, written_last, sent, responses,
      responses_with_time, response_time_us)
      select company, kind, day, person, min(r.written), max(r.written), count(*), sum(r.responded),
        count(r.response_time_us), coalesce(sum(r.response_time_us), 0)
      from company_results(company) r join affected using (kind, day, person)
      group by kind, day, person, width_bucket(r.written, change_times);
  end loop;
  return null;
end
$$;
create trigger split_results_on_insert after insert on prompt_versions referencing new table as changed
  for each statement execute function split_daily_results();
create trigger split_results_on_update after update on prompt_versions referencing new table as changed
  for each statement execute function split_daily_results();

-- Results per industry, as differences like the counters.
create table industry_results (
  company_id uuid not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  kind text not null,
  day date not null,
  -- Empty when it is not known.
  industry text not null,
  sent integer not null,
  responses integer not null,
  primary key (company_id, id)
);
create index industry_results_day on industry_results (company_id, day) include (kind, industry, sent, responses);
call protect_tenant_table('industry_results');
call keep_rows_on_erasure('industry_results', 'it holds sums');

create function compact_industry_results() returns trigger language plpgsql as $$
declare
  company uuid := current_company();
begin
  if random() < 0.01 and pg_try_advisory_xact_lock(hashtextextended('industry_results ' || company, 0)) then
    with deleted as (delete from industry_results where company_id = company returning *)
    insert into industry_results (company_id, kind, day, industry, sent, responses)
      select company, kind, day, industry, sum(sent), sum(responses) from deleted
      group by kind, day, industry having (sum(sent), sum(responses)) <> (0, 0);
  end if;
  return null;
end
$$;
create trigger compact_industry_results after insert on industry_results
  for each statement execute function compact_industry_results();

-- An erasure empties the industry of a person's rows. Differences that cancel each other out would keep its text.
create function compact_industries(company uuid, names text[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('industry_results ' || company, 0));
  with deleted as (delete from industry_results where company_id = company and industry = any (names) returning *)
  insert into industry_results (company_id, kind, day, industry, sent, responses)
    select company, kind, day, industry, sum(sent), sum(responses) from deleted
    group by kind, day, industry having (sum(sent), sum(responses)) <> (0, 0);
end
$$;

-- The argument is 1 for inserted and -1 for deleted rows.
create function record_industry_of_messages() returns trigger language plpgsql as $$
begin
  insert into industry_results (company_id, kind, day, industry, sent, responses)
    select c.company_id, r.kind, r.day, coalesce(c.industry, ''), tg_argv[0]::integer * count(*), tg_argv[0]::integer * sum(r.responded)
    from changed c cross join message_result(c.message_type, c.effective_sent_at, c.flow_key, c.date_created, c.status, c.replied_at) r
    where exists (select from companies where companies.id = c.company_id)
    group by 1, 2, 3, 4;
  return null;
end
$$;
create trigger record_industry_on_insert after insert on messages referencing new table as changed
  for each statement execute function record_industry_of_messages('1');
create trigger record_industry_on_delete after delete on messages referencing old table as changed
  for each statement execute function record_industry_of_messages('-1');

create function record_industry_of_updated_messages() returns trigger language plpgsql as $$
begin
  insert into industry_results (company_id, kind, day, industry, sent, responses)
    select c.company_id, r.kind, r.day, coalesce(c.industry, ''), sum(c.sign), sum(c.sign * r.responded)
    from (select *, 1 as sign from new_rows union all select *, -1 from old_rows) c
      cross join message_result(c.message_type, c.effective_sent_at, c.flow_key, c.date_created, c.status, c.replied_at) r
    group by 1, 2, 3, 4 having (sum(c.sign), sum(c.sign * r.responded)) <> (0, 0);
  perform compact_industries(o.company_id, array_agg(distinct o.industry))
    from old_rows o join new_rows n on n.company_id = o.company_id and n.id = o.id
    where o.industry is distinct from n.industry and o.industry is not null group by o.company_id;
  return null;
end
$$;
create trigger record_industry_on_update after update on messages referencing old table as old_rows new table as new_rows
  for each statement execute function record_industry_of_updated_messages();

create function record_industry_of_invitations() returns trigger language plpgsql as $$
begin
  insert into industry_results (company_id, kind, day, industry, sent, responses)
    select c.company_id, r.kind, r.day, coalesce(c.industry, ''), tg_argv[0]::integer * count(*), tg_argv[0]::integer * sum(r.responded)
    from changed c cross join invitation_result(c.person, c.invited_at, c.accepted_at) r
    where exists (select from companies where companies.id = c.company_id)
    group by 1, 2, 3, 4;
  return null;
end
$$;
create trigger record_industry_on_insert after insert on invitations referencing new table as changed
  for each statement execute function record_industry_of_invitations('1');
create trigger record_industry_on_delete after delete on invitations referencing old table as changed
  for each statement execute function record_industry_of_invitations('-1');

create function record_industry_of_updated_invitations() returns trigger language plpgsql as $$
begin
  insert into industry_results (company_id, kind, day, industry, sent, responses)
    select c.company_id, r.kind, r.day, coalesce(c.industry, ''), sum(c.sign), sum(c.sign * r.responded)
    from (select *, 1 as sign from new_rows union all select *, -1 from old_rows) c
      cross join invitation_result(c.person, c.invited_at, c.accepted_at) r
    group by 1, 2, 3, 4 having (sum(c.sign), sum(c.sign * r.responded)) <> (0, 0);
  perform compact_industries(o.company_id, array_agg(distinct o.industry))
    from old_rows o join new_rows n on n.company_id = o.company_id and n.id = o.id
    where o.industry is distinct from n.industry and o.industry is not null group by o.company_id;
  return null;
end
$$;
create trigger record_industry_on_update after update on invitations referencing old table as old_rows new table as new_rows
  for each statement execute function record_industry_of_updated_invitations();

-- What a company wants to reach in a calendar month.
create table monthly_goals (
  company_id uuid not null references companies (id) on delete cascade,
  measure text not null check (measure in ('invited', 'accepted', 'replied', 'meetings', 'clients')),
  target integer not null check (target > 0),
  primary key (company_id, measure)
);
call protect_tenant_table('monthly_goals');
call keep_rows_on_erasure('monthly_goals', 'it holds targets of a company');
