-- The key by which names of account managers are compared: lower case, white space collapsed.
create function sender_key(name text) returns text
  language sql immutable parallel safe
  return left(lower(btrim(regexp_replace(coalesce(name, ''), '\s+', ' ', 'g'))), 200);

-- The statuses that say what a lead replied.
create function is_reply_status(status text) returns boolean
  language sql immutable parallel safe
  return status in ('interested', 'not_interested', 'neutral');

-- The statuses of a message that has gone out.
create function is_sent_status(status text) returns boolean
  language sql immutable parallel safe
  return status in ('sent', 'connected') or is_reply_status(status);

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
  -- Of the lead when the message was made: a later change of the lead does not move results to another industry.
  industry text,
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
  -- When the lead first replied on LinkedIn after it was sent, whether or not a user has judged the reply. A reply that only
  -- Airtable knows of has a status and no time.
  replied_at timestamptz,
  -- When the status became that of a reply. Unlike changed_at, later changes of the message do not move it. Null if it was imported with
  -- that status.
  answered_at timestamptz,
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
  -- When the text that has not arrived yet was requested, by the database's clock.
  text_requested_at timestamptz,
  -- How the latest request ended without a new text.
  text_request_problem text check (text_request_problem in ('same_text', 'no_response')),
  -- The approved content_version of a message that returned to review, because its text was changed after the approval.
  void_approval_version integer,
  -- The message is not to review before this day, in the time zone of Amsterdam.
  snoozed_until date,
  -- The colleague who is to review it.
  assigned_to uuid references users (id) on delete set null,
  -- Search keys, not for display: the lead's name and company, normalised by normalize_for_search and truncated to 200
  -- characters, because index entries have a maximum size. Triggers maintain them, because joining the lead for each of
  -- 100,000 messages would dominate the list query.
  contact_name text not null default '',
  contact_company text not null default '',
  flow_key text generated always as (left(message_flow, 200)) stored,
  lead_deleted boolean not null default false,
  -- When the message was sent. A message that was imported with a reply status has no sent_at; date_created is used instead.
  effective_sent_at timestamptz generated always as (
    case when is_sent_status(status)
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
create index messages_regenerating on messages (company_id, text_requested_at) where regenerating;
-- The messages to review are few among many that were sent long ago.
create index messages_open on messages (company_id, message_type, date_created desc, id desc)
  where status in ('pending', 'rewritten', 'edited') and not lead_deleted;
create index messages_snoozed on messages (company_id, message_type, snoozed_until)
  where snoozed_until is not null and status in ('pending', 'rewritten', 'edited') and not lead_deleted;
create index messages_assigned on messages (company_id, assigned_to) where assigned_to is not null;
create index messages_send_requested on messages (company_id) where status = 'approved' and send_requested_at is not null;
call protect_tenant_table('messages');
call clear_rows_on_erasure('messages', 'lead_id = any (person.leads)',
  replacement_values => '{"content": "", "sentiment": null, "motivation_rating": null, "feedback": null, "contact_name": "",
    "contact_company": "", "industry": null}',
  kept_columns => '{lead_id, message_type, message_flow, status, regenerating, date_created, due_ice_breaker, due_message_1,
    due_message_2, due_follow_up_1, due_follow_up_2, due_follow_up_3, send_requested_at, rerun_requested_at,
    cancel_requested_at, sent_at, replied_at, answered_at, changed_by, changed_at, content_version, created_at, updated_at, requested_version,
    text_requested_at, text_request_problem, void_approval_version, snoozed_until, assigned_to, lead_deleted}');
-- A job looks for overdue requests in all companies; it cannot read texts.
create policy find_text_requests on messages for select to usa_platform using (regenerating);
grant select (company_id, regenerating, text_requested_at) on messages to usa_platform;

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

-- A request for a new text always ends: with a new text, with the same one, or without a response after ten minutes.
-- In one place for all who request or replace a text: users, the sync and the writer.
create function track_text_request() returns trigger language plpgsql as $$
begin
  if new.regenerating and (not old.regenerating or new.feedback is distinct from old.feedback
    or new.rerun_requested_at is distinct from old.rerun_requested_at) then
    new.text_requested_at := clock_timestamp();
    new.text_request_problem := null;
  elsif not new.regenerating then
    new.text_requested_at := null;
  end if;
  if new.content_version <> old.content_version then
    new.text_request_problem := null;
  end if;
  return new;
