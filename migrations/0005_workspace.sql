-- Ids that grow with time keep the indexes dense. PostgreSQL makes these itself from version 18 on.
create function new_id() returns uuid
  language sql volatile parallel safe
  return encode(
    set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
      placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1),
    'hex')::uuid;

-- What makes a table a tenant's: nobody passes row-level security by, and each company sees its own rows only.
create procedure protect_tenant_table(name text) language plpgsql as $$
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('create policy tenant on %I to usa_tenant using (company_id = (select current_company()))
    with check (company_id = (select current_company()))', name);
  execute format('grant select, insert, update, delete on %I to usa_tenant', name);
end
$$;

create table leads (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default new_id(),
  provider_id text,
  full_name text not null default '',
  linkedin_url text,
  date_added timestamptz not null default now(),
  title text,
  company text,
  website text,
  employees text,
  email text,
  location text,
  industry text,
  hubspot_id text,
  contract_owner text,
  lead_allocated text,
  profile_picture_url text,
  lead_rating smallint check (lead_rating between 0 and 10),
  rated_at timestamptz,
  classification text check (classification in ('COLD', 'NOT INTERESTED', 'NOT RELEVANT', 'CONNECTED', 'DO NOT CONNECT',
    'INTERESTED', 'HOT', 'CLIENT', 'DELETED')),
  classified_at timestamptz,
  motivation text,
  person_profile text,
  html_report text,
  has_report boolean generated always as (html_report is not null) stored,
  -- Deleted leads leave every list and can be restored for a while.
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
) with (fillfactor = 85);
create index leads_recent on leads (company_id, date_added desc, id desc) where deleted_at is null;
create index leads_provider on leads (company_id, provider_id);
create index leads_hot on leads (company_id, classified_at desc, id desc) where deleted_at is null and classification = 'HOT';
create index leads_rated on leads (company_id, rated_at desc, id desc) where deleted_at is null and rated_at is not null;
create index leads_email on leads (company_id, lower(email)) where email is not null;
create index leads_linkedin on leads (company_id, lower(linkedin_url)) where linkedin_url is not null;

create table classification_changes (
  company_id uuid not null,
  id uuid not null default new_id(),
  lead_id uuid not null,
  previous text,
  chosen text,
  changed_at timestamptz not null,
  changed_by text not null,
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade
);
create index classification_changes_lead on classification_changes (company_id, lead_id, changed_at desc);

create table messages (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default new_id(),
  lead_id uuid,
  message_type text not null check (message_type in ('icebreaker', 'followup')),
  message_flow text,
  status text not null default 'pending' check (status in ('pending', 'rewritten', 'edited', 'approved', 'sent', 'connected',
    'interested', 'not_interested', 'neutral', 'error', 'cancelled')),
  content text not null default '',
  sentiment text,
  motivation_rating text,
  feedback text,
  -- A new text has been asked for and has not come yet.
  regenerating boolean not null default false,
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
  -- Who touched it last, for the one who comes second.
  changed_by text,
  changed_at timestamptz,
  -- Counts the changes of the text: an edit names the one it was made on.
  content_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id) on delete set null (lead_id)
) with (fillfactor = 85);
create index messages_review on messages (company_id, message_type, date_created desc, id desc) where status <> 'cancelled';
create index messages_lead on messages (company_id, lead_id);
create index messages_created on messages (company_id, date_created);

create table message_versions (
  company_id uuid not null,
  message_id uuid not null,
  number integer not null,
  content text not null,
  source text not null check (source in ('original', 'edit', 'approval', 'rewrite', 'airtable')),
  author text not null,
  made_at timestamptz not null,
  primary key (company_id, message_id, number),
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade
);

create table adjustments (
  company_id uuid not null,
  id uuid not null default new_id(),
  message_id uuid not null,
  section text not null,
  original text not null,
  edited text not null,
  made_by text not null,
  made_at timestamptz not null,
  consumed boolean not null default false,
  primary key (company_id, id),
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade
);
create index adjustments_message on adjustments (company_id, message_id);

-- One section of a message on its way out: queued until it is sent, cancelled or refused.
create table queue_items (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default new_id(),
  lead_id uuid,
  message_id uuid,
  message_name text not null,
  text text not null default '',
  message_flow text,
  status text not null default 'QUEUED' check (status in ('QUEUED', 'SENDING', 'SENT', 'CANCELLED', 'ERROR')),
  date_due timestamptz,
  date_sent timestamptz,
  -- Who is sending it now, and since when: claimed in one conditional update, so that it goes out once.
  claim uuid,
  claimed_at timestamptz,
  problem text,
  paused boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id) on delete set null (lead_id),
  foreign key (company_id, message_id) references messages (company_id, id) on delete set null (message_id)
) with (fillfactor = 85);
create index queue_items_due on queue_items (company_id, date_due nulls last, id) where status = 'QUEUED';
create index queue_items_sent on queue_items (company_id, date_sent desc, id desc) where status = 'SENT';
create index queue_items_lead on queue_items (company_id, lead_id);
create index queue_items_message on queue_items (company_id, message_id);
create unique index queue_items_once on queue_items (company_id, message_id, message_name)
  where message_id is not null and status in ('QUEUED', 'SENDING', 'SENT');

create table delivery_attempts (
  company_id uuid not null,
  id uuid not null default new_id(),
  queue_item_id uuid not null,
  channel text not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  outcome text check (outcome in ('accepted', 'refused', 'unknown', 'not_sent')),
  detail text,
  primary key (company_id, id),
  foreign key (company_id, queue_item_id) references queue_items (company_id, id) on delete cascade
);
create index delivery_attempts_item on delivery_attempts (company_id, queue_item_id);

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
  primary key (company_id, id)
);
create index meetings_recent on meetings (company_id, created_at desc, id desc) where status <> 'DELETED';
create index meetings_processed on meetings (company_id, (coalesce(transcription_date, meeting_date)) desc nulls last, id desc)
  where status in ('PROCESSED', 'RERUN');

create table prompts (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default new_id(),
  prompt_name text not null default '',
  account_manager text,
  prompt text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
);

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

create table invitations (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default new_id(),
  lead_id uuid,
  connected_with text,
  status text not null default 'QUEUED' check (status in ('QUEUED', 'ON_HOLD', 'SENT', 'ACCEPTED')),
  queued_at timestamptz,
  invited_at timestamptz,
  accepted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade
);
create index invitations_accepted on invitations (company_id, accepted_at desc, id desc) where accepted_at is not null;
create index invitations_invited on invitations (company_id, invited_at) where invited_at is not null;
create index invitations_waiting on invitations (company_id, status) where status in ('QUEUED', 'ON_HOLD');
create index invitations_lead on invitations (company_id, lead_id);

create table workflow_runs (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default new_id(),
  workflow_id text not null,
  started_by text not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  outcome text check (outcome in ('started', 'failed', 'unknown')),
  detail text,
  primary key (company_id, id)
);
create index workflow_runs_recent on workflow_runs (company_id, workflow_id, started_at desc);

do $$
declare
  name text;
begin
  foreach name in array array['leads', 'classification_changes', 'messages', 'message_versions', 'adjustments', 'queue_items',
    'delivery_attempts', 'meetings', 'prompts', 'prompt_versions', 'invitations', 'workflow_runs'] loop
    call protect_tenant_table(name);
  end loop;
end
$$;
