-- The LinkedIn channel: accounts that colleagues connect through a gateway (Unipile).
create table linkedin_accounts (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default new_id(),
  -- The sender in whose name the account sends; null when the account was disconnected, or that sender was removed or has another
  -- account now.
  sender_id uuid,
  gateway_account_id text not null,
  name text not null,
  -- The owner's id on LinkedIn: a message from this id is our own.
  owner_id text not null,
  tier text not null default 'unknown' check (tier in ('free', 'paid', 'unknown')),
  status text not null check (status in ('ok', 'connecting', 'credentials', 'restricted', 'stopped', 'error', 'deleted')),
  status_since timestamptz not null,
  -- When a call was last refused because the account has to be connected again, though the gateway calls it OK.
  refused_at timestamptz,
  -- When it was mailed that the account does not work; null again once it works.
  reported_at timestamptz,
  -- Nothing is sent before hold_until, and no invitation before invitation_hold_until: LinkedIn asked to slow down, our own limit
  -- of profile views was reached, or the gateway refused the company's key.
  hold_until timestamptz,
  hold_reason text,
  invitation_hold_until timestamptz,
  invitation_hold_reason text,
  -- How long the last hold was: the next one is at least twice as long, up to 72. A sent message or invitation sets it to 0.
  last_hold_hours integer not null default 0,
  -- Sends in a row whose outcome is unknown: lost responses and server errors. From the second on, the account is
  -- held. A sent message or invitation sets it to 0.
  failures_in_a_row integer not null default 0,
  -- How many profiles the account looked up on the day profile_views_on.
  profile_views integer not null default 0,
  profile_views_on date,
  messages_read_until timestamptz,
  relations_read_at timestamptz,
  -- The last request for the list of relations failed; null once the whole list was read.
  relations_failed_at timestamptz,
  connected_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, gateway_account_id),
  foreign key (company_id, sender_id) references senders (company_id, id) on delete set null (sender_id)
);
create unique index linkedin_accounts_sender on linkedin_accounts (company_id, sender_id) where sender_id is not null;
call protect_tenant_table('linkedin_accounts');
call keep_rows_on_erasure('linkedin_accounts', 'it is about colleagues, not about leads');
-- The scheduler finds the companies with accounts.
create policy schedule on linkedin_accounts for select to usa_platform using (true);
grant select (company_id, status) on linkedin_accounts to usa_platform;

-- Which company an account belongs to. `gateway` is the host and port of the gateway.
create table linkedin_bindings (
  gateway text not null,
  gateway_account_id text not null,
  company_id uuid not null references companies (id) on delete cascade,
  primary key (gateway, gateway_account_id)
);
create index linkedin_bindings_company on linkedin_bindings (company_id);
call protect_platform_table('linkedin_bindings');
call keep_rows_on_erasure('linkedin_bindings', 'it is about colleagues, not about leads');

-- A colleague who went to the gateway to connect an account and has not come back. Each token is used once.
create table linkedin_connection_attempts (
  token_hash bytea primary key,
  company_id uuid not null references companies (id) on delete cascade,
  sender_id uuid not null,
  expires_at timestamptz not null
);
create index linkedin_connection_attempts_company on linkedin_connection_attempts (company_id);
create index linkedin_connection_attempts_expiry on linkedin_connection_attempts (expires_at);
call protect_platform_table('linkedin_connection_attempts');
call keep_rows_on_erasure('linkedin_connection_attempts', 'it is about colleagues, not about leads');

-- The webhooks that the gateway calls for a company. The token is in a header of each call; only its hash is stored.
create table linkedin_hooks (
  company_id uuid primary key references companies (id) on delete cascade,
  token_hash bytea not null unique,
  gateway text not null,
  hook_ids text[] not null,
  -- They are not registered again before this time: another process is registering them, or the gateway has refused.
  retry_at timestamptz,
  created_at timestamptz not null
);
call protect_platform_table('linkedin_hooks');
call keep_rows_on_erasure('linkedin_hooks', 'it is about companies, not about leads');

-- Leads who are relations (connections) of an account. Other relations are not stored.
create table linkedin_relations (
  company_id uuid not null,
  account_id uuid not null,
  lead_id uuid not null,
  since timestamptz,
  primary key (company_id, account_id, lead_id),
  foreign key (company_id, account_id) references linkedin_accounts (company_id, id) on delete cascade,
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade
);
create index linkedin_relations_lead on linkedin_relations (company_id, lead_id);
call protect_tenant_table('linkedin_relations');
call delete_rows_on_erasure('linkedin_relations', 'lead_id = any (person.leads)');

