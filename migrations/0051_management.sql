-- Results per industry. The industry is that of the lead when the invitation or message was made: it stays, so that a later change
-- or deletion of the lead does not move results from one industry to another.
alter table invitations add column industry text;
comment on column invitations.industry is 'erased to null';
alter table messages add column industry text;
comment on column messages.industry is 'erased to null';

create function set_industry() returns trigger language plpgsql as $$
begin
  select left(btrim(l.industry), 100) into new.industry from leads l where l.company_id = new.company_id and l.id = new.lead_id;
  return new;
end
$$;

alter table invitations no force row level security;
alter table messages no force row level security;
alter table leads no force row level security;
update invitations i set industry = left(btrim(l.industry), 100) from leads l
  where l.company_id = i.company_id and l.id = i.lead_id and l.industry is not null;
update messages m set industry = left(btrim(l.industry), 100) from leads l
  where l.company_id = m.company_id and l.id = m.lead_id and l.industry is not null;

create trigger set_industry before insert on invitations for each row execute function set_industry();
create trigger set_industry before insert on messages for each row execute function set_industry();

-- Differences like the counters, see 0007.
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

insert into industry_results (company_id, kind, day, industry, sent, responses)
  select m.company_id, r.kind, r.day, coalesce(m.industry, ''), count(*), sum(r.responded)
  from messages m cross join message_result(m.message_type, m.effective_sent_at, m.flow_key, m.date_created, m.status) r
  group by 1, 2, 3, 4
  union all
  select i.company_id, r.kind, r.day, coalesce(i.industry, ''), count(*), sum(r.responded)
  from invitations i cross join invitation_result(i.person, i.invited_at, i.accepted_at) r group by 1, 2, 3, 4;
alter table invitations force row level security;
alter table messages force row level security;
alter table leads force row level security;

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
    from changed c cross join message_result(c.message_type, c.effective_sent_at, c.flow_key, c.date_created, c.status) r
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
      cross join message_result(c.message_type, c.effective_sent_at, c.flow_key, c.date_created, c.status) r
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

-- The last steps of the funnel are few: an index answers them.
create index meetings_date on meetings (company_id, meeting_date) include (owner_key) where tab <> 'deleted';
create index leads_clients on leads (company_id, classified_at) where classification = 'CLIENT';

-- What a company wants to reach in a calendar month.
create table monthly_goals (
  company_id uuid not null references companies (id) on delete cascade,
  measure text not null check (measure in ('invited', 'accepted', 'replied', 'meetings', 'clients')),
  target integer not null check (target > 0),
  primary key (company_id, measure)
);
call protect_tenant_table('monthly_goals');
call keep_rows_on_erasure('monthly_goals', 'it holds targets of a company');

-- Whether the user gets the results of the past week by mail, on Monday.
alter table users add column wants_weekly_mail boolean not null default false;
comment on column users.wants_weekly_mail is 'not erased';
grant select (wants_weekly_mail) on users to usa_tenant;
