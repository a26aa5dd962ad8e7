-- Set when a user becomes a platform admin, whose password must be longer: the next sign-in checks the password.
alter table users add column password_renewal_due boolean not null default false;
comment on column users.password_renewal_due is 'not erased';
