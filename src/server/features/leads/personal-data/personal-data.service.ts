import type { LeadOfPerson } from "#contract/leads.ts";
import { notFound } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import { type BinaryResponse, type Reply, setAttachmentHeader } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import { eraseRecords } from "#server/features/airtable/airtable.service.ts";
import { type AuditActor, recordChange } from "#server/features/audit/audit.service.ts";
import { cancelQueuedParts } from "#server/features/queue/queue.service.ts";
import { beginExport, type ExportDeps } from "../lists/export-slots.ts";
import {
  erasePersonalData,
  findLeadsOfPerson,
  insertErasedHashes,
  lockPerson,
  type Person,
  readPersonalData,
} from "./personal-data.queries.ts";

type PersonalDataDeps = Pick<Platform, "events" | "clock">;

const requirePerson = async (scope: Scope, id: string): Promise<Person> => {
  const person = await lockPerson(scope, id);
  if (!person) throw notFound();
  return person;
};

/** All data about a person as a file, for a request for access under the GDPR. */
export const exportPerson = async (
  deps: PersonalDataDeps & ExportDeps,
  scope: Scope,
  actor: AuditActor,
  id: string,
  reply: Pick<Reply, "header">,
): Promise<BinaryResponse> =>
  transaction(scope, async (scope) => {
    const person = await requirePerson(scope, id);
    // Only for a person that exists: a refused request writes nothing.
    const end = await beginExport(deps, scope.actor);
    try {
      const data = await readPersonalData(scope, person);
      const { companyId } = scope;
      const subject = { type: "lead", id, name: person.fullName };
      await recordChange(deps, scope, actor, { companyId, action: "lead.data_exported", subject }, "audit");
      setAttachmentHeader(reply, `${person.fullName || "lead"}.json`);
      return { body: Buffer.from(data), contentType: "application/json; charset=utf-8" };
    } finally {
      end();
    }
  });

/** For the question before an erasure: what is erased besides the lead itself. */
export const readOtherLeadsOfPerson = async (scope: Scope, id: string): Promise<LeadOfPerson[]> => {
  const leads = await findLeadsOfPerson(scope, id);
  if (!leads.some((lead) => lead.id === id)) throw notFound();
  return leads.filter((lead) => lead.id !== id);
};

const TOPICS = ["messages", "queue", "invitations", "inbox", "meetings", "imports"] as const;

/**
 * Erases a person from every table; a worker deletes their records in Airtable. Neither the sync nor an import adds them
 * again. See docs/decisions/0007-erasing-people.md.
 */
export const erasePerson = (deps: PersonalDataDeps, scope: Scope, actor: AuditActor, id: string): Promise<void> =>
  transaction(scope, async (scope) => {
    const person = await requirePerson(scope, id);
    const at = deps.clock.now();
    const { companyId, db } = scope;
    const { leads, messages, adjustments, queue, meetings } = person;
    await cancelQueuedParts(deps, scope, { leadIds: leads });
    await insertErasedHashes(scope, person, at);
    await eraseRecords(scope, { leads, messages, adjustments, queue, meetings }, at);
    await erasePersonalData(scope, person, at);
    const subject = { type: "lead", id };
    await recordChange(deps, scope, actor, { companyId, action: "lead.erased", subject }, "leads");
    for (const topic of TOPICS) await deps.events.publish(db, companyId, { topic });
  });
