import type { ALLOCATION_RULES, BuiltInRun } from "#contract/workflows.ts";
import { AppError } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import type { Author } from "#server/features/audit/audit.service.ts";
import {
  type AllocationSender,
  findAllocationSenders,
  findHeld,
  findUnallocated,
  storeAllocation,
  type UnallocatedLead,
} from "./allocation.queries.ts";
import { changeHold } from "./invitations.service.ts";

type AllocationRule = (typeof ALLOCATION_RULES)[number];

/**
 * Gives each lead to a sender. By share: to whoever has least. By industry or region: to the sender who has most leads of that
 * kind already; a kind that nobody has goes to whoever has least, and stays with them.
 */
export const allocate = (
  leads: readonly UnallocatedLead[],
  senders: readonly AllocationSender[],
  by: AllocationRule,
): { id: string; name: string }[] => {
  const loads = new Map(senders.map(({ name, load }) => [name, load]));
  const owners = new Map<string, string>();
  const leastLoaded = () => [...loads].reduce((least, next) => (next[1] < least[1] ? next : least))[0];
  const expertIn = (kind: string): string | undefined => {
    const known = senders.map(({ name, industries, regions }) => ({
      name,
      count: (by === "industry" ? industries : regions)[kind] ?? 0,
    }));
    const best = known.reduce((one, other) => (other.count > one.count ? other : one));
    return best.count > 0 ? best.name : undefined;
  };
  const choose = (lead: UnallocatedLead): string => {
    if (by === "share") return leastLoaded();
    const kind = lead[by];
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
  author: Author,
  { workflowId, by, count, isPreview }: BuiltInRun,
): Promise<{ count: number; senders: { name: string; count: number }[]; message: string }> =>
  transaction(scope, async (scope) => {
    if (workflowId === "move-from-on-hold") {
      const held = await findHeld(scope, count);
      if (!isPreview && held.length > 0)
        await changeHold(platform, scope, author, { leadIds: held.map(({ leadId }) => leadId), isOnHold: false });
      const message = `${held.length} ${held.length === 1 ? "uitnodiging is" : "uitnodigingen zijn"} uit de wacht gehaald.`;
      return { count: held.length, senders: countBySender(held), message };
    }
    const senders = await findAllocationSenders(scope);
    if (senders.length === 0)
      throw new AppError(
        "conflict",
        "Verbind eerst een LinkedIn-account: leads worden verdeeld over afzenders met een account.",
      );
    const allocated = allocate(await findUnallocated(scope, count), senders, by);
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
