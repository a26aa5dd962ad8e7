-- The day on the calendar of the Netherlands, on days of 23 and 25 hours too.
create function amsterdam_day(at timestamptz) returns date
  language sql immutable strict parallel safe
  return (at at time zone 'Europe/Amsterdam')::date;

-- What is counted by person. Cut off, because an index takes no endless text.
alter table invitations
  add column person text generated always as (left(coalesce(connected_with, ''), 200)) stored;

-- When a message went out. Of those that came in with an answer already nobody knows: they count on the day they were made.
alter table messages
  add column went_out_at timestamptz generated always as (
    case when status in ('sent', 'connected', 'interested', 'not_interested', 'neutral')
      then coalesce(sent_at, date_created) end) stored;

-- With all that the results are made of, so that the tables themselves need not be read.
drop index invitations_invited;
create index invitations_invited on invitations (company_id, invited_at) include (person, accepted_at)
  where invited_at is not null;
create index messages_went_out on messages (company_id, went_out_at) include (flow_key, message_type, date_created, status)
  where went_out_at is not null;

-- How many there were on each day, as changes to be added up, in the manner of the tallies: everybody only adds lines, so
-- nobody waits for anybody. What has no day, because it still waits, stands under the earliest there is.
create table daily_counts (
  company_id uuid not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  subject text not null check (subject in ('invited', 'accepted', 'queued', 'on_hold', 'sent')),
  day date not null,
  person text not null,
  amount integer not null,
  primary key (company_id, id)
);
create index daily_counts_day on daily_counts (company_id, subject, day) include (person, amount);
call protect_tenant_table('daily_counts');

create function add_up_daily_counts() returns trigger language plpgsql as $$
declare
  company uuid := current_company();
begin
  if random() < 0.01 and pg_try_advisory_xact_lock(hashtextextended('daily_counts ' || company, 0)) then
    with several as (
      select subject, day, person from daily_counts where company_id = company
      group by subject, day, person having count(*) > 1
    ), gone as (
      delete from daily_counts d using several s
      where d.company_id = company and (d.subject, d.day, d.person) = (s.subject, s.day, s.person) returning d.*
    )
    insert into daily_counts (company_id, subject, day, person, amount)
      select company, subject, day, person, sum(amount) from gone group by subject, day, person having sum(amount) <> 0;
  end if;
  return null;
end
$$;
create trigger add_up after insert on daily_counts for each statement execute function add_up_daily_counts();

-- Under which subjects and days an invitation counts.
create function invitation_days(status text, invited_at timestamptz, accepted_at timestamptz)
  returns table (subject text, day date)
  language sql immutable parallel safe as $$
    select 'invited', amsterdam_day(invited_at) where invited_at is not null
    union all select 'accepted', amsterdam_day(accepted_at) where accepted_at is not null
    union all select lower(status), '-infinity'::date where status in ('QUEUED', 'ON_HOLD')
  $$;

-- Rows may go because their company does; then there is nothing left to count for.
create function count_invitations() returns trigger language plpgsql as $$
begin
  insert into daily_counts (company_id, subject, day, person, amount)
    select c.company_id, d.subject, d.day, c.person, tg_argv[0]::integer * count(*)
    from changed c cross join invitation_days(c.status, c.invited_at, c.accepted_at) d
    where exists (select from companies where companies.id = c.company_id)
    group by c.company_id, d.subject, d.day, c.person;
  return null;
end
$$;
create trigger count_new after insert on invitations referencing new table as changed
  for each statement execute function count_invitations('1');
create trigger count_gone after delete on invitations referencing old table as changed
  for each statement execute function count_invitations('-1');

create function count_invitation_changes() returns trigger language plpgsql as $$
begin
  insert into daily_counts (company_id, subject, day, person, amount)
    select c.company_id, d.subject, d.day, c.person, sum(c.sign)
    from (select *, 1 as sign from new_rows union all select *, -1 from old_rows) c
      cross join invitation_days(c.status, c.invited_at, c.accepted_at) d
    group by c.company_id, d.subject, d.day, c.person having sum(c.sign) <> 0;
  return null;
end
$$;
create trigger count_changes after update on invitations referencing old table as old_rows new table as new_rows
  for each statement execute function count_invitation_changes();

create function count_sent() returns trigger language plpgsql as $$
begin
  insert into daily_counts (company_id, subject, day, person, amount)
    select c.company_id, 'sent', amsterdam_day(c.date_sent), coalesce(c.flow_key, ''), tg_argv[0]::integer * count(*)
    from changed c where c.status = 'SENT' and c.date_sent is not null
      and exists (select from companies where companies.id = c.company_id)
    group by 1, 3, 4;
  return null;
end
$$;
create trigger count_new after insert on queue_items referencing new table as changed
  for each statement execute function count_sent('1');
create trigger count_gone after delete on queue_items referencing old table as changed
  for each statement execute function count_sent('-1');

create function count_sent_changes() returns trigger language plpgsql as $$
begin
  insert into daily_counts (company_id, subject, day, person, amount)
    select c.company_id, 'sent', amsterdam_day(c.date_sent), coalesce(c.flow_key, ''), sum(c.sign)
    from (select *, 1 as sign from new_rows union all select *, -1 from old_rows) c
    where c.status = 'SENT' and c.date_sent is not null
    group by 1, 3, 4 having sum(c.sign) <> 0;
  return null;
end
$$;
create trigger count_changes after update on queue_items referencing old table as old_rows new table as new_rows
  for each statement execute function count_sent_changes();

-- What is there already. The owner is held by row-level security like everybody, so it is lifted for this moment.
alter table invitations no force row level security;
alter table queue_items no force row level security;
alter table daily_counts no force row level security;
insert into daily_counts (company_id, subject, day, person, amount)
  select i.company_id, d.subject, d.day, i.person, count(*)
  from invitations i cross join invitation_days(i.status, i.invited_at, i.accepted_at) d
  group by 1, 2, 3, 4;
insert into daily_counts (company_id, subject, day, person, amount)
  select company_id, 'sent', amsterdam_day(date_sent), coalesce(flow_key, ''), count(*)
  from queue_items where status = 'SENT' and date_sent is not null group by 1, 3, 4;
alter table invitations force row level security;
alter table queue_items force row level security;
alter table daily_counts force row level security;

-- One start of a workflow at a time: of two people who press the button, the second is told.
create unique index workflow_runs_open on workflow_runs (company_id, workflow_id) where outcome is null;