end
$$;
create trigger track_text_request before update of regenerating, feedback, rerun_requested_at, content_version on messages
  for each row when (new.regenerating or old.regenerating or new.content_version <> old.content_version)
  execute function track_text_request();

create function set_answered_at() returns trigger language plpgsql as $$
begin
  if not is_reply_status(new.status) then
    new.answered_at := null;
  elsif tg_op = 'INSERT' then
    new.answered_at := new.changed_at;
  elsif not is_reply_status(old.status) then
    new.answered_at := coalesce(new.changed_at, now());
  end if;
  return new;
end
$$;
create trigger set_answered_at before insert or update of status on messages for each row execute function set_answered_at();

-- A decision ends the snooze: a message that returns to review, because its text changed, is to review at once.
create function end_snooze() returns trigger language plpgsql as $$
begin
  new.snoozed_until := null;
  return new;
end
$$;
create trigger end_snooze before update of status on messages for each row
  when (new.snoozed_until is not null and new.status not in ('pending', 'rewritten', 'edited'))
  execute function end_snooze();

create table message_versions (
  company_id uuid not null,
  message_id uuid not null,
  number integer not null,
  content text not null,
  source text not null check (source in ('original', 'edit', 'approval', 'rewrite', 'airtable', 'writer')),
  author text not null,
  made_at timestamptz not null,
  -- The feedback with which a rewrite was requested.
  feedback text,
  primary key (company_id, message_id, number),
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade
);
call protect_tenant_table('message_versions');
call delete_rows_on_erasure('message_versions', 'message_id = any (person.messages)');

-- Reviewers write them for their colleagues.
create table message_notes (
  company_id uuid not null,
  id uuid not null default new_id(),
  message_id uuid not null,
  text text not null,
  author text not null,
  made_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade
);
create index message_notes_message on message_notes (company_id, message_id, made_at);
call protect_tenant_table('message_notes');
call delete_rows_on_erasure('message_notes', 'message_id = any (person.messages)');

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
  -- The status in Airtable when it is not one of ours: its text, or '' when the cell is empty. Such a row is not sent, and
  -- shows that status.
  remote_status text,
  -- The channel that sends the part: the company's when it was queued, or the one it moved to at a switch.
  channel text not null check (channel in ('airtable', 'webhook', 'linkedin')),
  date_due timestamptz,
  date_sent timestamptz,
  -- A user chose to send it now: it does not wait for working hours or spacing.
  send_now boolean not null default false,
  -- An answer to a lead: not part of the outreach, so without its caps, order and gaps.
  is_answer boolean not null default false,
  -- An approval counts for exactly the text that was read: SHA-256 of that text. Null for a part that was queued in Airtable.
  approved_hash bytea,
  -- The content_version of the message that was approved.
  approved_version integer,
  approved_by text,
  approved_at timestamptz,
  -- The user took the approval back before the part was sent. The part is cancelled, and its message can be queued again. False
  -- again once the part is no longer cancelled.
  approval_undone boolean not null default false,
  -- A user chose DO NOT SEND while Airtable, whose automation sends the row, was unreachable. The row is cancelled as soon as
  -- the sync reaches the base.
  cancel_requested_at timestamptz,
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
  sender_key text not null generated always as (sender_key(message_flow)) stored,
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
create index queue_items_sender_due on queue_items (company_id, sender_key, due_sort_key, id) where status = 'QUEUED';
create index queue_items_sender_sent on queue_items (company_id, sender_key, sent_sort_key) where status = 'SENT';
-- Answers and parts that a user sends now are looked up for every sender that waits for its spacing: few among thousands of due ones.
create index queue_items_urgent on queue_items (company_id, sender_key, due_sort_key)
  where status = 'QUEUED' and (send_now or is_answer);
