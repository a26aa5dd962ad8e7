create table messages (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default new_id(),
  lead_id uuid,
  message_type text not null check (message_type in ('icebreaker', 'followup')),
  -- The name of the account manager for whom the message was written; "Flow" in Airtable.
  message_flow text,
  status text not null default 'pending' check (status in ('pending', 'rewritten', 'edited', 'approved', 'sent', 'connected',
    'interested', 'not_interested', 'neutral', 'error', 'cancelled')),
  content text not null default '',
  sentiment text,
  motivation_rating text,
  feedback text,
  -- A new text was requested and has not arrived yet.
  regenerating boolean not null default false,
  -- When the text was written, according to Airtable. created_at is when the row was inserted here.
  date_created timestamptz not null default now(),
  due_ice_breaker timestamptz,
  due_message_1 timestamptz,
  due_message_2 timestamptz,
  due_follow_up_1 timestamptz,
  due_follow_up_2 timestamptz,
  due_follow_up_3 timestamptz,
  send_requested_at timestamptz,
  rerun_requested_at timestamptz,
  cancel_requested_at timestamptz,
  sent_at timestamptz,
  -- Who last changed the message, and when: a user's name or 'Airtable'. Shown in dialogs that are open while the message
  -- changes. updated_at is the time of any write, for example by the erasure of the lead.
  changed_by text,
  changed_at timestamptz,
  -- Incremented with every change of the text; an edit names the version it is based on (optimistic locking).
  content_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The content_version that was current when a new text was requested. The new text replaces only that version, not a
  -- later edit.
  requested_version integer,
  -- Search keys, not for display: the lead's name and company, normalised by normalize_for_search and truncated to 200
  -- characters, because index entries have a maximum size. Triggers maintain them, because joining the lead for each of
  -- 100,000 messages would dominate the list query.
  contact_name text not null default '',
  contact_company text not null default '',
  flow_key text generated always as (left(message_flow, 200)) stored,
  lead_deleted boolean not null default false,
  -- When the message was sent. A message that was imported with a reply status has no sent_at; date_created is used instead.
  effective_sent_at timestamptz generated always as (
    case when status in ('sent', 'connected', 'interested', 'not_interested', 'neutral')
      then coalesce(sent_at, date_created) end) stored,
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id) on delete set null (lead_id)
) with (fillfactor = 85);
create index messages_review on messages (company_id, message_type, date_created desc, id desc)
  include (contact_name, contact_company, flow_key) where status <> 'cancelled' and not lead_deleted;
create index messages_flow on messages (company_id, flow_key, message_type, date_created desc, id desc)
  where status <> 'cancelled' and not lead_deleted;
create index messages_lead on messages (company_id, lead_id);
create index messages_created on messages (company_id, date_created);
create index messages_regenerating on messages (company_id, changed_at) where regenerating;
call protect_tenant_table('messages');
call clear_rows_on_erasure('messages', 'lead_id = any (person.leads)',
  replacement_values => '{"content": "", "sentiment": null, "motivation_rating": null, "feedback": null, "contact_name": "",
    "contact_company": ""}',
  kept_columns => '{lead_id, message_type, message_flow, status, regenerating, date_created, due_ice_breaker, due_message_1,
    due_message_2, due_follow_up_1, due_follow_up_2, due_follow_up_3, send_requested_at, rerun_requested_at,
    cancel_requested_at, sent_at, changed_by, changed_at, content_version, created_at, updated_at, requested_version,
    lead_deleted}');

-- Sets the search keys and lead_deleted. Locks the lead, so that it cannot be renamed between reading its name and storing
-- the message.
create function copy_contact_from_lead() returns trigger language plpgsql as $$
begin
  select left(normalize_for_search(l.full_name), 200), left(normalize_for_search(l.company), 200), l.deleted_at is not null
  into new.contact_name, new.contact_company, new.lead_deleted
  from leads l where l.company_id = new.company_id and l.id = new.lead_id for share;
  if not found then
    new.contact_name := '';
    new.contact_company := '';
    new.lead_deleted := false;
  end if;
  return new;