-- The conversation of an account with a lead.
create table linkedin_conversations (
  company_id uuid not null,
  account_id uuid not null,
  lead_id uuid not null,
  -- The id on LinkedIn that was looked up, where leads.provider_id is null or messages cannot be sent to it (an id of Sales Navigator).
  provider_id text,
  chat_id text,
  last_received_at timestamptz,
  -- When we learnt of the lead's last message, which may be hours after it was written. What was decided or written here before that
  -- moment is no answer to it.
  reply_stored_at timestamptz,
  last_sent_at timestamptz,
  -- When the account's owner last wrote on LinkedIn itself.
  last_typed_at timestamptz,
  -- A user decided that it needs no answer.
  handled_at timestamptz,
  handled_by text,
  check ((last_received_at is null) = (reply_stored_at is null)),
  primary key (company_id, account_id, lead_id),
  foreign key (company_id, account_id) references linkedin_accounts (company_id, id) on delete cascade,
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade
);
create index linkedin_conversations_received on linkedin_conversations (company_id, last_received_at desc)
  where last_received_at is not null;
create index linkedin_conversations_lead on linkedin_conversations (company_id, lead_id);
create index linkedin_conversations_person on linkedin_conversations (company_id, provider_id) where provider_id is not null;
create index linkedin_conversations_chat on linkedin_conversations (company_id, account_id, chat_id);
call protect_tenant_table('linkedin_conversations');
call delete_rows_on_erasure('linkedin_conversations', 'lead_id = any (person.leads)');

create table linkedin_messages (
  company_id uuid not null,
  id uuid not null default new_id(),
  account_id uuid not null,
  lead_id uuid not null,
  -- The gateway's id: the same message comes by webhook, by poll and as the echo of our own send.
  message_id text not null,
  is_ours boolean not null,
  text text not null,
  at timestamptz not null,
  -- The part that was sent; null for a message of the lead, or one that the account's owner typed on LinkedIn.
  queue_item_id uuid,
  primary key (company_id, id),
  unique (company_id, account_id, message_id),
  foreign key (company_id, account_id) references linkedin_accounts (company_id, id) on delete cascade,
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade,
  foreign key (company_id, queue_item_id) references queue_items (company_id, id) on delete set null (queue_item_id)
);
create index linkedin_messages_lead on linkedin_messages (company_id, lead_id, at);
create index linkedin_messages_item on linkedin_messages (company_id, queue_item_id) where queue_item_id is not null;
call protect_tenant_table('linkedin_messages');
call delete_rows_on_erasure('linkedin_messages', 'lead_id = any (person.leads)');

-- Written before a part is sent: if the response is lost, the conversation with provider_id is searched for the message.
create table linkedin_sends (
  company_id uuid not null,
  queue_item_id uuid not null,
  account_id uuid not null,
  claim_id uuid not null,
  provider_id text not null,
  started_at timestamptz not null,
  -- How often the conversation was searched.
  checks integer not null default 0,
  -- Null: the request has no result yet, the outcome is known, or a user decides.
  next_check_at timestamptz,
  primary key (company_id, queue_item_id),
  foreign key (company_id, queue_item_id) references queue_items (company_id, id) on delete cascade,
  foreign key (company_id, account_id) references linkedin_accounts (company_id, id) on delete cascade
);
create index linkedin_sends_account on linkedin_sends (company_id, account_id);
create index linkedin_sends_check on linkedin_sends (company_id, next_check_at) where next_check_at is not null;
call protect_tenant_table('linkedin_sends');
call delete_rows_on_erasure('linkedin_sends', 'queue_item_id = any (person.queue_items)');

-- The leads who are relations of a sender, one row for each of its names: messages to them need no invitation first. A view, so that
-- the planner of PostgreSQL can use a hash join: a function with this query was executed once for each row.
create view relations_of_senders with (security_invoker = true) as
  select n.company_id, n.name_key as sender_key, r.lead_id
  from sender_names n join linkedin_accounts a on a.company_id = n.company_id and a.sender_id = n.sender_id
    join linkedin_relations r on r.company_id = a.company_id and r.account_id = a.id;
grant select on relations_of_senders to usa_tenant;
