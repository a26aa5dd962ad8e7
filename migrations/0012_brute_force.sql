-- Wrong codes that were sent for this challenge: after a few of them it is deleted.
alter table sign_in_challenges add column failed_attempts integer not null default 0;
comment on column sign_in_challenges.failed_attempts is 'not erased';

-- Set on the oldest failure of a block when the block was recorded in the audit log, so that a flood of refused attempts is
-- one entry.
alter table sign_in_failures add column refusal_recorded_at timestamptz;
comment on column sign_in_failures.refusal_recorded_at is 'not erased';

-- Browsers in which a user has signed in: they are exempt from the slowdown of an account that is under attack.
create table known_devices (
  token_hash bytea not null,
  user_id uuid not null references users (id) on delete cascade,
  last_sign_in_at timestamptz not null,
  primary key (token_hash, user_id)
);
create index known_devices_user on known_devices (user_id);
call protect_platform_table('known_devices');
call keep_rows_on_erasure('known_devices', 'it is about users of the product, not about leads');

-- Requests for a password reset, to limit them per IP address.
create table reset_requests (
  id bigint generated always as identity primary key,
  address text not null,
  requested_at timestamptz not null
);
create index reset_requests_address on reset_requests (address, requested_at);
call protect_platform_table('reset_requests');
call keep_rows_on_erasure('reset_requests', 'it is about users of the product, not about leads');
