-- Invitations that we send. Those of the company's own automation stay with it (channel airtable).
alter table invitations
  add column channel text not null default 'airtable' check (channel in ('airtable', 'linkedin')),
  -- The gateway's id, with which an invitation is withdrawn.
  add column gateway_id text,
  add column claimed_at timestamptz,
  -- What became of an invitation that was not accepted. Its status is ON_HOLD then, which Airtable knows.
  add column outcome text check (outcome in ('ignored', 'withdrawn', 'refused', 'unknown')),
  add column outcome_at timestamptz,
  -- Why it was not sent, as shown to users.
  add column problem text,
  add column sender_key text not null generated always as (sender_key(connected_with)) stored;
comment on column invitations.channel is 'not erased';
comment on column invitations.gateway_id is 'erased to null';
comment on column invitations.claimed_at is 'not erased';
comment on column invitations.outcome is 'not erased';
comment on column invitations.outcome_at is 'not erased';
comment on column invitations.problem is 'not erased';
create index invitations_to_send on invitations (company_id, sender_key, queued_at, id)
  where status = 'QUEUED' and channel = 'linkedin';
create index invitations_sender_invited on invitations (company_id, sender_key, invited_at) where invited_at is not null;
-- The scheduler finds companies with invitations to send; it cannot read to whom.
create policy schedule on invitations for select to usa_platform using (status = 'QUEUED' and channel = 'linkedin');
grant select (company_id, status, channel) on invitations to usa_platform;

-- After how many days an invitation without a response is withdrawn: many pending ones make a block by LinkedIn likelier.
alter table companies add column withdraw_invitations_after integer not null default 21
  check (withdraw_invitations_after between 7 and 90);
comment on column companies.withdraw_invitations_after is 'not erased';
grant select (withdraw_invitations_after) on companies to usa_tenant;
