-- Users change their own name. A name that they chose themselves opens no private meetings of an owner with that name.
alter table users add column has_chosen_name boolean not null default false;
comment on column users.has_chosen_name is 'not erased';
grant select (has_chosen_name) on users to usa_tenant;
