-- Keys with which other programs call the API for a company. Only the hash of a key is stored.
create table api_keys (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  name text not null,
  scope text not null check (scope in ('read', 'write')),
  token_hash bytea not null,
  -- The last four characters of the key, by which a user recognises it.
  token_ending text not null,
  created_by text not null,
  -- The list of keys warns when this user is no longer active. The key belongs to the company and keeps working.
  created_by_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (company_id, id)
);
create index api_keys_token on api_keys (token_hash);
call protect_tenant_table('api_keys');
call keep_rows_on_erasure('api_keys', 'it is about users of the product, not about leads');
-- A key is looked up by its hash, before the company is known.
create policy platform on api_keys to usa_platform using (true) with check (true);
grant select, update (last_used_at) on api_keys to usa_platform;

-- Outgoing webhooks: addresses of a company's own programs, which are told what happens in the workspace. Triggers write
-- the events, in the transaction of the change and whoever makes it: a user, an API key or the Airtable sync. The worker
-- delivers them.
create table webhooks (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  url text not null,
  events text[] not null,
  secret_encrypted text not null,
  is_active boolean not null default true,
  -- Why the product itself made it inactive, as shown to users.
  problem text,
  -- When the company's admins were told that deliveries fail; null after a delivery that succeeded.
  failure_mailed_at timestamptz,
  -- When deliveries were sent again in the last hour, because their number is limited.
  resent_at timestamptz[] not null default '{}',
  created_at timestamptz not null,
  primary key (company_id, id)
);
call protect_tenant_table('webhooks');
call keep_rows_on_erasure('webhooks', 'it is about programs of a company, not about leads');
-- For the rotation of APP_SECRET.
create policy platform on webhooks to usa_platform using (true) with check (true);
grant select (company_id, id, secret_encrypted), update (secret_encrypted) on webhooks to usa_platform;

create table webhook_events (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default new_id(),
  type text not null,
  occurred_at timestamptz not null default now(),
  -- The message, queued part, lead or meeting that the event is about.
  subject_id uuid not null,
  lead_id uuid,
  -- As webhookPayloads in src/contract/webhooks.ts.
  data jsonb not null,
  primary key (company_id, id)
);
create index webhook_events_subject on webhook_events (company_id, subject_id);
create index webhook_events_lead on webhook_events (company_id, lead_id);
create index webhook_events_age on webhook_events (occurred_at);
call protect_tenant_table('webhook_events');
call delete_rows_on_erasure('webhook_events', 'lead_id = any (person.leads) or subject_id = any (person.meetings)');
-- A job deletes the events of all companies after 30 days, with their deliveries. It cannot read the data.
create policy purge on webhook_events for delete to usa_platform using (occurred_at < now() - interval '30 days');
create policy find_purgeable on webhook_events for select to usa_platform using (occurred_at < now() - interval '30 days');
grant select (company_id, occurred_at), delete on webhook_events to usa_platform;

create table webhook_deliveries (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default new_id(),
  webhook_id uuid not null,
  event_id uuid not null,
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- While a worker attempts it: when another may take over.
  next_attempt_at timestamptz not null,
  attempted_at timestamptz,
  response_status integer,
  problem text,
  primary key (company_id, id),
  foreign key (company_id, webhook_id) references webhooks (company_id, id) on delete cascade,
  foreign key (company_id, event_id) references webhook_events (company_id, id) on delete cascade
);
create index webhook_deliveries_due on webhook_deliveries (company_id, next_attempt_at) where status = 'waiting';
create index webhook_deliveries_log on webhook_deliveries (company_id, webhook_id, id desc);
create index webhook_deliveries_event on webhook_deliveries (company_id, event_id);
call protect_tenant_table('webhook_deliveries');
call keep_rows_on_erasure('webhook_deliveries', 'it has no data of the event, and is deleted with it');
create policy schedule on webhook_deliveries for select to usa_platform using (status = 'waiting');
grant select (company_id, status, next_attempt_at) on webhook_deliveries to usa_platform;

