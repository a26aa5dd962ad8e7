import { type LeadView, MAX_LEAD_VIEWS, type NewLeadView } from "#contract/lead-views.ts";
import { companyAdministration } from "#contract/roles.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import { NO_COMPANY, type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { type AuditActor, recordChange } from "#server/features/audit/audit.service.ts";
import {
  countOwnViews,
  deleteView,
  findView,
  findViews,
  insertView,
  lockView,
  type StoredView,
  updateView,
} from "./lead-views.queries.ts";

type ViewDeps = Pick<Platform, "events" | "clock">;

/** Users may change their own views, company admins every shared one too. */
const mayChange = ({ actor }: Scope, { userId, isShared }: StoredView): boolean =>
  userId === actor.id || (isShared && companyAdministration.roles.some((role) => role === actor.role));

const toLeadView = (scope: Scope, { userId, ...view }: StoredView): LeadView => ({
  ...view,
  mayChange: mayChange(scope, { userId, ...view }),
});

export const listViews = async (scope: Scope): Promise<LeadView[]> =>
  (await findViews(scope)).map((view) => toLeadView(scope, view));

const requireView = async (scope: Scope, id: string): Promise<StoredView> => {
  const view = await findView(scope, id);
  if (!view) throw notFound();
  return view;
};

/** Locked, for the change. */
const requireChangeableView = async (scope: Scope, id: string): Promise<StoredView> => {
  const view = await lockView(scope, id);
  if (!view) throw notFound();
  if (!mayChange(scope, view))
    throw new AppError("forbidden", "Alleen de maker en beheerders mogen deze weergave wijzigen.");
  return view;
};

/** Open screens refetch views with the lists of leads. A change of a shared view is written to the audit log. */
const publishViewChange = (
  deps: ViewDeps,
  scope: Scope,
  actor: AuditActor,
  verb: "created" | "updated" | "deleted",
  { id, name, isShared }: { id: string; name: string; isShared: boolean },
): Promise<void> => {
  const { db, companyId } = scope;
  if (!isShared) return deps.events.publish(db, companyId, { topic: "leads" });
  const subject = { type: "lead_view", id, name };
  return recordChange(deps, scope, actor, { companyId, action: `lead_view.${verb}`, subject }, "leads");
};

export const createView = (deps: ViewDeps, scope: Scope, actor: AuditActor, view: NewLeadView): Promise<LeadView> =>
  transaction(scope, async (scope) => {
    if (scope.companyId === NO_COMPANY) throw new AppError("conflict", "Kies eerst een bedrijf");
    if ((await countOwnViews(scope)) >= MAX_LEAD_VIEWS)
      throw new AppError("conflict", `Je hebt al ${MAX_LEAD_VIEWS} weergaven. Verwijder er eerst een.`);
    const id = await insertView(scope, view, deps.clock.now());
    const created = await requireView(scope, id);
    await publishViewChange(deps, scope, actor, "created", created);
    return toLeadView(scope, created);
  });

export const changeView = (
  deps: ViewDeps,
  scope: Scope,
  actor: AuditActor,
  id: string,
  change: Partial<NewLeadView>,
): Promise<LeadView> =>
  transaction(scope, async (scope) => {
    const { name, isShared, settings } = await requireChangeableView(scope, id);
    const { name: newName = name, isShared: newIsShared = isShared, settings: newSettings = settings } = change;
    const changed = { name: newName, isShared: newIsShared, settings: newSettings };
    await updateView(scope, id, changed, deps.clock.now());
    await publishViewChange(deps, scope, actor, "updated", { id, name: newName, isShared: isShared || newIsShared });
    const stored = await findView(scope, id);
    // A company admin who stops sharing a colleague's view does not see it any more.
    return toLeadView(scope, stored ?? { ...changed, id, userId: null, sharedBy: null });
  });

export const removeView = (deps: ViewDeps, scope: Scope, actor: AuditActor, id: string): Promise<void> =>
  transaction(scope, async (scope) => {
    const view = await requireChangeableView(scope, id);
    await deleteView(scope, id);
    await publishViewChange(deps, scope, actor, "deleted", view);
  });
