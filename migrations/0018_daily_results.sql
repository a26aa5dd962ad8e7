-- Totals stand under the earliest day there is, beside what still waits: adding up every day of some years takes longer
-- than everything else on the screen.
create or replace function invitation_days(status text, invited_at timestamptz, accepted_at timestamptz)
  returns table (subject text, day date)
  language sql immutable parallel safe as $$
    select 'invited', unnest(array['-infinity', amsterdam_day(invited_at)]) where invited_at is not null
    union all select 'accepted', unnest(array['-infinity', amsterdam_day(accepted_at)]) where accepted_at is not null
    union all select lower(status), '-infinity'::date where status in ('QUEUED', 'ON_HOLD')
  $$;

-- What went out on a day and what came of it, as changes to be added up, like the daily counts. A text belongs to the
-- version of the prompt it was written with, so a line never has texts from before and after a moment at which a prompt
-- changed: where its first was written, all of them were.
create table daily_results (
  company_id uuid not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  kind text not null check (kind in ('invitation', 'icebreaker', 'followup')),
  day date not null,
  person text not null,
  written_first timestamptz not null,
  written_last timestamptz not null,
  went_out integer not null,
  won integer not null,
  -- Of how many the time until they were won is known, and their microseconds together.
  timed integer not null,
  took bigint not null,
  primary key (company_id, id)
);
create index daily_results_day on daily_results (company_id, day) include (kind, person, written_first, went_out, won, timed, took);
call protect_tenant_table('daily_results');

create function message_result(message_type text, went_out_at timestamptz, flow_key text, date_created timestamptz, status text)
  returns table (kind text, day date, person text, written timestamptz, won integer, took bigint)
  language sql immutable parallel safe as $$
    select message_type, amsterdam_day(went_out_at), coalesce(flow_key, ''), date_created,
      (status in ('interested', 'not_interested', 'neutral'))::integer, null::bigint
    where went_out_at is not null
  $$;

-- What was accepted before it was sent is a mistake in a date, and says nothing about time.
create function invitation_result(person text, invited_at timestamptz, accepted_at timestamptz)
  returns table (kind text, day date, person text, written timestamptz, won integer, took bigint)
  language sql immutable parallel safe as $$
    select 'invitation', amsterdam_day(invited_at), person, invited_at, (accepted_at is not null)::integer,
      case when accepted_at >= invited_at
        then ((extract(epoch from accepted_at) - extract(epoch from invited_at)) * 1000000)::bigint end
    where invited_at is not null
  $$;

create function company_results(company uuid)
  returns table (kind text, day date, person text, written timestamptz, won integer, took bigint)
  language sql stable as $$
    select r.* from messages m
      cross join message_result(m.message_type, m.went_out_at, m.flow_key, m.date_created, m.status) r
    where m.company_id = company
    union all
    select r.* from invitations i cross join invitation_result(i.person, i.invited_at, i.accepted_at) r
    where i.company_id = company
  $$;

-- When a version of a prompt took the place of another.
create function prompt_moments(company uuid) returns timestamptz[] language sql stable as $$
  select array(
    select distinct v.made_at from prompt_versions v
    where v.company_id = company and exists (
      select from prompt_versions e where e.company_id = company and e.prompt_id = v.prompt_id and e.number < v.number)
    order by 1)
$$;

-- The moments between which results may be put together. Whoever does holds them to the end of the transaction; whoever
-- comes while a prompt changes gets none, and keeps every text by itself.
create function hold_prompt_moments() returns timestamptz[] language plpgsql as $$
declare
  company uuid := current_company();
begin
  if company is null or not pg_try_advisory_xact_lock_shared(hashtextextended('prompt_moments ' || company, 0)) then
    return null;
  end if;
  return prompt_moments(company);
end
$$;

create function add_up_daily_results() returns trigger language plpgsql as $$
declare
  company uuid := current_company();
  moments timestamptz[];
