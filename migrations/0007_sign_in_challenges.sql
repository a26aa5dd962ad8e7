-- A sign-in whose password was right and whose code is still to come. It is no session and opens nothing by itself.
create table sign_in_challenges (
  token_hash bytea primary key,
  side text not null check (side in ('main', 'admin')),
  user_id uuid not null references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index sign_in_challenges_user on sign_in_challenges (user_id);
alter table sign_in_challenges enable row level security;
alter table sign_in_challenges force row level security;
create policy platform on sign_in_challenges to usa_platform using (true) with check (true);
grant select, insert, update, delete on sign_in_challenges to usa_platform;
