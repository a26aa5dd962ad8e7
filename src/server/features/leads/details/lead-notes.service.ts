import { type LeadNote, MAX_TAGS } from "#contract/lead-details.ts";
import type { TaggedLeads } from "#contract/leads.ts";
import { companyAdministration } from "#contract/roles.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { type AuditActor, recordChange } from "#server/features/audit/audit.service.ts";
import { lockLeads } from "../leads.queries.ts";
import { requireLead } from "../leads.service.ts";
import {
  countTagged,
  deleteNote,
  findNote,
  findNotes,
  findTags,
  insertNote,
  insertTag,
  replaceTags,
  type StoredNote,
  updateNote,
} from "./lead-notes.queries.ts";

type LeadDeps = Pick<Platform, "events" | "clock">;

/** Its author and company admins; a note without a user, such as one of an API key, everybody. */
const mayChange = ({ actor }: Scope, { authorId }: StoredNote): boolean =>
  authorId === null || authorId === actor.id || companyAdministration.roles.some((role) => role === actor.role);

const toNote = (scope: Scope, { authorId, ...note }: StoredNote): LeadNote => ({
  ...note,
  mayChange: mayChange(scope, { authorId, ...note }),
});

export const listNotes = async (scope: Scope, leadId: string): Promise<LeadNote[]> => {
  await requireLead(scope, leadId);
  return (await findNotes(scope, leadId)).map((note) => toNote(scope, note));
};

const requireChangeableNote = async (scope: Scope, leadId: string, id: string): Promise<StoredNote> => {
  await requireLead(scope, leadId);
  const note = await findNote(scope, leadId, id);
  if (!note) throw notFound();
  if (!mayChange(scope, note))
    throw new AppError("forbidden", "Alleen de schrijver en beheerders mogen deze notitie wijzigen.");
  return note;
};

/** Without the text: the log outlives a note that was deleted on purpose. */
const recordNoteChange = async (deps: LeadDeps, scope: Scope, actor: AuditActor, action: string, leadId: string) => {
  const { fullName } = await requireLead(scope, leadId);
  const subject = { type: "lead", id: leadId, name: fullName };
  await recordChange(deps, scope, actor, { companyId: scope.companyId, action, subject }, "leads");
};

export const addNote = (
  deps: LeadDeps,
  scope: Scope,
  actor: AuditActor,
  leadId: string,
  text: string,
): Promise<LeadNote> =>
  transaction(scope, async (scope) => {
    // A merge that is going on moves the notes that it sees: one that is added meanwhile would stay with the duplicate.
    await lockLeads(scope, [leadId]);
    await recordNoteChange(deps, scope, actor, "lead.note_added", leadId);
    return toNote(scope, await insertNote(scope, leadId, text, deps.clock.now()));
  });

export const changeNote = (
  deps: LeadDeps,
  scope: Scope,
  actor: AuditActor,
  leadId: string,
  id: string,
  text: string,
): Promise<LeadNote> =>
  transaction(scope, async (scope) => {
    const note = await requireChangeableNote(scope, leadId, id);
    await updateNote(scope, id, text, deps.clock.now());
    await recordNoteChange(deps, scope, actor, "lead.note_changed", leadId);
    return toNote(scope, { ...note, text });
  });

export const removeNote = (
  deps: LeadDeps,
  scope: Scope,
  actor: AuditActor,
  leadId: string,
  id: string,
): Promise<void> =>
  transaction(scope, async (scope) => {
    await requireChangeableNote(scope, leadId, id);
    await deleteNote(scope, id);
    await recordNoteChange(deps, scope, actor, "lead.note_deleted", leadId);
  });

export const readTags = async (scope: Scope, leadId: string): Promise<string[]> => {
  await requireLead(scope, leadId);
  return findTags(scope, leadId);
};

/** Tags that differ in case only are the same; the first spelling stays. */
const uniqueTags = (tags: readonly string[]): string[] => [
  ...new Map(tags.toReversed().map((tag) => [tag.toLowerCase(), tag])).values(),
];

interface TagChange {
  tags: readonly string[];
  /** The tags that the user saw. */
  before?: readonly string[] | undefined;
}

/** Applies what the user added to and removed from the tags on the screen, so that changes of colleagues stay. */
const applyTagChange = (stored: readonly string[], { tags, before = stored }: TagChange): string[] => {
  const removed = new Set(before.filter((tag) => !tags.includes(tag)));
  const added = tags.filter((tag) => !before.includes(tag));
  return uniqueTags([...stored.filter((tag) => !removed.has(tag)), ...added]);
};

/** A lead that has more, because it was merged, can lose tags one by one. */
const refuseTooManyTags = (stored: readonly string[], tags: readonly string[]): void => {
  if (tags.length > MAX_TAGS && tags.some((tag) => !stored.includes(tag)))
    throw new AppError("invalid", `Een lead heeft hoogstens ${MAX_TAGS} labels.`);
};

export const setTags = (
  deps: LeadDeps,
  scope: Scope,
  actor: AuditActor,
  leadId: string,
  change: TagChange,
): Promise<string[]> =>
  transaction(scope, async (scope) => {
    await lockLeads(scope, [leadId]);
    const { fullName } = await requireLead(scope, leadId);
    const before = await findTags(scope, leadId);
    const tags = applyTagChange(before, change);
    refuseTooManyTags(before, tags);
    await replaceTags(scope, leadId, tags);
    const after = await findTags(scope, leadId);
    const subject = { type: "lead", id: leadId, name: fullName };
    const entry = {
      companyId: scope.companyId,
      action: "lead.tagged",
      subject,
      before: { tags: before },
      after: { tags: after },
    };
    await recordChange(deps, scope, actor, entry, "leads");
    return after;
  });

/** Adds a tag to several leads, in the audit log as one change of each. */
export const tagMany = (
  deps: LeadDeps,
  scope: Scope,
  actor: AuditActor,
  ids: readonly string[],
  tag: string,
): Promise<TaggedLeads> =>
  transaction(scope, async (scope) => {
    const leads = (await lockLeads(scope, ids)).filter(({ deletedAt }) => !deletedAt).map(({ id }) => id);
    const unchanged = await countTagged(scope, leads, tag);
    const tagged = await insertTag(scope, leads, tag);
    for (const { id, fullName } of tagged) {
      const subject = { type: "lead", id, name: fullName };
      const change = { companyId: scope.companyId, action: "lead.tagged", subject, after: { tag } };
      await recordChange(deps, scope, actor, change, "leads");
    }
    const changed = tagged.length;
    return { changed, unchanged, full: leads.length - changed - unchanged };
  });
