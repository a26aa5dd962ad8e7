import { type LeadView, MAX_LEAD_VIEWS, type NewLeadView } from "#contract/lead-views.ts";
import { companyAdministration } from "#contract/roles.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import { NO_COMPANY, type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import {
  countOwnViews,
  deleteView,
  findView,
  findViews,
  insertView,
  type StoredView,
  updateView,
} from "./lead-views.queries.ts";

type ViewDeps = Pick<Platform, "events" | "clock">;

/** A user's own views; of shared ones, company admins may change all. */
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

const requireChangeableView = async (scope: Scope, id: string): Promise<StoredView> => {
  const view = await requireView(scope, id);
  if (!mayChange(scope, view))
    throw new AppError("forbidden", "Alleen de maker en beheerders mogen deze weergave wijzigen.");
  return view;
};

/** Views are lists of leads: open screens refetch them with the leads. */
const publishViews = ({ events }: ViewDeps, { db, companyId }: Scope): Promise<void> =>
  events.publish(db, companyId, { topic: "leads" });

export const createView = (deps: ViewDeps, scope: Scope, view: NewLeadView): Promise<LeadView> =>
  transaction(scope, async (scope) => {
    if (scope.companyId === NO_COMPANY) throw new AppError("conflict", "Kies eerst een bedrijf");
    if ((await countOwnViews(scope)) >= MAX_LEAD_VIEWS)
      throw new AppError("conflict", `Je hebt al ${MAX_LEAD_VIEWS} weergaven. Verwijder er eerst een.`);
    const id = await insertView(scope, view, deps.clock.now());
    await publishViews(deps, scope);
    return toLeadView(scope, await requireView(scope, id));
  });

export const changeView = (deps: ViewDeps, scope: Scope, id: string, change: Partial<NewLeadView>): Promise<LeadView> =>
  transaction(scope, async (scope) => {
    const { name, isShared, settings } = await requireChangeableView(scope, id);
    const { name: newName = name, isShared: newIsShared = isShared, settings: newSettings = settings } = change;
    const changed = { name: newName, isShared: newIsShared, settings: newSettings };
    await updateView(scope, id, changed, deps.clock.now());
    await publishViews(deps, scope);
    const stored = await findView(scope, id);
    // A company admin who stops sharing a colleague's view does not see it any more.
    return toLeadView(scope, stored ?? { ...changed, id, userId: null, sharedBy: null });
  });

export const removeView = (deps: ViewDeps, scope: Scope, id: string): Promise<void> =>
  transaction(scope, async (scope) => {
    await requireChangeableView(scope, id);
    await deleteView(scope, id);
    await publishViews(deps, scope);
  });
