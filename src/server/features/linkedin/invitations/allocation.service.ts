import type { ALLOCATION_RULES, BuiltInRun } from "#contract/workflows.ts";
import { AppError } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import type { AuditActor } from "#server/features/audit/audit.service.ts";
import {
  type AllocationSender,
  findAllocationSenders,
  findHeld,
  findUnallocated,
  storeAllocation,
  type UnallocatedLead,
} from "./allocation.queries.ts";
import { changeHold } from "./invitation-queue.service.ts";

type AllocationRule = (typeof ALLOCATION_RULES)[number];

type Shares = Readonly<Record<string, number>>;

/** The senders among whom this run divides, with the weight of each. Own shares are about this run, so all start at nothing. */
const applyShares = (senders: readonly AllocationSender[], shares: Shares | undefined) =>
  senders
    .map((sender) => ({ ...sender, weight: shares ? (shares[sender.name] ?? 0) : 1, load: shares ? 0 : sender.load }))
    .filter(({ weight }) => weight > 0);

/**
 * Gives each lead to a sender. By share: to whoever has least, or in proportion to the given shares. By industry or region: to the sender who has most leads of that
 * kind already; a kind that nobody has goes to whoever has least, and stays with them.
 */
export const allocate = (
  leads: readonly UnallocatedLead[],
  senders: readonly AllocationSender[],
  rule: AllocationRule,
  shares?: Shares,
): { id: string; name: string }[] => {
  const sharing = applyShares(senders, rule === "share" ? shares : undefined);
  const weights = new Map(sharing.map(({ name, weight }) => [name, weight]));
  const loads = new Map(sharing.map(({ name, load }) => [name, load]));
  const owners = new Map<string, string>();
  // With the next lead included, so that the greatest share gets the first one.
  const loadAfter = ([name, load]: [string, number]) => (load + 1) / (weights.get(name) ?? 1);
  const leastLoaded = () => [...loads].reduce((least, next) => (loadAfter(next) < loadAfter(least) ? next : least))[0];
  const expertIn = (kind: string): string | undefined => {
    const known = senders.map(({ name, industries, regions }) => ({
      name,
      count: (rule === "industry" ? industries : regions)[kind] ?? 0,
    }));
    const best = known.reduce((one, other) => (other.count > one.count ? other : one));
    return best.count > 0 ? best.name : undefined;
  };
  const choose = (lead: UnallocatedLead): string => {
    if (rule === "share") return leastLoaded();
    const kind = lead[rule];
    const owner = owners.get(kind) ?? expertIn(kind) ?? leastLoaded();
    owners.set(kind, owner);
    return owner;
  };
  return leads.map((lead) => {
    const name = choose(lead);
    loads.set(name, (loads.get(name) ?? 0) + 1);
    return { id: lead.id, name };
  });
};

const countBySender = (rows: readonly { name: string }[]): { name: string; count: number }[] =>
  [...Map.groupBy(rows, ({ name }) => name)]
    .map(([name, group]) => ({ name, count: group.length }))
    .toSorted((one, other) => one.name.localeCompare(other.name, "nl"));

const leadsText = (count: number): string => (count === 1 ? "1 lead" : `${count} leads`);

/** "Allocate Leads" and "Move Items from On Hold" inside the product. A preview changes nothing. */
export const runBuiltIn = (
  platform: Platform,
  scope: Scope,
  actor: AuditActor,
  { workflowId, by, count, shares, isPreview }: BuiltInRun,
): Promise<{ count: number; senders: { name: string; count: number }[]; message: string }> =>
  transaction(scope, async (scope) => {
    if (workflowId === "move-from-on-hold") {
      const held = await findHeld(scope, count);
      if (!isPreview && held.length > 0)
        await changeHold(platform, scope, actor, { invitationIds: held.map(({ id }) => id), isOnHold: false });
      const message = `${held.length} ${held.length === 1 ? "uitnodiging is" : "uitnodigingen zijn"} uit de wacht gehaald.`;
      return { count: held.length, senders: countBySender(held), message };
    }
    const senders = await findAllocationSenders(scope);
    if (senders.length === 0)
      throw new AppError(
        "conflict",
        "Verbind eerst een LinkedIn-account: leads worden verdeeld over afzenders met een account.",
      );
    if (shares && !senders.some(({ name }) => (shares[name] ?? 0) > 0))
      throw new AppError("invalid", "Geef minstens één afzender een aandeel.", {
        details: [{ path: "shares", message: "Geef minstens één afzender een aandeel." }],
      });
    const allocated = allocate(await findUnallocated(scope, count), senders, by, shares);
    if (!isPreview && allocated.length > 0) {
      await storeAllocation(scope, allocated, platform.clock.now());
      await platform.events.publish(scope.db, scope.companyId, { topic: "leads" });
    }
    return {
      count: allocated.length,
      senders: countBySender(allocated),
      message: `${leadsText(allocated.length)} verdeeld.`,
    };
  });
