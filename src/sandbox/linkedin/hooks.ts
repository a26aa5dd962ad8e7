import { randomUUID } from "node:crypto";
import { z } from "zod";
import { HOUR_MS } from "../clock.ts";
import { DEMO_KEY } from "./demo-network.ts";
import type { Network, NetworkEvent } from "./network.ts";
import type { Account, Message } from "./network-state.ts";

const SECOND = 1_000;
/** Six tries in all. */
const PAUSES = [5 * SECOND, 30 * SECOND, 120 * SECOND, 600 * SECOND, HOUR_MS];
const TIMEOUT_MS = 30_000;
const MAX_RELATION_DELAY = 8 * HOUR_MS;

const header = z.object({ key: z.string(), value: z.string() });
export const hookRequest = z.object({
  source: z.enum(["messaging", "users", "account_status"]),
  request_url: z.url(),
  name: z.string().default(""),
  format: z.literal("json").default("json"),
  events: z.array(z.string()).optional(),
  account_ids: z.array(z.string()).optional(),
  headers: z.array(header).default([]),
  enabled: z.boolean().default(true),
});
export type Hook = z.infer<typeof hookRequest> & { id: string; key: string };

export type Delivery = { id: string; hook: Hook; accountId: string; body: unknown; at: number; tries: number };
export type HookState = { hooks: Hook[]; pending: Delivery[]; held: Delivery[] };

const MESSAGE_EVENTS = ["message_received"];
/** Without a list of events these are left out. */
const QUIET_STATUSES = ["connecting", "ok", "stopped"];

const iso = (at: number) => new Date(at).toISOString();

function messageBody(network: Network, hook: Hook, account: Account, message: Message) {
  const person = network.person(message.providerId);
  const attendee = (id: string, name: string) => ({
    attendee_id: id,
    attendee_name: name,
    attendee_provider_id: id,
    attendee_profile_url: `https://www.linkedin.com/in/${id}`,
  });
  const other = attendee(message.providerId, person?.name ?? "");
  const owner = attendee(account.ownerId, account.name);
  return {
    event: "message_received",
    account_id: account.id,
    account_type: "LINKEDIN",
    account_info: { type: "LINKEDIN", feature: "classic", user_id: account.ownerId },
    webhook_name: hook.name,
    timestamp: iso(message.at),
    chat_id: message.chatId,
    provider_chat_id: `2-${message.chatId}`,
    message_id: message.id,
    provider_message_id: `2-${message.id}`,
    message: message.text,
    message_type: message.type,
    is_event: 0,
    is_group: network.state().chats.some(({ id, isGroup }) => id === message.chatId && isGroup),
    chat_content_type: null,
    subject: null,
    sender: message.isFromOwner ? owner : other,
    attendees: [other],
    attachments: {},
    quoted: null,
  };
}

function eventFor(
  network: Network,
  hook: Hook,
  account: Account,
  event: NetworkEvent,
): { body: unknown; name: string } | null {
  if (event.kind === "message" && hook.source === "messaging")
    return { name: "message_received", body: messageBody(network, hook, account, event.message) };
  if (event.kind === "relation" && hook.source === "users") {
    const person = network.person(event.providerId);
    const body = {
      account_id: account.id,
      account_type: "LINKEDIN",
      webhook_name: hook.name,
      user_full_name: person?.name ?? "",
      user_provider_id: event.providerId,
      user_public_identifier: person?.publicIdentifier ?? "",
      user_profile_url: `https://www.linkedin.com/in/${person?.publicIdentifier ?? ""}`,
      user_picture_url: null,
    };
    return { name: "new_relation", body };
  }
  if (event.kind === "status" && hook.source === "account_status") {
    const body = { AccountStatus: { account_id: account.id, account_type: "LINKEDIN", message: event.message } };
    return { name: event.message.toLowerCase(), body };
  }
  return null;
}

function isSubscribed(hook: Hook, account: Account, name: string): boolean {
  if (!hook.enabled || hook.key !== account.key) return false;
  if (hook.account_ids && !hook.account_ids.includes(account.id)) return false;
  if (hook.events) return hook.events.includes(name);
  return hook.source !== "messaging" ? !QUIET_STATUSES.includes(name) : MESSAGE_EVENTS.includes(name);
}

