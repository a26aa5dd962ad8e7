import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { performAct } from "./acts.ts";
import type { Gateway } from "./api-requests.ts";
import { DEMO_KEY } from "./demo-network.ts";
import { findSuspicions } from "./detector.ts";
import { failureSchema } from "./failures.ts";
import { STATUSES } from "./network-state.ts";
import { type Intent, MOODS, replyOf } from "./replies.ts";

/** `run` sends the webhooks and lets people act: those that are due, or with `true` everything. */
type RunningGateway = Gateway & { run: (isEverything?: boolean) => Promise<void> };

const personAct = z.strictObject({
  does: z.enum(["accept", "ignore", "reply"]),
  text: z.string().optional(),
  isInGroup: z.boolean().optional(),
  mood: z.enum(MOODS).default("interested"),
  account: z.string().optional(),
});
const receivedQuery = z.object({ from: z.coerce.number().int().min(0).default(0) });
const newAccount = z.strictObject({
  key: z.string().default(DEMO_KEY),
  name: z.string().min(1),
  tier: z.enum(["free", "paid"]).default("paid"),
  status: z.enum(STATUSES).default("OK"),
  relations: z.array(z.string()).default([]),
});
const accountChange = z.strictObject({
  status: z.enum(STATUSES).optional(),
  /** Something that the owner does on their phone. */
  types: z.strictObject({ providerId: z.string(), text: z.string() }).optional(),
  relations: z.array(z.string()).default([]),
  endedRelations: z.array(z.string()).default([]),
});
const settingsChange = z
  .strictObject({
    historyLagMs: z.int().min(0),
    nullIds: z.boolean(),
    duplicate: z.boolean(),
    reverse: z.boolean(),
    drop: z.boolean(),
    delayMs: z.int().min(0),
    relationDelay: z.enum(["random", "none"]),
  })
  .partial();

function addAccountControls(app: FastifyInstance, { network, run }: RunningGateway): void {
  const addRelations = (accountId: string, providerIds: readonly string[]) => {
    for (const providerId of providerIds) network.state().relations.push({ accountId, providerId, at: network.now() });
  };

  app.get("/_control/linkedin/accounts", () => network.state().accounts);
  app.post("/_control/linkedin/accounts", (request, reply) => {
    const { key, name, tier, status, relations } = newAccount.parse(request.body);
    const account = network.addAccount(key, name, tier, status);
    addRelations(account.id, relations);
    return reply.code(201).send(account);
  });
  app.patch<{ Params: { id: string } }>("/_control/linkedin/accounts/:id", async (request, reply) => {
    const account = network.account(request.params.id);
    if (!account) return reply.code(404).send({ error: "There is no such account." });
    const { status, types, relations, endedRelations } = accountChange.parse(request.body);
    if (status) network.setStatus(account, status);
    addRelations(account.id, relations);
    for (const providerId of endedRelations) network.disconnect(account.id, providerId);
    if (types)
      network.addMessage(network.chatWith(account.id, types.providerId), { text: types.text, isFromOwner: true });
    await run();
    return account;
  });
}

function addPersonControl(app: FastifyInstance, { network, run }: RunningGateway): void {
  app.post<{ Params: { id: string } }>("/_control/linkedin/people/:id", async (request) => {
    const { does, text, isInGroup, mood, account } = personAct.parse(request.body);
    const person = network.person(request.params.id);
    const providerId = person?.providerId ?? request.params.id;
    const intent: Intent =
      does === "reply" ? { does, text: text ?? replyOf(mood, network.randomFor(providerId)), isInGroup } : { does };
    const { chats, accounts } = network.state();
    const talking = chats.filter((chat) => chat.providerId === providerId).map(({ accountId }) => accountId);
    const fallback = does === "reply" ? [talking.at(-1) ?? accounts[0]?.id ?? ""] : accounts.map(({ id }) => id);
    for (const accountId of account ? [account] : fallback) performAct(network, { accountId, providerId, intent });
    await run();
    return { providerId, ...intent };
  });
}

function addSettingControls(app: FastifyInstance, { network, hooks, failures }: RunningGateway): void {
  app.get("/_control/linkedin/settings", () => ({ ...network.settings, ...hooks.settings, failures: failures.list() }));
  app.patch("/_control/linkedin/settings", (request) => {
    const { historyLagMs, nullIds, ...others } = settingsChange.parse(request.body);
    Object.assign(network.settings, JSON.parse(JSON.stringify({ historyLagMs, nullIds })));
    Object.assign(hooks.settings, others);
    return { ...network.settings, ...hooks.settings };
  });
  app.post("/_control/linkedin/failures", (request, reply) => {
    failures.add(failureSchema.parse(request.body));
    return reply.code(201).send(failures.list());
  });
}

/** What tests and the demo use to look into the network and to change it. */
export function addControls(app: FastifyInstance, gateway: RunningGateway): void {
  const { network, links } = gateway;
  /** `from`: without the first so many. */
  app.get("/_control/linkedin/received", ({ query }) =>
    network.state().received.slice(receivedQuery.parse(query).from),
  );
  app.get("/_control/linkedin/suspicions", () => findSuspicions(network.state().received));
  addAccountControls(app, gateway);
  addPersonControl(app, gateway);
  addSettingControls(app, gateway);
  /** Sends all webhooks and lets everybody act now, also what is not due. */
  app.post("/_control/linkedin/run", async (_request, reply) => {
    await gateway.run(true);
    return reply.code(204).send();
  });
  /** The daily restart of the gateway. */
  app.post("/_control/linkedin/restart", (_request, reply) => {
    links.restart();
    return reply.code(204).send();
  });
}
