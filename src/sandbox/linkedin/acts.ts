import type { Workspace } from "../airtable/workspace.ts";
import { seedDemoNetwork } from "./demo-network.ts";
import type { Network } from "./network.ts";
import { type Intent, MOODS, replyOf } from "./replies.ts";

const SECOND = 1_000;

/** Something a person will do, by the sandbox's clock. */
export type Act = { at: number; accountId: string; providerId: string; intent: Intent };

export function performAct(network: Network, { accountId, providerId, intent }: Omit<Act, "at">): void {
  if (intent.does === "accept") network.accept(providerId, accountId);
  if (intent.does === "ignore") network.ignore(providerId);
  if (intent.does !== "reply" || !network.account(accountId)) return;
  network.connect(accountId, providerId, false);
  const chat = network.chatWith(accountId, providerId, intent.isInGroup);
  network.addMessage(chat, { text: intent.text, isFromOwner: false });
}

/** What people will do later. */
export function createActs(network: Network) {
  let acts: Act[] = [];
  return {
    list: () => acts,
    replace: (others: Act[]) => {
      acts = others;
    },
    add: (act: Act) => {
      acts.push(act);
    },
    /** Performs what is due, or everything; returns how many. */
    performDue: (isEverything: boolean): number => {
      const now = network.now();
      const due = acts.filter(({ at }) => isEverything || at <= now);
      acts = acts.filter((act) => !due.includes(act));
      for (const act of due) performAct(network, act);
      return due.length;
    },
  };
}

/** The people of the demo company, and what they do in its first minutes. */
export function createDemo(network: Network, workspace: Pick<Workspace, "bases">, addAct: (act: Act) => void) {
  let isSeeded = false;
  let hasBegun = false;
  let people: ReturnType<typeof seedDemoNetwork> = { accepting: [], replying: [] };
  return {
    isSeeded: () => isSeeded,
    restore: (wasSeeded: boolean) => {
      isSeeded = wasSeeded;
    },
    /** Reading the demo's base takes a moment: only when the demo company uses its accounts. */
    seed: () => {
      if (isSeeded) return;
      isSeeded = true;
      people = seedDemoNetwork(network, workspace);
    },
    /** When the product registers its webhooks: acceptances and replies for the first minutes of a demo. */
    begin: () => {
      if (hasBegun || people.accepting.length === 0) return;
      hasBegun = true;
      const from = network.now();
      for (const [index, [accountId, providerId]] of people.accepting.slice(0, 4).entries())
        addAct({ at: from + (35 + 30 * index) * SECOND, accountId, providerId, intent: { does: "accept" } });
      for (const [index, [accountId, providerId]] of people.replying.slice(0, 4).entries()) {
        const text = replyOf(MOODS[index % 3] ?? "neutral", network.randomFor(providerId));
        addAct({ at: from + (45 + 35 * index) * SECOND, accountId, providerId, intent: { does: "reply", text } });
      }
    },
    reset: () => {
      isSeeded = false;
      hasBegun = false;
    },
  };
}
