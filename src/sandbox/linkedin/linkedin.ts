import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Workspace } from "../airtable/workspace.ts";
import type { SandboxContext, SandboxService } from "../service.ts";
import { openStateFile } from "../state-file.ts";
import { addGatewayRoutes } from "./api.routes.ts";
import type { Gateway } from "./api-requests.ts";
import { DEMO_KEY, seedDemoNetwork } from "./demo-network.ts";
import { findSuspicions } from "./detector.ts";
import { createFailures, failureSchema } from "./failures.ts";
import { createHooks, type HookState } from "./hooks.ts";
import { addHostedPages, createHostedLinks } from "./hosted-page.ts";
import { type Account, createNetwork, type Network, type NetworkState, STATUSES } from "./network.ts";
import { decide, type Intent, MOODS, replyOf } from "./replies.ts";

const TICK_MS = 500;
const SECOND = 1_000;

/** Something a person will do, by the sandbox's clock. */
type Act = { at: number; accountId: string; providerId: string; intent: Intent };
type Saved = { network: NetworkState; hooks: HookState; acts: Act[]; isDemoSeeded: boolean };

function performAct(network: Network, { accountId, providerId, intent }: Omit<Act, "at">): void {
  if (intent.does === "accept") network.accept(providerId, accountId);
  if (intent.does === "ignore") network.ignore(providerId);
  if (intent.does !== "reply" || !network.account(accountId)) return;
  network.connect(accountId, providerId, false);
  const chat = network.chatWith(accountId, providerId, intent.isInGroup);
  network.addMessage(chat, { text: intent.text, isFromOwner: false });
}

/** The gateway with the people behind it, who act on their own in the demo's workspace. */
function createGateway(context: SandboxContext, workspace: Pick<Workspace, "bases">) {
  let acts: Act[] = [];
  let isDemoSeeded = false;
  let hasDemoBegun = false;
  let demo: ReturnType<typeof seedDemoNetwork> = { accepting: [], replying: [] };
  let timer: NodeJS.Timeout | undefined;
  const hooks = createHooks(() => network);
  const network: Network = createNetwork(context.clock, (event) => {
    const accountId = event.kind === "message" ? event.message.accountId : event.accountId;
    const account = network.account(accountId);
    if (!account) return;
    hooks.publish(account, event);
    if (event.kind === "status" && account.status === "OK") hooks.release(account.id);
  });
  const links = createHostedLinks(network);
  const failures = createFailures();
  const file = openStateFile(context.environment.dataDir, "linkedin.json", z.custom<Saved>(), () => ({
    network: network.state(),
    hooks: hooks.state,
    acts,
    isDemoSeeded,
  }));
  const save = () => void file.save().catch(() => undefined);

  const onSent = (account: Account, providerId: string, kind: "invitation" | "message") => {
    if (account.key !== DEMO_KEY) return;
    const decision = decide(kind, network.randomFor(`${providerId} ${kind}`));
    if (decision)
      acts.push({ at: network.now() + decision.afterMs, accountId: account.id, providerId, intent: decision.intent });
  };
  const gateway: Gateway = { network, hooks, links, failures, onSent };

  /** Reading the demo's base takes a moment: only when the demo company uses its accounts. */
  const seedDemo = () => {
    if (isDemoSeeded) return;
    isDemoSeeded = true;
    demo = seedDemoNetwork(network, workspace);
  };
  /** From the registration of webhooks on: acceptances and replies in the first minutes of a demo. */
  const beginDemo = () => {
    if (hasDemoBegun || demo.accepting.length === 0) return;
    hasDemoBegun = true;
    const from = network.now();
    for (const [index, [accountId, providerId]] of demo.accepting.slice(0, 4).entries())
      acts.push({ at: from + (35 + 30 * index) * SECOND, accountId, providerId, intent: { does: "accept" } });
    for (const [index, [accountId, providerId]] of demo.replying.slice(0, 4).entries()) {
      const text = replyOf(MOODS[index % 3] ?? "neutral", network.randomFor(providerId));
      acts.push({ at: from + (45 + 35 * index) * SECOND, accountId, providerId, intent: { does: "reply", text } });
    }
  };

  const run = async (isEverything = false): Promise<void> => {
    const now = network.now();
    const due = acts.filter(({ at }) => isEverything || at <= now);
    acts = acts.filter((act) => !due.includes(act));
    for (const act of due) performAct(network, act);
    await hooks.run(isEverything);
    if (due.length > 0) save();
  };

  return {
    ...gateway,
    run,
    save,
    routes: (app: FastifyInstance) => {
      app.register(async (scope) => {
        scope.addHook("onRequest", async ({ headers }) => {
          if (headers["x-api-key"] === DEMO_KEY) seedDemo();
        });
        scope.addHook("onResponse", async ({ method, headers, url }) => {
          if (method === "GET") return;
          if (headers["x-api-key"] === DEMO_KEY && url.endsWith("/webhooks")) beginDemo();
          save();
        });
        addGatewayRoutes(scope, gateway);
      });
      app.register(async (scope) => addHostedPages(scope, network, links));
    },
    start: async () => {
      const saved = await file.read();
      if (saved) {
        network.load(saved.network);
        Object.assign(hooks.state, saved.hooks);
        acts = saved.acts;
        isDemoSeeded = saved.isDemoSeeded;
      }
      timer = setInterval(() => void run().catch(() => undefined), TICK_MS);
      timer.unref();
    },
    stop: async () => {
      clearInterval(timer);
      await file.save();
    },
    reset: () => {
      acts = [];
      isDemoSeeded = false;
      hasDemoBegun = false;
      network.reset();
      hooks.reset();
      failures.reset();
      links.restart();
    },
  };
}

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

function addControls(app: FastifyInstance, gateway: ReturnType<typeof createGateway>): void {
  const { network, hooks, failures, links } = gateway;
  const addRelations = (accountId: string, providerIds: readonly string[]) => {
    for (const providerId of providerIds) network.state().relations.push({ accountId, providerId, at: network.now() });
  };

  /** `from`: without the first so many. */
  app.get("/_control/linkedin/received", ({ query }) =>
    network.state().received.slice(receivedQuery.parse(query).from),
  );
  app.get("/_control/linkedin/suspicions", () => findSuspicions(network.state().received));
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
    await gateway.run();
    return account;
  });
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
    await gateway.run();
    return { providerId, ...intent };
  });
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

/** The gateway to LinkedIn (Unipile, version 1) and the people on the network. */
export function createLinkedInService(context: SandboxContext, workspace: Pick<Workspace, "bases">): SandboxService {
  const gateway = createGateway(context, workspace);
  return {
    name: "linkedin",
    routes: (app) => gateway.routes(app),
    controlRoutes: (app) => addControls(app, gateway),
    start: () => gateway.start(),
    stop: () => gateway.stop(),
    describe: (origin) => ({ linkedin: { url: `${origin}/unipile/api/v1`, apiKey: DEMO_KEY } }),
    reset: () => gateway.reset(),
  };
}
