-- Days after the approval at which the parts of a message go out that have no date of their own.
create function is_cadence(days integer[]) returns boolean immutable parallel safe
  return array_length(days, 1) = 4 and 0 <= days[1] and days[1] <= days[2] and days[2] <= days[3] and days[3] <= days[4]
    and days[4] <= 365;
alter table companies add column cadence_days integer[] not null default '{0,3,7,14}' check (is_cadence(cadence_days));
grant select (cadence_days) on companies to usa_tenant;
