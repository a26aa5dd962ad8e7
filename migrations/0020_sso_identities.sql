-- Which account at an issuer belongs to which user. An e-mail address may pass to another person; the subject of an
-- issuer never does.
create table sso_identities (
  company_id uuid not null references sso_connections (company_id) on delete cascade,
  issuer text not null,
  subject text not null,
  user_id uuid not null references users (id) on delete cascade,
  primary key (company_id, issuer, subject),
  unique (user_id, issuer)
);
call protect_platform_table('sso_identities');
call keep_rows_on_erasure('sso_identities', 'it is about users of the product, not about leads');

-- The account may be somebody else's from now on.
create function forget_sso_identity() returns trigger language plpgsql as $$
begin
  delete from sso_identities where user_id = new.id;
  return null;
end
$$;
create trigger forget_sso_identity after update of email, company_id, is_active on users for each row
  when ((old.email, old.company_id) is distinct from (new.email, new.company_id) or (new.is_active and not old.is_active))
  execute function forget_sso_identity();

-- Sign-ins that are started and not finished are limited per IP address.
alter table sso_sign_ins add column address text not null default '';
comment on column sso_sign_ins.address is 'not erased';
create index sso_sign_ins_address on sso_sign_ins (address);
