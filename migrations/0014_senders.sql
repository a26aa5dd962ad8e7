-- Account managers' names as senders compare them: case and white space are ignored.
create function sender_key(name text) returns text
  language sql immutable parallel safe
  return left(lower(btrim(regexp_replace(coalesce(name, ''), '\s+', ' ', 'g'))), 200);

-- A sender is the colleague in whose name messages and invitations are sent. The rules when they may be sent are evaluated by
-- src/server/features/queue/planner.ts only.
create table senders (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default new_id(),
  name text not null,
  user_id uuid references users (id) on delete set null,
  register text not null default 'je' check (register in ('je', 'u')),
  hours jsonb not null default '{"days": [1, 2, 3, 4, 5], "from": "08:30", "until": "17:30", "holidays": false}',
  caps jsonb not null default '{"invitationsPerDay": 20, "invitationsPerWeek": 100, "messagesPerDay": 40}',
  -- Minutes between two sends, at least and at most.
  spacing jsonb not null default '{"invitations": [3, 8], "messages": [1, 4]}',
  -- The day from which the invitations of a new account ramp up; null without a ramp.
  ramp_started_on date,
  hold_until timestamptz,
  hold_reason text,
  -- Stored by the send before: the spacing holds for all processes.
  next_message_at timestamptz,
  next_invitation_at timestamptz,
  -- Until then the stored plans of this sender (queue_plans) are right, unless plan_changes has a row; null before the first plan.
  plans_valid_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
);
create index senders_user on senders (company_id, user_id) where user_id is not null;
call protect_tenant_table('senders');
call keep_rows_on_erasure('senders', 'it is about colleagues, not about leads');

-- The names under which a sender occurs in the data. A merge gives the names of one sender to another.
create table sender_names (
  company_id uuid not null,
  name_key text not null,
  name text not null,
  sender_id uuid not null,
  primary key (company_id, name_key),
  foreign key (company_id, sender_id) references senders (company_id, id) on delete cascade
);
create index sender_names_sender on sender_names (company_id, sender_id);
call protect_tenant_table('sender_names');
call keep_rows_on_erasure('sender_names', 'it is about colleagues, not about leads');

-- Adds a sender for each name that no sender has yet. Sorted, so that two transactions with the same new names do not deadlock.
create function add_senders(company uuid, names text[]) returns void language plpgsql as $$
begin
  with missing as (
    select sender_key(given) as name_key, min(btrim(given)) as name from unnest(names) as given
    where given is not null and not exists (
      select from sender_names s where s.company_id = company and s.name_key = sender_key(given))
    group by 1
  ), added as (
    insert into sender_names (company_id, name_key, name, sender_id)
    select company, name_key, left(name, 200), new_id() from missing order by name_key
    on conflict do nothing returning sender_id, name
  )
  insert into senders (company_id, id, name)
  select company, sender_id, case name when '' then 'Zonder accountmanager' else name end from added;
end
$$;

-- The argument is the column with the name. A queue item without a name has a sender too: the limits hold for every part.
create function add_senders_of_inserted() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'queue_items' then
    perform add_senders(company_id, array_agg(distinct coalesce(message_flow, ''))) from changed group by company_id;
  elsif tg_table_name = 'messages' then
    perform add_senders(company_id, array_agg(distinct nullif(btrim(message_flow), ''))) from changed group by company_id;
  elsif tg_table_name = 'invitations' then
    perform add_senders(company_id, array_agg(distinct nullif(btrim(connected_with), ''))) from changed group by company_id;
  else
    perform add_senders(company_id, array_agg(distinct nullif(btrim(account_manager), ''))) from changed group by company_id;
  end if;
  return null;
end
$$;
create trigger add_senders after insert on queue_items referencing new table as changed
  for each statement execute function add_senders_of_inserted();
create trigger add_senders after insert on messages referencing new table as changed
  for each statement execute function add_senders_of_inserted();
create trigger add_senders after insert on invitations referencing new table as changed
  for each statement execute function add_senders_of_inserted();
create trigger add_senders after insert on prompts referencing new table as changed
  for each statement execute function add_senders_of_inserted();

-- Names rarely change: a trigger per row with a condition costs nothing otherwise.
create function add_sender_of_updated() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'queue_items' then
    perform add_senders(new.company_id, array[coalesce(new.message_flow, '')]);
  elsif tg_table_name = 'messages' then
    perform add_senders(new.company_id, array[nullif(btrim(new.message_flow), '')]);
  elsif tg_table_name = 'invitations' then
    perform add_senders(new.company_id, array[nullif(btrim(new.connected_with), '')]);
  else
    perform add_senders(new.company_id, array[nullif(btrim(new.account_manager), '')]);
  end if;
  return null;
end
$$;
create trigger add_renamed_sender after update on queue_items for each row
  when (old.message_flow is distinct from new.message_flow) execute function add_sender_of_updated();
create trigger add_renamed_sender after update on messages for each row
  when (old.message_flow is distinct from new.message_flow) execute function add_sender_of_updated();
create trigger add_renamed_sender after update on invitations for each row
  when (old.connected_with is distinct from new.connected_with) execute function add_sender_of_updated();
create trigger add_renamed_sender after update on prompts for each row
  when (old.account_manager is distinct from new.account_manager) execute function add_sender_of_updated();

