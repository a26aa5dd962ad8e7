import { day, type FiltersOf, recordId, text } from "#lib/address-readers.ts";

/** As they stand in the address. */
export const ownAuditFilters = { actorId: recordId, action: text(100), from: day, until: day };
export type OwnAuditFilters = FiltersOf<typeof ownAuditFilters>;

export const auditFilters = { ...ownAuditFilters, companyId: recordId };
export type AuditFilters = FiltersOf<typeof auditFilters>;

export const NO_FILTERS: AuditFilters = {
  companyId: undefined,
  actorId: undefined,
  action: undefined,
  from: undefined,
  until: undefined,
};

export const hasFilters = (filters: AuditFilters): boolean => Object.values(filters).some(Boolean);