end
$$;
create trigger copy_contact_from_lead before insert or update of lead_id on messages
  for each row execute function copy_contact_from_lead();

create function copy_contact_to_messages() returns trigger language plpgsql as $$
begin
  update messages set contact_name = left(normalize_for_search(new.full_name), 200),
    contact_company = left(normalize_for_search(new.company), 200), lead_deleted = new.deleted_at is not null
  where company_id = new.company_id and lead_id = new.id;
  return null;
end
$$;
create trigger copy_contact_to_messages after update on leads for each row
  when ((old.full_name, old.company, old.deleted_at is null) is distinct from (new.full_name, new.company, new.deleted_at is null))
  execute function copy_contact_to_messages();

create table message_versions (
  company_id uuid not null,
  message_id uuid not null,
  number integer not null,
  content text not null,
  source text not null check (source in ('original', 'edit', 'approval', 'rewrite', 'airtable')),
  author text not null,
  made_at timestamptz not null,
  -- The feedback with which a rewrite was requested.
  feedback text,
  primary key (company_id, message_id, number),
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade
);
call protect_tenant_table('message_versions');
call delete_rows_on_erasure('message_versions', 'message_id = any (person.messages)');

-- A user's edit of one section of a message.
create table adjustments (
  company_id uuid not null,
  id uuid not null default new_id(),
  message_id uuid not null,
  section text not null,
  original text not null,
  edited text not null,
  made_by text not null,
  made_at timestamptz not null,
  -- Set in Airtable by the company's automation after it has used the edit. Only stored here.
  consumed boolean not null default false,
  primary key (company_id, id),
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade
);
create index adjustments_message on adjustments (company_id, message_id);
call protect_tenant_table('adjustments');
call delete_rows_on_erasure('adjustments', 'message_id = any (person.messages)');

-- One section of an approved message: queued until it is sent or cancelled, or until sending fails.
create table queue_items (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default new_id(),
  lead_id uuid,
  message_id uuid,
  -- The header of the section, such as 'Ice Breaker'; "Message Name" in Airtable.
  message_name text not null,
  text text not null default '',
  message_flow text,
  status text not null default 'QUEUED' check (status in ('QUEUED', 'SENDING', 'SENT', 'CANCELLED', 'ERROR')),
  date_due timestamptz,
  date_sent timestamptz,
  -- Set in one conditional update by the worker that sends the item, so that it is sent once. Each claim has a new id.
  claim_id uuid,
  claimed_at timestamptz,
  -- Why sending failed, as shown to users.
  problem text,
  paused boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Never null: keyset pagination compares with the key of the last row, and a comparison with null finds nothing.
  due_sort_key timestamptz generated always as (coalesce(date_due, 'infinity')) stored,
  sent_sort_key timestamptz generated always as (coalesce(date_sent, '-infinity')) stored,
  flow_key text generated always as (left(message_flow, 200)) stored,
  -- The user who paused it; it stays paused until a user resumes it. Null if it is paused because an earlier part was not sent.
  paused_by text,
  -- The date_due of an item that a user paused. date_due is null meanwhile, so that the company's automation does not send it.
  due_before_pause timestamptz,
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id) on delete set null (lead_id),
  foreign key (company_id, message_id) references messages (company_id, id) on delete set null (message_id)
) with (fillfactor = 85);
create index queue_items_due on queue_items (company_id, status, due_sort_key, id) where status in ('QUEUED', 'ERROR');
create index queue_items_due_flow on queue_items (company_id, status, flow_key, due_sort_key, id) where status in ('QUEUED', 'ERROR');
create index queue_items_sent on queue_items (company_id, sent_sort_key desc, id desc) where status = 'SENT';
create index queue_items_sent_flow on queue_items (company_id, flow_key, sent_sort_key desc, id desc) where status = 'SENT';
create index queue_items_sending on queue_items (company_id, claimed_at) where status = 'SENDING';
create index queue_items_lead on queue_items (company_id, lead_id);
create index queue_items_message on queue_items (company_id, message_id);
create unique index queue_items_unique_part on queue_items (company_id, message_id, message_name)
  where message_id is not null and status in ('QUEUED', 'SENDING', 'SENT');
