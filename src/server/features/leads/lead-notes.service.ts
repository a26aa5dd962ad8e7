import type { LeadNote } from "#contract/lead-details.ts";
import { companyAdministration } from "#contract/roles.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { type Author, recordChange } from "#server/features/audit/audit.service.ts";
import {
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
import { requireLead } from "./leads.service.ts";

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
const recordNoteChange = async (deps: LeadDeps, scope: Scope, author: Author, action: string, leadId: string) => {
  const { fullName } = await requireLead(scope, leadId);
  const subject = { type: "lead", id: leadId, name: fullName };
  await recordChange(deps, scope, author, { companyId: scope.companyId, action, subject }, "leads");
};

export const addNote = (
  deps: LeadDeps,
  scope: Scope,
  author: Author,
  leadId: string,
  text: string,
): Promise<LeadNote> =>
  transaction(scope, async (scope) => {
    await recordNoteChange(deps, scope, author, "lead.note_added", leadId);
    return toNote(scope, await insertNote(scope, leadId, text, deps.clock.now()));
  });

export const changeNote = (
  deps: LeadDeps,
  scope: Scope,
  author: Author,
  leadId: string,
  id: string,
  text: string,
): Promise<LeadNote> =>
  transaction(scope, async (scope) => {
    const note = await requireChangeableNote(scope, leadId, id);
    await updateNote(scope, id, text, deps.clock.now());
    await recordNoteChange(deps, scope, author, "lead.note_changed", leadId);
    return toNote(scope, { ...note, text });
  });

export const removeNote = (deps: LeadDeps, scope: Scope, author: Author, leadId: string, id: string): Promise<void> =>
  transaction(scope, async (scope) => {
    await requireChangeableNote(scope, leadId, id);
    await deleteNote(scope, id);
    await recordNoteChange(deps, scope, author, "lead.note_deleted", leadId);
  });

export const readTags = async (scope: Scope, leadId: string): Promise<string[]> => {
  await requireLead(scope, leadId);
  return findTags(scope, leadId);
};

/** Tags that differ in case only are the same; the first spelling stays. */
const uniqueTags = (tags: readonly string[]): string[] => [
  ...new Map(tags.toReversed().map((tag) => [tag.toLowerCase(), tag])).values(),
];

export const setTags = (
  deps: LeadDeps,
  scope: Scope,
  author: Author,
  leadId: string,
  tags: readonly string[],
): Promise<string[]> =>
  transaction(scope, async (scope) => {
    const { fullName } = await requireLead(scope, leadId);
    const before = await findTags(scope, leadId);
    await replaceTags(scope, leadId, uniqueTags(tags));
    const after = await findTags(scope, leadId);
    const subject = { type: "lead", id: leadId, name: fullName };
    const change = {
      companyId: scope.companyId,
      action: "lead.tagged",
      subject,
      before: { tags: before },
      after: { tags: after },
    };
    await recordChange(deps, scope, author, change, "leads");
    return after;
  });

/** Adds a tag to several leads, in the audit log as one change of each. */
export const tagMany = (
  deps: LeadDeps,
  scope: Scope,
  author: Author,
  ids: readonly string[],
  tag: string,
): Promise<{ changed: number }> =>
  transaction(scope, async (scope) => {
    const tagged = await insertTag(scope, ids, tag);
    for (const { id, fullName } of tagged) {
      const subject = { type: "lead", id, name: fullName };
      const change = { companyId: scope.companyId, action: "lead.tagged", subject, after: { tag } };
      await recordChange(deps, scope, author, change, "leads");
    }
    return { changed: tagged.length };
  });
