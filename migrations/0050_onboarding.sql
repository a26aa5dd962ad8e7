-- When a user was last invited by mail. Until their first sign-in the invitation is open: it can be sent again or withdrawn.
alter table users add column invitation_sent_at timestamptz;
comment on column users.invitation_sent_at is 'not erased';
grant select (invitation_sent_at) on users to usa_tenant;

-- A new company has a checklist, until its steps are done or a company admin hides it.
alter table companies add column onboarding_ended_at timestamptz;
comment on column companies.onboarding_ended_at is 'not erased';
grant select (onboarding_ended_at) on companies to usa_tenant;
update companies set onboarding_ended_at = now();

-- Without a name, the statistics show the first sender.
alter table companies alter column statistics_person drop not null, alter column statistics_person drop default;

create function statistics_person(company uuid) returns text language sql stable as $$
  select coalesce(
    (select statistics_person from companies where id = company),
    (select s.name from senders s join sender_names n on n.company_id = s.company_id and n.sender_id = s.id
      where s.company_id = company and n.name_key <> '' order by s.created_at, s.id limit 1),
    'Frank')
$$;