call protect_tenant_table('queue_items');
call clear_rows_on_erasure('queue_items', 'id = any (person.queue_items)',
  replacement_values => '{"text": "", "problem": null}',
  kept_columns => '{lead_id, message_id, message_name, message_flow, status, date_due, date_sent, claim_id, claimed_at,
    paused, created_at, updated_at, paused_by, due_before_pause}');
-- The scheduler looks for due items in all companies; it cannot read texts or recipients.
create policy schedule on queue_items for select to usa_platform using (status in ('QUEUED', 'SENDING'));
grant select (company_id, status, paused, due_sort_key, claimed_at) on queue_items to usa_platform;

create table delivery_attempts (
  company_id uuid not null,
  id uuid not null default new_id(),
  queue_item_id uuid not null,
  channel text not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- not_sent: certainly not delivered, will be retried; refused: final; unknown: a user decides.
  outcome text check (outcome in ('accepted', 'refused', 'unknown', 'not_sent')),
  detail text,
  primary key (company_id, id),
  foreign key (company_id, queue_item_id) references queue_items (company_id, id) on delete cascade
);
create index delivery_attempts_item on delivery_attempts (company_id, queue_item_id);
create index delivery_attempts_recent on delivery_attempts (company_id, started_at desc);
call protect_tenant_table('delivery_attempts');
call clear_rows_on_erasure('delivery_attempts', 'queue_item_id = any (person.queue_items)',
  replacement_values => '{"detail": null}', kept_columns => '{queue_item_id, channel, started_at, finished_at, outcome}');

-- The tab of the meetings screen, as meetingTab in src/contract/meeting-status.ts.
create function meeting_tab(status text) returns text
  language sql immutable parallel safe
  return case upper(replace(btrim(status, E' \t\r\n'), ' ', '_'))
    when '' then 'new' when 'NEW' then 'new' when 'TO_PROCESS' then 'toProcess' when 'PRIVE' then 'private'
    when 'IGNORED' then 'ignored' when 'PROCESSED' then 'processed' when 'RERUN' then 'processed'
    when 'DELETED' then 'deleted' else 'other' end;