export type HookSettings = {
  duplicate: boolean;
  reverse: boolean;
  drop: boolean;
  delayMs: number;
  relationDelay: "random" | "none";
};
export const DEFAULT_HOOK_SETTINGS: HookSettings = {
  duplicate: false,
  reverse: false,
  drop: false,
  delayMs: 0,
  relationDelay: "random",
};

export type Hooks = ReturnType<typeof createHooks>;

/** Whether the receiver has confirmed it. */
async function postEvent({ hook, body }: Delivery): Promise<boolean> {
  try {
    const response = await fetch(hook.request_url, {
      method: "POST",
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      // Exactly the given headers: without a Content-Type among them there is none.
      headers: Object.fromEntries(hook.headers.map(({ key, value }) => [key, value])),
      body: new Blob([JSON.stringify(body)]),
    });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

/** Sends events to the registered webhooks, as unreliably as the real gateway, by the sandbox's clock. */
export function createHooks(network: () => Network) {
  const state: HookState = { hooks: [], pending: [], held: [] };
  const settings: HookSettings = { ...DEFAULT_HOOK_SETTINGS };
  let sending: Promise<void> | undefined;

  const schedule = (hook: Hook, account: Account, event: NetworkEvent, body: unknown) => {
    const at = network().now() + settings.delayMs + delayOf(event, account);
    const delivery = { id: randomUUID(), hook, accountId: account.id, body, at, tries: 0 };
    // While an account is not connected, LinkedIn tells nothing about it. What was missed comes after the reconnect.
    const isHeld = account.status !== "OK" && event.kind !== "status";
    const target = isHeld ? state.held : state.pending;
    target.push(delivery);
    if (settings.duplicate) target.push({ ...delivery, id: randomUUID() });
  };

  /** The gateway looks for new relations at random moments; in the demo at once, because nobody watches it for hours. A note shows the acceptance at once, as a message. */
  const delayOf = (event: NetworkEvent, { id, key }: Account): number =>
    event.kind === "relation" && settings.relationDelay === "random" && key !== DEMO_KEY
      ? Math.round(network().randomFor(`${id} ${event.providerId}`).next() * MAX_RELATION_DELAY)
      : 0;

  const sendDue = async (isEverything: boolean): Promise<void> => {
    const now = network().now();
    const due = state.pending.filter(({ at }) => isEverything || at <= now).toSorted((a, b) => a.at - b.at);
    if (settings.reverse) due.reverse();
    for (const delivery of due) {
      if (!state.pending.includes(delivery)) continue;
      const isDone = settings.drop || (await postEvent(delivery));
      const pause = PAUSES[delivery.tries];
      delivery.tries += 1;
      delivery.at = network().now() + (pause ?? 0);
      if (isDone || pause === undefined) state.pending = state.pending.filter((other) => other !== delivery);
    }
  };

  return {
    state,
    settings,
    add: (key: string, hook: z.infer<typeof hookRequest>): Hook => {
      const made = { ...hook, id: `we_${randomUUID().slice(0, 18)}`, key };
      state.hooks.push(made);
      return made;
    },
    remove: (key: string, id: string): boolean => {
      const before = state.hooks.length;
      state.hooks = state.hooks.filter((hook) => hook.id !== id || hook.key !== key);
      return state.hooks.length < before;
    },
    publish: (account: Account, event: NetworkEvent) => {
      for (const hook of state.hooks) {
        const found = eventFor(network(), hook, account, event);
        if (found && isSubscribed(hook, account, found.name)) schedule(hook, account, event, found.body);
      }
    },
    release: (accountId: string) => {
      state.pending.push(...state.held.filter((delivery) => delivery.accountId === accountId));
      state.held = state.held.filter((delivery) => delivery.accountId !== accountId);
    },
    /** One run at a time; with `isEverything` also what is not due yet. */
    run: async (isEverything = false): Promise<void> => {
      await sending;
      sending = sendDue(isEverything).finally(() => {
        sending = undefined;
      });
      await sending;
    },
    reset: () => {
      Object.assign(state, { hooks: [], pending: [], held: [] });
      Object.assign(settings, DEFAULT_HOOK_SETTINGS);
    },
  };
}
