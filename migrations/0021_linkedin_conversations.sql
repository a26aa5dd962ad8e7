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
  -- The lead's id on LinkedIn where that of the lead cannot be used, such as one of Sales Navigator.
  provider_id text,
  chat_id text,
  last_received_at timestamptz,
  last_sent_at timestamptz,
  -- A user decided that it needs no answer.
  handled_at timestamptz,
  handled_by text,
  primary key (company_id, account_id, lead_id),
  foreign key (company_id, account_id) references linkedin_accounts (company_id, id) on delete cascade,
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade
);
create index linkedin_conversations_received on linkedin_conversations (company_id, last_received_at desc)
  where last_received_at is not null;
create index linkedin_conversations_lead on linkedin_conversations (company_id, lead_id);
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
  -- The part that was sent; null for a message that somebody typed on LinkedIn.
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

-- Written before a part is sent. After a lost answer it says where to look whether the message went out.
create table linkedin_sends (
  company_id uuid not null,
  queue_item_id uuid not null,
  account_id uuid not null,
  claim_id uuid not null,
  provider_id text not null,
  started_at timestamptz not null,
  looks integer not null default 0,
  -- Null: the outcome is known, or a user decides.
  next_look_at timestamptz,
  primary key (company_id, queue_item_id),
  foreign key (company_id, queue_item_id) references queue_items (company_id, id) on delete cascade,
  foreign key (company_id, account_id) references linkedin_accounts (company_id, id) on delete cascade
);
create index linkedin_sends_account on linkedin_sends (company_id, account_id);
create index linkedin_sends_look on linkedin_sends (company_id, next_look_at) where next_look_at is not null;
call protect_tenant_table('linkedin_sends');
call delete_rows_on_erasure('linkedin_sends', 'queue_item_id = any (person.queue_items)');

-- An answer to a lead: not part of the outreach, so without its caps, order and gaps.
alter table queue_items add column is_answer boolean not null default false;
comment on column queue_items.is_answer is 'not erased';

-- Whether a lead is a relation of a sender: then messages need no invitation first.
create function is_relation(company uuid, sender_name_key text, lead uuid) returns boolean
  language sql stable parallel safe
  return exists (
    select from sender_names n join linkedin_accounts a on a.company_id = n.company_id and a.sender_id = n.sender_id
      join linkedin_relations r on r.company_id = a.company_id and r.account_id = a.id
    where n.company_id = company and n.name_key = sender_name_key and r.lead_id = lead);
