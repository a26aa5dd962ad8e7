import { z } from "zod";
import { auditQuery } from "../../../contract/audit.ts";

const { companyId, actorId, action, from, until } = auditQuery.shape;

/** As they stand in the address. */
export const auditFilters = z.object({
  companyId: companyId.catch(undefined),
  actorId: actorId.catch(undefined),
  action: action.catch(undefined),
  from: from.catch(undefined),
  until: until.catch(undefined),
});
export type AuditFilters = z.infer<typeof auditFilters>;

export const ownAuditFilters = auditFilters.omit({ companyId: true });
export type OwnAuditFilters = z.infer<typeof ownAuditFilters>;

export const NO_FILTERS: AuditFilters = {
  companyId: undefined,
  actorId: undefined,
  action: undefined,
  from: undefined,
  until: undefined,
};

export const hasFilters = (filters: AuditFilters): boolean => Object.values(filters).some(Boolean);