-- Stores an event for the webhooks that want it. An event of a change that can be undone waits for the end of the undo
-- period (UNDO_SECONDS in src/contract/undo.ts).
create procedure emit_webhook_event(
  company uuid, event_type text, subject uuid, lead uuid, event_data jsonb, can_be_undone boolean) language plpgsql as $$
declare
  event uuid;
begin
  if not exists (
    select from webhooks w where w.company_id = company and w.is_active and event_type = any (w.events)) then
    return;
  end if;
  insert into webhook_events (company_id, type, subject_id, lead_id, data)
    values (company, event_type, subject, lead, event_data) returning id into event;
  insert into webhook_deliveries (company_id, webhook_id, event_id, next_attempt_at)
    select company, w.id, event, now() + case when can_be_undone then interval '10 seconds' else interval '0' end
    from webhooks w where w.company_id = company and w.is_active and event_type = any (w.events);
  perform pg_notify('webhook_events', json_build_object('companyId', company)::text);
end
$$;

-- Deletes an event of the undo period that no webhook has been called for yet, because the change was undone. Returns whether there
-- was one.
create function withdraw_webhook_event(company uuid, event_type text, subject uuid, required_data jsonb) returns boolean
  language plpgsql as $$
begin
  delete from webhook_events e
  where e.company_id = company and e.type = event_type and e.subject_id = subject and e.data @> required_data
    and e.occurred_at > now() - interval '10 seconds'
    and not exists (select from webhook_deliveries d where d.company_id = company and d.event_id = e.id and d.attempts > 0);
  return found;
end
$$;

-- Whether the transaction undoes an action (claimUndoable in src/server/features/undo/undo.queries.ts).
create function is_undo() returns boolean language sql stable
  return coalesce(current_setting('app.is_undo', true), '') = 'true';

-- The fields of a lead in the data of an event; null when there is no such lead.
create function webhook_lead(tenant uuid, lead uuid) returns jsonb language sql stable
  return (select jsonb_build_object('leadId', l.id, 'providerId', l.provider_id, 'fullName', l.full_name)
    from (values (1)) one (n) left join leads l on l.company_id = tenant and l.id = lead);

-- Whether the cancellation that is being undone had withdrawn the event of the approval. An event can be withdrawn within the undo period
-- of ten seconds, and the cancellation can be undone within another one; the other five seconds are for the requests themselves.
create function was_approval_withdrawn(company uuid, message uuid) returns boolean language sql stable
  return exists (select from queue_items q where q.company_id = company and q.message_id = message
      and q.approved_at > now() - interval '25 seconds')
    and not exists (select from webhook_events e where e.company_id = company and e.type = 'message.approved'
      and e.subject_id = message and e.occurred_at > now() - interval '25 seconds');

create function emit_message_event() returns trigger language plpgsql as $$
declare
  event_data jsonb := webhook_lead(new.company_id, new.lead_id) || jsonb_build_object('messageId', new.id,
    'messageType', new.message_type, 'messageFlow', new.message_flow);
begin
  if new.status = 'approved' and is_undo() and not was_approval_withdrawn(new.company_id, new.id) then
    -- The webhooks were called for the approval before the message was cancelled.
    return null;
  elsif new.status = 'approved' then
    call emit_webhook_event(new.company_id, 'message.approved', new.id, new.lead_id, event_data, true);
  elsif is_reply_status(new.status) then
    if is_reply_status(old.status) then
      -- Another judgement replaces one that has not been sent. After the undo of a judgement the webhooks may know the old one.
      perform withdraw_webhook_event(new.company_id, 'message.replied', new.id, jsonb_build_object('sentiment', old.status));
      if new.status = (
        select e.data ->> 'sentiment' from webhook_events e
        where e.company_id = new.company_id and e.type = 'message.replied' and e.subject_id = new.id
          and e.data ->> 'sentiment' is not null
        order by e.occurred_at desc limit 1) then
        return null;
      end if;
    end if;
    -- Of a reply that is judged in the transaction that stores it, because it refuses. A judgement by a user can be undone, after
    -- which the reply is still one.
    delete from webhook_events e
    where e.company_id = new.company_id and e.type = 'message.replied' and e.subject_id = new.id and e.occurred_at = now()
      and e.data @> '{"sentiment": null}';
    call emit_webhook_event(new.company_id, 'message.replied', new.id, new.lead_id,
      event_data || jsonb_build_object('sentiment', new.status), true);
  elsif is_undo() and is_reply_status(old.status) then
    perform withdraw_webhook_event(new.company_id, 'message.replied', new.id, jsonb_build_object('sentiment', old.status));
  elsif old.status = 'approved' and (new.status in ('pending', 'rewritten', 'edited', 'cancelled') or is_undo()) then
    -- Not for sent or error: a fast automation in Airtable handles an approved message before the undo period ends.
    perform withdraw_webhook_event(new.company_id, 'message.approved', new.id, '{}');
  end if;
  return null;
