-- A text as it is searched: without case, accents and stray blanks, so that "jose" finds "José".
create function searchable(given text) returns text
  language sql immutable parallel safe
  return translate(lower(regexp_replace(normalize(regexp_replace(btrim(coalesce(given, '')), '\s+', ' ', 'g'), NFKD),
    '[\u0300-\u036f]', '', 'g')), 'øłđı', 'oldi');

-- A deleted lead is one of the class DELETED, whoever gave it that class.
create function keep_deletion() returns trigger language plpgsql as $$
begin
  new.deleted_at := case when new.classification = 'DELETED' then coalesce(new.deleted_at, now()) end;
  return new;
end
$$;
create trigger keep_deletion before insert or update of classification, deleted_at on leads
  for each row execute function keep_deletion();

-- What lists of messages are filtered by, kept with the message: looking it up in the lead for each of 100,000 messages
-- would take longer than everything else. Cut off, because an index takes no endless text.
alter table messages
  add column contact_name text not null default '',
  add column contact_company text not null default '',
  add column flow_key text generated always as (left(message_flow, 200)) stored,
  add column lead_gone boolean not null default false;

-- The lead is held, so that a new name cannot slip in between reading it here and storing the message.
create function read_contact() returns trigger language plpgsql as $$
begin
  select left(searchable(l.full_name), 200), left(searchable(l.company), 200), l.deleted_at is not null
  into new.contact_name, new.contact_company, new.lead_gone
  from leads l where l.company_id = new.company_id and l.id = new.lead_id for share;
  if not found then
    new.contact_name := '';
    new.contact_company := '';
    new.lead_gone := false;
  end if;
  return new;
end
$$;
create trigger read_contact before insert or update of lead_id on messages
  for each row execute function read_contact();

create function spread_contact() returns trigger language plpgsql as $$
begin
  update messages set contact_name = left(searchable(new.full_name), 200),
    contact_company = left(searchable(new.company), 200), lead_gone = new.deleted_at is not null
  where company_id = new.company_id and lead_id = new.id;
  return null;
end
$$;
create trigger spread_contact after update on leads for each row
  when ((old.full_name, old.company, old.deleted_at is null) is distinct from (new.full_name, new.company, new.deleted_at is null))
  execute function spread_contact();

drop index messages_review;
create index messages_review on messages (company_id, message_type, date_created desc, id desc)
  include (contact_name, contact_company, flow_key) where status <> 'cancelled' and not lead_gone;
create index messages_flow on messages (company_id, flow_key, message_type, date_created desc, id desc)
  where status <> 'cancelled' and not lead_gone;

-- What was said about a text when another one was asked for.
alter table message_versions add column feedback text;

-- Rows without a date come last, and a page must be able to begin behind any row: an order that is never null.
alter table queue_items
  add column due_order timestamptz generated always as (coalesce(date_due, 'infinity')) stored,
  add column sent_order timestamptz generated always as (coalesce(date_sent, '-infinity')) stored,
  add column flow_key text generated always as (left(message_flow, 200)) stored;
drop index queue_items_due, queue_items_sent;
create index queue_items_due on queue_items (company_id, status, due_order, id) where status in ('QUEUED', 'ERROR');
create index queue_items_due_flow on queue_items (company_id, status, flow_key, due_order, id) where status in ('QUEUED', 'ERROR');
create index queue_items_sent on queue_items (company_id, sent_order desc, id desc) where status = 'SENT';
create index queue_items_sent_flow on queue_items (company_id, flow_key, sent_order desc, id desc) where status = 'SENT';
create index queue_items_sending on queue_items (company_id, claimed_at) where status = 'SENDING';
create index delivery_attempts_recent on delivery_attempts (company_id, started_at desc);

-- Who has something to send spans companies. It is asked without a look at what, or to whom.
create policy schedule on queue_items for select to usa_platform using (status in ('QUEUED', 'SENDING'));
grant select (company_id, status, paused, due_order, claimed_at) on queue_items to usa_platform;

-- How many there are of each kind, as changes to be added up: counting 300,000 rows takes 80 ms. Everybody only adds
-- lines, so nobody waits for anybody; now and then whoever adds some adds them all up.
create table tallies (
  company_id uuid not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  subject text not null check (subject in ('messages', 'queue')),
  kind text not null,
  status text not null,
  flow text,
  amount integer not null,
  primary key (company_id, id)
);
call protect_tenant_table('tallies');

create function add_up_tallies() returns trigger language plpgsql as $$
declare
  company uuid := current_company();
begin
  if random() < 0.01 and pg_try_advisory_xact_lock(hashtextextended('tallies ' || company, 0)) then
    with gone as (delete from tallies where company_id = company returning *)
    insert into tallies (company_id, subject, kind, status, flow, amount)
      select company, subject, kind, status, flow, sum(amount) from gone
      group by subject, kind, status, flow having sum(amount) <> 0;
  end if;
  return null;
end
$$;
create trigger add_up after insert on tallies for each statement execute function add_up_tallies();

-- Rows may go because their company does; then there is nothing left to count for.
create function tally_messages() returns trigger language plpgsql as $$
begin
  insert into tallies (company_id, subject, kind, status, flow, amount)
    select company_id, 'messages', message_type, status, flow_key, tg_argv[0]::integer * count(*) from changed
    where status <> 'cancelled' and not lead_gone and exists (select from companies c where c.id = company_id)
    group by company_id, message_type, status, flow_key;
  return null;
end
$$;
create trigger tally_new after insert on messages referencing new table as changed
  for each statement execute function tally_messages('1');
create trigger tally_gone after delete on messages referencing old table as changed
  for each statement execute function tally_messages('-1');

create function tally_message_changes() returns trigger language plpgsql as $$
begin
  insert into tallies (company_id, subject, kind, status, flow, amount)
    select company_id, 'messages', message_type, status, flow_key, sum(sign)
    from (select *, 1 as sign from new_rows union all select *, -1 from old_rows) changed
    where status <> 'cancelled' and not lead_gone group by company_id, message_type, status, flow_key
    having sum(sign) <> 0;
  return null;
end
$$;
create trigger tally_changes after update on messages referencing old table as old_rows new table as new_rows
  for each statement execute function tally_message_changes();

create function tally_queue() returns trigger language plpgsql as $$
begin
  insert into tallies (company_id, subject, kind, status, flow, amount)
    select company_id, 'queue', '', status, flow_key, tg_argv[0]::integer * count(*) from changed
    where exists (select from companies c where c.id = company_id) group by company_id, status, flow_key;
  return null;
end
$$;
create trigger tally_new after insert on queue_items referencing new table as changed
  for each statement execute function tally_queue('1');
create trigger tally_gone after delete on queue_items referencing old table as changed
  for each statement execute function tally_queue('-1');

create function tally_queue_changes() returns trigger language plpgsql as $$
begin
  insert into tallies (company_id, subject, kind, status, flow, amount)
    select company_id, 'queue', '', status, flow_key, sum(sign)
    from (select *, 1 as sign from new_rows union all select *, -1 from old_rows) changed
    group by company_id, status, flow_key having sum(sign) <> 0;
  return null;
end
$$;
create trigger tally_changes after update on queue_items referencing old table as old_rows new table as new_rows
  for each statement execute function tally_queue_changes();
