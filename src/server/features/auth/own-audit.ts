import type { PlatformScope } from "#platform/database/scope.ts";
import { personName, type Visitor } from "#platform/sessions.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";

export interface OwnPerson {
  id: string;
  username: string;
  firstName: string | null;
  lastName: string | null;
  companyId: string | null;
}

interface Deed {
  action: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** Somebody did something to their own account. */
export const recordOwn = (scope: PlatformScope, person: OwnPerson, visitor: Visitor, at: Date, deed: Deed) =>
  recordAudit(scope, {
    companyId: person.companyId,
    at,
    actor: { id: person.id, name: personName(person) },
    subject: { type: "user", id: person.id },
    address: visitor.address,
    ...deed,
  });