-- The visible text of a piece of HTML. Inline tags do not separate words, all others do.
create function html_to_text(html text) returns text
  language sql immutable parallel safe
  return replace(replace(replace(replace(replace(regexp_replace(regexp_replace(coalesce(html, ''),
    '</?(a|abbr|b|code|em|i|mark|s|small|span|strong|sub|sup|u)(\s[^>]*)?>', '', 'gi'), '<[^>]*>', ' ', 'g'),
    '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&');

create function extract_email_addresses(input text) returns text[]
  language sql immutable parallel safe
  return array(select distinct lower(found[1])
    from regexp_matches(coalesce(input, ''), '[[:alnum:]._%+''-]+@[[:alnum:].-]+\.[[:alpha:]]{2,}', 'g') found order by 1);

create table meetings (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default new_id(),
  meeting_name text not null default '',
  status text not null default 'NEW',
  type text,
  meeting_owner text,
  transcript_id text,
  transcript_url text,
  meeting_url text,
  hubspot_url text,
  meeting_date timestamptz,
  transcription_date timestamptz,
  summary text,
  sales_opportunities text,
  follow_up_interests text,
  action_items text,
  attendees text,
  report text,
  has_report boolean generated always as (report is not null) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  tab text not null generated always as (meeting_tab(status)) stored,
  -- Never null, for keyset pagination (see queue_items). Meetings without a date come last.
  list_sort_key timestamptz not null generated always as (case meeting_tab(status)
    when 'processed' then coalesce(transcription_date, meeting_date, '-infinity') else created_at end) stored,
  owner_key text generated always as (left(meeting_owner, 200)) stored,
  attendee_emails text[] not null generated always as (extract_email_addresses(attendees)) stored,
  -- The fields are separated by a character that cannot be typed (U+001F).
  search_text text not null generated always as (normalize_for_search(
    meeting_name || E'\x1f' || coalesce(meeting_owner, '') || E'\x1f' || coalesce(type, '') || E'\x1f'
    || coalesce(attendees, '') || E'\x1f' || coalesce(summary, '') || E'\x1f' || html_to_text(action_items) || E'\x1f'
    || html_to_text(sales_opportunities) || E'\x1f' || html_to_text(follow_up_interests))) stored,
  primary key (company_id, id)
);
create index meetings_all on meetings (company_id, list_sort_key desc, id desc) where tab <> 'deleted';
create index meetings_tab on meetings (company_id, tab, list_sort_key desc, id desc);
create index meetings_owner on meetings (company_id, tab, owner_key, list_sort_key desc, id desc);
call protect_tenant_table('meetings');
call delete_rows_on_erasure('meetings', 'id = any (person.meetings)');

create table prompts (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default new_id(),
  prompt_name text not null default '',
  account_manager text,
  prompt text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Ordered by category, which is the first match in this list, then by name; truncated, because index entries have a maximum
  -- size.
  list_sort_key text not null generated always as (case
    when strpos(lower(prompt_name), 'icebreaker') > 0 then '1' when strpos(lower(prompt_name), 'follow-up') > 0 then '2'
    when strpos(lower(prompt_name), 'informatie') > 0 then '3' when strpos(lower(prompt_name), 'linkedin') > 0 then '4'
    else '5' end || ' ' || lower(left(prompt_name, 60))) stored,
  primary key (company_id, id)
);
create index prompts_order on prompts (company_id, list_sort_key, id);
call protect_tenant_table('prompts');
call keep_rows_on_erasure('prompts', 'it holds instructions for all leads');

create table prompt_versions (
  company_id uuid not null,
  prompt_id uuid not null,
  number integer not null,
  prompt text not null,
  source text not null check (source in ('original', 'edit', 'restore', 'airtable')),
  author text not null,
  made_at timestamptz not null,
  primary key (company_id, prompt_id, number),
  foreign key (company_id, prompt_id) references prompts (company_id, id) on delete cascade
);
call protect_tenant_table('prompt_versions');
call keep_rows_on_erasure('prompt_versions', 'it holds instructions for all leads');

create table invitations (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default new_id(),
  lead_id uuid,
  -- The colleague who invited the lead, also while the invitation is queued; "Connected With" in Airtable.
  connected_with text,
  status text not null default 'QUEUED' check (status in ('QUEUED', 'ON_HOLD', 'SENT', 'ACCEPTED')),
  queued_at timestamptz,
  invited_at timestamptz,
  accepted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The colleague (connected_with), by which the statistics group; truncated, because index entries have a maximum size.
  person text generated always as (left(coalesce(connected_with, ''), 200)) stored,
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade
);
create index invitations_accepted on invitations (company_id, accepted_at desc, id desc) where accepted_at is not null;
create index invitations_invited on invitations (company_id, invited_at) where invited_at is not null;
create index invitations_waiting on invitations (company_id, status) where status in ('QUEUED', 'ON_HOLD');
create index invitations_lead on invitations (company_id, lead_id);
create index invitations_connected_with on invitations (company_id, connected_with, accepted_at desc, id desc)
  where accepted_at is not null;
call protect_tenant_table('invitations');
call clear_rows_on_erasure('invitations', 'lead_id = any (person.leads)', replacement_values => '{}',
  kept_columns => '{lead_id, connected_with, status, queued_at, invited_at, accepted_at, created_at, updated_at}');

-- A run records the request that starts a workflow; the workflow itself is not followed.
create table workflow_runs (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default new_id(),
  workflow_id text not null,
  started_by text not null,
  started_at timestamptz not null,
  -- When the request was answered.
  finished_at timestamptz,
  outcome text check (outcome in ('started', 'failed', 'unknown')),
  detail text,
  primary key (company_id, id)
);
create index workflow_runs_recent on workflow_runs (company_id, workflow_id, started_at desc);
-- One request per workflow at a time: a second user who presses the button gets a conflict.
create unique index workflow_runs_unfinished on workflow_runs (company_id, workflow_id) where outcome is null;
call protect_tenant_table('workflow_runs');
call keep_rows_on_erasure('workflow_runs', 'a workflow is about all leads of a company');