create index queue_items_cancel_requested on queue_items (company_id) where cancel_requested_at is not null and status = 'QUEUED';
-- Cancelled after an attempt whose outcome is unknown: they count against the caps.
create index queue_items_perhaps_sent on queue_items (company_id, sender_key, claimed_at) where status = 'CANCELLED' and claimed_at is not null;
create index queue_items_sending on queue_items (company_id, claimed_at) where status = 'SENDING';
create index queue_items_lead on queue_items (company_id, lead_id);
-- The scheduler finds parts without a lead, which are withdrawn.
create index queue_items_without_lead on queue_items (company_id) where status = 'QUEUED' and lead_id is null;
create index queue_items_message on queue_items (company_id, message_id);
-- Whether a user has approved anything (the checklist): a company whose parts all come from its automation has none.
create index queue_items_approved on queue_items (company_id) where approved_by is not null and not is_answer;
create unique index queue_items_unique_part on queue_items (company_id, message_id, message_name)
  where message_id is not null and status in ('QUEUED', 'SENDING', 'SENT');
call protect_tenant_table('queue_items');
call clear_rows_on_erasure('queue_items', 'id = any (person.queue_items)',
  replacement_values => '{"text": "", "problem": null, "remote_status": null, "approved_hash": null}',
  kept_columns => '{lead_id, message_id, message_name, message_flow, status, channel, date_due, date_sent, send_now, is_answer,
    approved_version, approved_by, approved_at, approval_undone, cancel_requested_at, claim_id, claimed_at, paused, created_at,
    updated_at, paused_by, due_before_pause}');
-- The scheduler looks for due items in all companies; it cannot read texts, and of the recipient only the id.
create policy schedule on queue_items for select to usa_platform using (status in ('QUEUED', 'SENDING'));
grant select (company_id, lead_id, status, remote_status, channel, send_now, cancel_requested_at, paused, due_sort_key, claimed_at,
  created_at) on queue_items to usa_platform;

create function set_queue_channel() returns trigger language plpgsql as $$
begin
  select c.delivery_channel into new.channel from companies c where c.id = new.company_id;
  return new;
end
$$;
create trigger set_channel before insert on queue_items for each row when (new.channel is null)
  execute function set_queue_channel();

-- A part that Airtable queues again has nothing to do with the approval that was undone: a later DO NOT SEND holds for its message.
create function end_undone_approval() returns trigger language plpgsql as $$
begin
  new.approval_undone := false;
  return new;
end
$$;
create trigger end_undone_approval before update of status on queue_items for each row
  when (new.approval_undone and new.status <> 'CANCELLED')
  execute function end_undone_approval();

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
  -- Set by set_meeting_privacy. A private meeting stays private when it is deleted.
  is_private boolean not null default false,
  -- Who marked it as private: they, its owner and company admins see it.
  private_by uuid references users (id) on delete set null,
  -- Who had marked it as private, if its last change of status made it visible to all: an undo makes it theirs again.
  was_private_by uuid references users (id) on delete set null,
  -- A user has accepted the writer's summary: it stays while Airtable has none (keep_accepted_summary in 0009), or still has the summary
  -- that it had when the user accepted.
  summary_accepted boolean not null default false,
  -- Airtable's summary when the record was last read. Null after a new one of Airtable has replaced an accepted summary: summary is then
  -- Airtable's.
  airtable_summary text,
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
-- For the funnel of Management, which counts meetings by date and owner.
create index meetings_date on meetings (company_id, meeting_date) include (owner_key) where tab <> 'deleted';
call protect_tenant_table('meetings');
call delete_rows_on_erasure('meetings', 'id = any (person.meetings)');

-- A trigger, because users, the sync and a deletion in Airtable all set the status.
create function set_meeting_privacy() returns trigger language plpgsql as $$
begin
  new.is_private := case meeting_tab(new.status) when 'private' then true when 'deleted' then new.is_private else false end;
  if tg_op = 'UPDATE' and new.status <> old.status then
    new.was_private_by := case when not new.is_private then old.private_by end;
  end if;
  if not new.is_private then
    new.private_by := null;
  end if;
  return new;
end
$$;
create trigger set_meeting_privacy before insert or update of status on meetings
  for each row execute function set_meeting_privacy();