begin
  if random() >= 0.01 or not pg_try_advisory_xact_lock(hashtextextended('daily_results ' || company, 0)) then
    return null;
  end if;
  moments := hold_prompt_moments();
  if moments is null then
    return null;
  end if;
  with lines as (
    select id, count(*) over (partition by kind, day, person, width_bucket(written_first, moments)) as alike
    from daily_results where company_id = company
  ), gone as (
    delete from daily_results d using lines l where d.company_id = company and d.id = l.id and l.alike > 1 returning d.*
  )
  insert into daily_results (company_id, kind, day, person, written_first, written_last, went_out, won, timed, took)
    select company, kind, day, person, min(written_first), max(written_last), sum(went_out), sum(won), sum(timed), sum(took)
    from gone group by kind, day, person, width_bucket(written_first, moments)
    having (sum(went_out), sum(won), sum(timed), sum(took)) <> (0, 0, 0, 0);
  return null;
end
$$;
create trigger add_up after insert on daily_results for each statement execute function add_up_daily_results();

-- Rows may go because their company does; then there is nothing left to keep.
create function keep_message_results() returns trigger language plpgsql as $$
declare
  sign integer := tg_argv[0];
  moments timestamptz[];
begin
  if not exists (select from changed where went_out_at is not null) then
    return null;
  end if;
  moments := hold_prompt_moments();
  insert into daily_results (company_id, kind, day, person, written_first, written_last, went_out, won, timed, took)
    select c.company_id, r.kind, r.day, r.person, min(r.written), max(r.written), sign * count(*), sign * sum(r.won), 0, 0
    from changed c cross join message_result(c.message_type, c.went_out_at, c.flow_key, c.date_created, c.status) r
    where exists (select from companies where companies.id = c.company_id)
    group by 1, 2, 3, 4, width_bucket(r.written, moments), case when moments is null then r.written end;
  return null;
end
$$;
create trigger keep_new_results after insert on messages referencing new table as changed
  for each statement execute function keep_message_results('1');
create trigger keep_gone_results after delete on messages referencing old table as changed
  for each statement execute function keep_message_results('-1');

-- A text that moved to another moment leaves a line also where it changes no figure: a prompt may yet turn out to have
-- changed in between.
create function keep_message_result_changes() returns trigger language plpgsql as $$
declare
  moments timestamptz[];
begin
  if not exists (select from new_rows where went_out_at is not null)
    and not exists (select from old_rows where went_out_at is not null) then
    return null;
  end if;
  moments := hold_prompt_moments();
  insert into daily_results (company_id, kind, day, person, written_first, written_last, went_out, won, timed, took)
    select company_id, kind, day, person, min(written), max(written), sum(out), sum(won), 0, 0
    from (
      select c.company_id, r.kind, r.day, r.person, r.written, sum(c.sign) as out, sum(c.sign * r.won) as won
      from (select *, 1 as sign from new_rows union all select *, -1 from old_rows) c
        cross join message_result(c.message_type, c.went_out_at, c.flow_key, c.date_created, c.status) r
      group by 1, 2, 3, 4, 5) moved
    where (out, won) <> (0, 0)
    group by 1, 2, 3, 4, width_bucket(written, moments), case when moments is null then written end;
  return null;
end
$$;
create trigger keep_result_changes after update on messages referencing old table as old_rows new table as new_rows
  for each statement execute function keep_message_result_changes();

create function keep_invitation_results() returns trigger language plpgsql as $$
declare
  sign integer := tg_argv[0];
  moments timestamptz[];
begin
  if not exists (select from changed where invited_at is not null) then
    return null;
  end if;
  moments := hold_prompt_moments();
  insert into daily_results (company_id, kind, day, person, written_first, written_last, went_out, won, timed, took)
    select c.company_id, r.kind, r.day, r.person, min(r.written), max(r.written), sign * count(*), sign * sum(r.won),
      sign * count(r.took), sign * coalesce(sum(r.took), 0)
    from changed c cross join invitation_result(c.person, c.invited_at, c.accepted_at) r
    where exists (select from companies where companies.id = c.company_id)
    group by 1, 2, 3, 4, width_bucket(r.written, moments), case when moments is null then r.written end;
  return null;
end
$$;
create trigger keep_new_results after insert on invitations referencing new table as changed
  for each statement execute function keep_invitation_results('1');
create trigger keep_gone_results after delete on invitations referencing old table as changed
  for each statement execute function keep_invitation_results('-1');