end
$$;
create trigger emit_message_event after update of status on messages for each row
  when (old.status is distinct from new.status) execute function emit_message_event();

-- A reply in a LinkedIn conversation is an event at once, with sentiment null. When the message gets a status that says whether
-- the lead is interested, emit_message_event emits the same type of event again, with that sentiment, after the undo period.
create function emit_conversation_reply() returns trigger language plpgsql as $$
declare
  answered messages;
begin
  select * into answered from messages m
  where m.company_id = new.company_id and m.lead_id = new.lead_id
    and is_sent_status(m.status)
  order by m.sent_at desc nulls last, m.id desc limit 1;
  call emit_webhook_event(new.company_id, 'message.replied', coalesce(answered.id, new.lead_id), new.lead_id,
    webhook_lead(new.company_id, new.lead_id) || jsonb_build_object('messageId', answered.id,
      'messageType', answered.message_type, 'messageFlow', answered.message_flow, 'sentiment', null), false);
  return null;
end
$$;
create trigger emit_conversation_reply after insert on linkedin_messages for each row
  when (not new.is_ours) execute function emit_conversation_reply();

create function emit_sent_event() returns trigger language plpgsql as $$
begin
  call emit_webhook_event(new.company_id, 'message.sent', new.id, new.lead_id,
    webhook_lead(new.company_id, new.lead_id) || jsonb_build_object('queuedMessageId', new.id, 'messageId', new.message_id,
      'messageName', new.message_name, 'messageFlow', new.message_flow,
      'dateSent', to_char(coalesce(new.date_sent, now()) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), false);
  return null;
end
$$;
create trigger emit_sent_event after update of status on queue_items for each row
  when (old.status <> 'SENT' and new.status = 'SENT') execute function emit_sent_event();

create function emit_lead_event() returns trigger language plpgsql as $$
begin
  if not withdraw_webhook_event(new.company_id, 'lead.class_changed', new.id,
    jsonb_build_object('before', new.classification, 'after', old.classification)) then
    call emit_webhook_event(new.company_id, 'lead.class_changed', new.id, new.id, jsonb_build_object('leadId', new.id,
      'providerId', new.provider_id, 'fullName', new.full_name, 'before', old.classification,
      'after', new.classification), true);
  end if;
  return null;
end
$$;
-- Not for an erasure, which also sets the class.
create trigger emit_lead_event after update of classification on leads for each row
  when (old.classification is distinct from new.classification and not new.erased) execute function emit_lead_event();

create function emit_meeting_event() returns trigger language plpgsql as $$
begin
  -- The undo of a rerun restores the status, without a new processing.
  if is_undo() then
    return null;
  end if;
  call emit_webhook_event(new.company_id, 'meeting.processed', new.id, null, jsonb_build_object('meetingId', new.id,
    'meetingName', new.meeting_name, 'meetingOwner', new.meeting_owner, 'type', new.type,
    'meetingDate', to_char(new.meeting_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), false);
  return null;
end
$$;
-- A meeting with status RERUN stays on the tab of processed meetings: that is no event, but its next processing is.
create trigger emit_meeting_event after update of status on meetings for each row
  when (old.status is distinct from new.status and new.tab = 'processed' and upper(btrim(new.status)) <> 'RERUN')
  execute function emit_meeting_event();