-- Things to do, mostly action items of meetings, with a date and an owner.
create table tasks (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default new_id(),
  text text not null,
  due_on date,
  -- The colleague who does it; null for nobody yet.
  owner_id uuid references users (id) on delete set null,
  meeting_id uuid,
  lead_id uuid,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  done_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, meeting_id) references meetings (company_id, id) on delete cascade,
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade
);
create index tasks_open on tasks (company_id, owner_id, due_on) where done_at is null;
create index tasks_meeting on tasks (company_id, meeting_id) where meeting_id is not null;
create index tasks_lead on tasks (company_id, lead_id) where lead_id is not null;
call protect_tenant_table('tasks');
call delete_rows_on_erasure('tasks', 'lead_id = any (person.leads) or meeting_id = any (person.meetings)
  or mentions_person(text, person.identifiers)');

create table prompts (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default new_id(),
  prompt_name text not null default '',
  account_manager text,
  prompt text not null default '',
  version integer not null default 1,
  -- What the prompt is for. Guessed once from its name; users can change it.
  purpose text check (purpose in ('icebreaker', 'followup', 'information', 'linkedin', 'reply', 'other')),
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

create function guess_prompt_purpose(prompt_name text) returns text
  language sql immutable parallel safe
  return case when strpos(lower(prompt_name), 'icebreaker') > 0 then 'icebreaker'
    when strpos(lower(prompt_name), 'follow-up') > 0 then 'followup'
    when strpos(lower(prompt_name), 'informatie') > 0 then 'information'
    when strpos(lower(prompt_name), 'linkedin') > 0 then 'linkedin'
    when lower(prompt_name) ~ 'antwoord|reactie' then 'reply' else 'other' end;

create function set_prompt_purpose() returns trigger language plpgsql as $$
begin
  new.purpose := coalesce(new.purpose, guess_prompt_purpose(new.prompt_name));
  return new;
end
$$;
create trigger set_prompt_purpose before insert or update of purpose on prompts
  for each row execute function set_prompt_purpose();

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
  -- As in messages.
  industry text,
  -- Who sends it: the company's own automation (airtable), or we (linkedin).
  channel text not null default 'airtable' check (channel in ('airtable', 'linkedin')),
  queued_at timestamptz,
  invited_at timestamptz,
  accepted_at timestamptz,
  -- The gateway's id, with which an invitation is withdrawn.
  gateway_id text,
  claimed_at timestamptz,
  -- How often LinkedIn did not answer who the person is, before the invitation was sent.
  failed_lookups integer not null default 0,
  -- What became of an invitation that was not accepted. Its status is then ON_HOLD, because Airtable's field
  -- has no choice for these outcomes.
  outcome text check (outcome in ('ignored', 'withdrawn', 'refused', 'unknown')),
  outcome_at timestamptz,
  -- Why it was not sent, as shown to users.
  problem text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The colleague (connected_with), by which the statistics group; truncated, because index entries have a maximum size.
  person text generated always as (left(coalesce(connected_with, ''), 200)) stored,
  sender_key text not null generated always as (sender_key(connected_with)) stored,
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade
);
create index invitations_accepted on invitations (company_id, accepted_at desc, id desc) where accepted_at is not null;
create index invitations_invited on invitations (company_id, invited_at) where invited_at is not null;
create index invitations_waiting on invitations (company_id, status) where status in ('QUEUED', 'ON_HOLD');
create index invitations_lead on invitations (company_id, lead_id);
create index invitations_connected_with on invitations (company_id, connected_with, accepted_at desc, id desc)
  where accepted_at is not null;
create index invitations_to_send on invitations (company_id, sender_key, queued_at, id)
  where status = 'QUEUED' and channel = 'linkedin';
create index invitations_sender_invited on invitations (company_id, sender_key, invited_at) where invited_at is not null;
call protect_tenant_table('invitations');
call clear_rows_on_erasure('invitations', 'lead_id = any (person.leads)', replacement_values => '{"gateway_id": null, "industry": null}',
  kept_columns => '{lead_id, connected_with, status, channel, queued_at, invited_at, accepted_at, claimed_at, failed_lookups, outcome,
    outcome_at, problem, created_at, updated_at}');
-- The scheduler finds companies with invitations to send; it cannot read to whom.
create policy schedule on invitations for select to usa_platform using (status = 'QUEUED' and channel = 'linkedin');
grant select (company_id, status, channel) on invitations to usa_platform;

create function set_industry() returns trigger language plpgsql as $$
begin
  select left(btrim(l.industry), 100) into new.industry from leads l where l.company_id = new.company_id and l.id = new.lead_id;
  return new;
end
$$;
create trigger set_industry before insert on invitations for each row execute function set_industry();
create trigger set_industry before insert on messages for each row execute function set_industry();

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

-- A sender is the colleague in whose name messages and invitations are sent. The rules when they may be sent are evaluated by
-- src/server/features/queue/planner.ts only.
create table senders (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default new_id(),
  name text not null,
  user_id uuid references users (id) on delete set null,
  form_of_address text not null default 'je' check (form_of_address in ('je', 'u')),
  hours jsonb not null default '{"days": [1, 2, 3, 4, 5], "from": "08:30", "until": "17:30", "holidays": false}',
  caps jsonb not null default '{"invitationsPerDay": 20, "invitationsPerWeek": 100, "messagesPerDay": 40}',
  -- Minutes between two sends, at least and at most.
  spacing jsonb not null default '{"invitations": [3, 8], "messages": [1, 4]}',
  -- The day from which the invitations of a new account ramp up; null without a ramp.
  ramp_started_on date,
  hold_until timestamptz,
  hold_reason text,
  -- The earliest time of the next send. Each send stores it, so that all processes keep the spacing.
  next_message_at timestamptz,
  next_invitation_at timestamptz,
  -- An answer keeps a few seconds to the message before it, instead of the spacing.
  next_answer_at timestamptz,
  -- Until then its hours, caps and holds let no message go: its due parts are not read, unless one does not wait for them.
  idle_until timestamptz,
  -- Until then the stored plans of this sender (queue_plans) are right, unless plan_changes has a row; null before the first plan.
  plans_valid_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
);
create index senders_user on senders (company_id, user_id) where user_id is not null;
call protect_tenant_table('senders');
call keep_rows_on_erasure('senders', 'it is about colleagues, not about leads');

-- Whoever changes a rule of a sender or of its account outdates the plans.
create function end_sender_idle() returns trigger language plpgsql as $$
begin
  new.idle_until := null;
  return new;
end
$$;
create trigger end_sender_idle before update of hours, caps, hold_until, plans_valid_until on senders for each row
  execute function end_sender_idle();

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

-- The meetings that a user sees: a private one, also when it was deleted, is for its owner, for the user who marked it as private, and
-- for company admins, who see them all. The names that make a user the owner are their own name, unless they chose it themselves, and
-- those of the senders that an admin has linked to them: otherwise a user could take the name of a colleague and see their meetings.
-- PostgreSQL inlines this function, so that a query on it uses the indexes of meetings.
create function visible_meetings(of_company uuid, viewer uuid, sees_all boolean) returns setof meetings
  language sql stable parallel safe as $$
  select m.* from meetings m
  where m.company_id = of_company and (sees_all or not m.is_private or m.private_by = viewer
    or sender_key(m.meeting_owner) = any (array(
      select sender_key(concat_ws(' ', u.first_name, u.last_name)) from users u
      where u.id = viewer and not u.has_chosen_name and btrim(concat_ws('', u.first_name, u.last_name)) <> ''
      union
      select n.name_key from sender_names n join senders s on s.company_id = n.company_id and s.id = n.sender_id
      where n.company_id = of_company and s.user_id = viewer)))
$$;

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
  ), made as (
    insert into senders (company_id, id, name)
    select company, sender_id, case name when '' then 'Zonder accountmanager' else name end from added
    returning id, name
  )
  -- New rows get the name that is shown: it has to lead back to the sender.
  insert into sender_names (company_id, name_key, name, sender_id)
  select company, sender_key(made.name), made.name, made.id from made join added on added.sender_id = made.id
  where added.name = '' on conflict do nothing;