create function keep_invitation_result_changes() returns trigger language plpgsql as $$
declare
  moments timestamptz[];
begin
  if not exists (select from new_rows where invited_at is not null)
    and not exists (select from old_rows where invited_at is not null) then
    return null;
  end if;
  moments := hold_prompt_moments();
  insert into daily_results (company_id, kind, day, person, written_first, written_last, went_out, won, timed, took)
    select company_id, kind, day, person, min(written), max(written), sum(out), sum(won), sum(timed), sum(took)
    from (
      select c.company_id, r.kind, r.day, r.person, r.written, sum(c.sign) as out, sum(c.sign * r.won) as won,
        sum(c.sign * (r.took is not null)::integer) as timed, coalesce(sum(c.sign * r.took), 0) as took
      from (select *, 1 as sign from new_rows union all select *, -1 from old_rows) c
        cross join invitation_result(c.person, c.invited_at, c.accepted_at) r
      group by 1, 2, 3, 4, 5) moved
    where (out, won, timed, took) <> (0, 0, 0, 0)
    group by 1, 2, 3, 4, width_bucket(written, moments), case when moments is null then written end;
  return null;
end
$$;
create trigger keep_result_changes after update on invitations referencing old table as old_rows new table as new_rows
  for each statement execute function keep_invitation_result_changes();

-- A moment that lies in the past may fall into the middle of a line: what was put together there is taken apart.
create function wait_for_prompt_moments() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('prompt_moments ' || current_company(), 0));
  return null;
end
$$;
create trigger wait_for_moments before insert or update on prompt_versions
  for each statement execute function wait_for_prompt_moments();

create function cut_daily_results() returns trigger language plpgsql as $$
declare
  company uuid;
  moments timestamptz[];
begin
  for company in select distinct company_id from changed loop
    moments := prompt_moments(company);
    with cut as (
      select distinct kind, day, person from daily_results
      where company_id = company and width_bucket(written_first, moments) <> width_bucket(written_last, moments)
    ), gone as (
      delete from daily_results d using cut c
      where d.company_id = company and (d.kind, d.day, d.person) = (c.kind, c.day, c.person)
    )
    insert into daily_results (company_id, kind, day, person, written_first, written_last, went_out, won, timed, took)
      select company, kind, day, person, min(r.written), max(r.written), count(*), sum(r.won), count(r.took), coalesce(sum(r.took), 0)
      from company_results(company) r join cut using (kind, day, person)
      group by kind, day, person, width_bucket(r.written, moments);
  end loop;
  return null;
end
$$;
create trigger cut_results_by_new after insert on prompt_versions referencing new table as changed
  for each statement execute function cut_daily_results();
create trigger cut_results_by_changed after update on prompt_versions referencing new table as changed
  for each statement execute function cut_daily_results();

-- What is there already. The owner is held by row-level security like everybody, so it is lifted for this moment.
alter table companies no force row level security;
alter table messages no force row level security;
alter table invitations no force row level security;
alter table prompt_versions no force row level security;
alter table daily_counts no force row level security;
alter table daily_results no force row level security;
insert into daily_counts (company_id, subject, day, person, amount)
  select company_id, subject, '-infinity', person, sum(amount) from daily_counts
  where subject in ('invited', 'accepted') group by 1, 2, 4 having sum(amount) <> 0;
insert into daily_results (company_id, kind, day, person, written_first, written_last, went_out, won, timed, took)
  select c.id, r.kind, r.day, r.person, min(r.written), max(r.written), count(*), sum(r.won), count(r.took), coalesce(sum(r.took), 0)
  from (select id, prompt_moments(id) as moments from companies) c cross join company_results(c.id) r
  group by 1, 2, 3, 4, width_bucket(r.written, c.moments);
alter table companies force row level security;
alter table messages force row level security;
alter table invitations force row level security;
alter table prompt_versions force row level security;
alter table daily_counts force row level security;
alter table daily_results force row level security;

-- The results were read from these; now only the hours of today are.
drop index messages_went_out;
drop index invitations_invited;
create index invitations_invited on invitations (company_id, invited_at) where invited_at is not null;