alter table queue_items
  -- The channel under which the part was queued, and by which it is sent.
  add column channel text check (channel in ('airtable', 'webhook', 'linkedin')),
  add column sender_key text not null generated always as (sender_key(message_flow)) stored,
  -- A user chose to send it now: it does not wait for working hours or spacing.
  add column send_now boolean not null default false;
comment on column queue_items.channel is 'not erased';
comment on column queue_items.send_now is 'not erased';

-- Forced row-level security applies to the owner, who fills the new columns and tables here.
alter table queue_items no force row level security;
alter table messages no force row level security;
alter table invitations no force row level security;
alter table prompts no force row level security;
alter table senders no force row level security;
alter table sender_names no force row level security;
update queue_items q set channel = c.delivery_channel from companies c where c.id = q.company_id;
select add_senders(company_id, array_agg(name)) from (
  select distinct company_id, coalesce(message_flow, '') as name from queue_items
  union select company_id, nullif(btrim(message_flow), '') from messages
  union select company_id, nullif(btrim(connected_with), '') from invitations
  union select company_id, nullif(btrim(account_manager), '') from prompts
) as named group by company_id;
alter table queue_items force row level security;
alter table messages force row level security;
alter table invitations force row level security;
alter table prompts force row level security;
alter table senders force row level security;
alter table sender_names force row level security;
alter table queue_items alter column channel set not null;

create function set_queue_channel() returns trigger language plpgsql as $$
begin
  select c.delivery_channel into new.channel from companies c where c.id = new.company_id;
  return new;
end
$$;
create trigger set_channel before insert on queue_items for each row when (new.channel is null)
  execute function set_queue_channel();

create index queue_items_sender_due on queue_items (company_id, sender_key, due_sort_key, id) where status = 'QUEUED';
create index queue_items_sender_sent on queue_items (company_id, sender_key, sent_sort_key) where status = 'SENT';
grant select (channel, send_now) on queue_items to usa_platform;

-- When each queued part is expected to be sent and which rule decides that, as the planner computed it: a list of 100 parts
-- depends on all earlier parts of their senders, so it reads stored plans.
create table queue_plans (
  company_id uuid not null,
  queue_item_id uuid not null,
  planned_at timestamptz,
  wait_code text,
  wait_text text,
  primary key (company_id, queue_item_id),
  foreign key (company_id, queue_item_id) references queue_items (company_id, id) on delete cascade
) with (fillfactor = 80);
call protect_tenant_table('queue_plans');
call keep_rows_on_erasure('queue_plans', 'it holds times and names of rules');

-- Changes since the plans of a sender were computed. Only inserted here, so that no transaction waits for another; the
-- computation deletes the rows that it has seen.
create table plan_changes (
  company_id uuid not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  sender_key text not null,
  primary key (company_id, id)
);
call protect_tenant_table('plan_changes');
call keep_rows_on_erasure('plan_changes', 'it holds names of colleagues');

create function note_inserted_parts() returns trigger language plpgsql as $$
begin
  insert into plan_changes (company_id, sender_key) select distinct company_id, sender_key from changed;
  return null;
end
$$;
create trigger note_inserted_parts after insert on queue_items referencing new table as changed
  for each statement execute function note_inserted_parts();

create function note_updated_parts() returns trigger language plpgsql as $$
begin
  insert into plan_changes (company_id, sender_key)
    select distinct n.company_id, unnest(array[n.sender_key, o.sender_key])
    from new_rows n join old_rows o on o.company_id = n.company_id and o.id = n.id
    where (n.status in ('QUEUED', 'SENDING') or o.status in ('QUEUED', 'SENDING'))
      and (n.status, n.date_due, n.paused, n.send_now, n.remote_status, n.cancel_requested_at, n.channel, n.sender_key, n.lead_id)
      is distinct from (o.status, o.date_due, o.paused, o.send_now, o.remote_status, o.cancel_requested_at, o.channel, o.sender_key, o.lead_id);
  return null;
end
$$;
create trigger note_updated_parts after update on queue_items referencing old table as old_rows new table as new_rows
  for each statement execute function note_updated_parts();

-- A reply stops the parts that are still queued for the lead.
create function note_reply() returns trigger language plpgsql as $$
begin
  insert into plan_changes (company_id, sender_key) select distinct company_id, sender_key from queue_items
    where company_id = new.company_id and lead_id = new.lead_id and status = 'QUEUED';
  return null;
end
$$;
create trigger note_reply after update on messages for each row
  when (old.status is distinct from new.status and new.status in ('interested', 'not_interested', 'neutral'))
  execute function note_reply();

-- A newer row of the same sender makes the older ones superfluous.
create function compact_plan_changes() returns trigger language plpgsql as $$
declare
  company uuid := current_company();
begin
  if random() < 0.01 and pg_try_advisory_xact_lock(hashtextextended('plan_changes ' || company, 0)) then
    delete from plan_changes p where p.company_id = company and exists (
      select from plan_changes newer
      where newer.company_id = company and newer.sender_key = p.sender_key and newer.id > p.id);
  end if;
  return null;
end
$$;
create trigger compact_plan_changes after insert on plan_changes for each statement execute function compact_plan_changes();