end
$$;

-- The column with the account manager's name depends on the table. Queue items without a name share a sender with an empty name,
-- because the sending limits hold for every part.
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

-- When each queued part is expected to be sent and which rule decides that, as the planner computed it: a list of 100 parts
-- depends on all earlier parts of their senders, so it reads stored plans.
create table queue_plans (
  company_id uuid not null,
  queue_item_id uuid not null,
  planned_at timestamptz,
  -- As the API shows it, { code, text }: building it for every row of a page cost a tenth of the page.
  waits_for json,
  primary key (company_id, queue_item_id),
  foreign key (company_id, queue_item_id) references queue_items (company_id, id) on delete cascade
) with (fillfactor = 80);
-- The queue looks up the plans of a page one by one: with the primary key a page of 100 parts with their plans takes 1.33 ×
-- the time of one without plans, with this index 1.22 × (measured at 100,000 parts).
create index queue_plans_item on queue_plans using hash (queue_item_id);
call protect_tenant_table('queue_plans');
call keep_rows_on_erasure('queue_plans', 'it holds times and names of rules');

-- Changes since the plans of a sender were computed. Rows are inserted and deleted, never updated, so that no
-- transaction waits for another; the computation deletes the rows that it has seen.
create table plan_changes (
  company_id uuid not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  sender_key text not null,
  primary key (company_id, id)
);
call protect_tenant_table('plan_changes');
call keep_rows_on_erasure('plan_changes', 'it holds names of colleagues');

create function insert_plan_changes_of_new_parts() returns trigger language plpgsql as $$
begin
  insert into plan_changes (company_id, sender_key) select distinct company_id, sender_key from changed;
  return null;
end
$$;
create trigger insert_plan_changes_of_new_parts after insert on queue_items referencing new table as changed
  for each statement execute function insert_plan_changes_of_new_parts();

create function insert_plan_changes_of_updated_parts() returns trigger language plpgsql as $$
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
create trigger insert_plan_changes_of_updated_parts after update on queue_items referencing old table as old_rows new table as new_rows
  for each statement execute function insert_plan_changes_of_updated_parts();

-- A reply stops the parts that are still queued for the lead; an invitation decides what they wait for.
create function insert_plan_changes_of_lead() returns trigger language plpgsql as $$
begin
  insert into plan_changes (company_id, sender_key) select distinct company_id, sender_key from queue_items
    where company_id = new.company_id and lead_id = new.lead_id and status = 'QUEUED';
  return null;
end
$$;
create trigger insert_plan_changes_after_reply after update on messages for each row
  when (old.status is distinct from new.status and is_reply_status(new.status))
  execute function insert_plan_changes_of_lead();
create trigger insert_plan_changes_after_invitation after insert or update on invitations for each row when (new.channel = 'linkedin')
  execute function insert_plan_changes_of_lead();

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

-- What happened to the queued parts when a company's delivery channel was switched.
create table channel_switches (
  company_id uuid not null references companies (id) on delete cascade,
  -- 'infinity' while the parts are being moved, in batches.
  finished_at timestamptz not null,
  channel text not null check (channel in ('airtable', 'webhook', 'linkedin')),
  moved integer not null,
  -- The parts that stay with the channel under which they were queued: a number per reason.
  staying_parts jsonb not null,
  primary key (company_id, finished_at)
);
call protect_tenant_table('channel_switches');
call keep_rows_on_erasure('channel_switches', 'it holds numbers');

-- What a user did in the last seconds, and what an undo restores. The text of a message is in
-- message_versions; changes of queued parts, leads and meetings hold their values.
create table undoable_actions (
  company_id uuid not null references companies (id) on delete cascade,
  -- Random, because who knows it may undo the action.
  token uuid not null default gen_random_uuid(),
  -- The rows that the action changed.
  subject_ids uuid[] not null,
  -- As undoableChanges in src/server/features/undo/undo.service.ts.
  changes jsonb not null,
  until timestamptz not null,
  undone_at timestamptz,
  primary key (company_id, token)
);
create index undoable_actions_until on undoable_actions (until);
call protect_tenant_table('undoable_actions');
call delete_rows_on_erasure('undoable_actions',
  'subject_ids && (person.leads || person.messages || person.queue_items || person.meetings)');
-- A job deletes the rows of all companies a day later; until then a late undo gets its reason. It cannot read the changes.
create policy purge on undoable_actions for delete to usa_platform using (until < now() - interval '1 day');
create policy find_purgeable on undoable_actions for select to usa_platform using (until < now() - interval '1 day');
grant select (company_id, until), delete on undoable_actions to usa_platform;
