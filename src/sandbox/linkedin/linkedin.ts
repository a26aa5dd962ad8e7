import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Workspace } from "../airtable/workspace.ts";
import type { SandboxContext, SandboxService } from "../service.ts";
import { openStateFile } from "../state-file.ts";
import { type Act, createActs, createDemo } from "./acts.ts";
import { addGatewayRoutes } from "./api.routes.ts";
import { addControls } from "./control.routes.ts";
import { DEMO_KEY } from "./demo-network.ts";
import { createFailures } from "./failures.ts";
import { createHooks, type HookState } from "./hooks.ts";
import { addHostedPages, createHostedLinks } from "./hosted-page.ts";
import { createNetwork, type Network } from "./network.ts";
import type { Account, NetworkState } from "./network-state.ts";
import { decide } from "./replies.ts";

const TICK_MS = 500;

type Saved = { network: NetworkState; hooks: HookState; acts: Act[]; isDemoSeeded: boolean };

/** A network whose events are sent to the registered webhooks. */
function createPublishingNetwork({ clock }: Pick<SandboxContext, "clock">) {
  const hooks = createHooks(() => network);
  const network: Network = createNetwork(clock, (event) => {
    const accountId = event.kind === "message" ? event.message.accountId : event.accountId;
    const account = network.account(accountId);
    if (!account) return;
    hooks.publish(account, event);
    if (event.kind === "status" && account.status === "OK") hooks.release(account.id);
  });
  return { network, hooks };
}

/** The gateway with the people behind it, who act on their own in the demo's workspace. */
function createGateway(context: SandboxContext, workspace: Pick<Workspace, "bases">) {
  const { network, hooks } = createPublishingNetwork(context);
  const acts = createActs(network);
  const demo = createDemo(network, workspace, acts.add);
  const links = createHostedLinks(network);
  const failures = createFailures();
  let timer: NodeJS.Timeout | undefined;
  const file = openStateFile(context.environment.dataDir, "linkedin.json", z.custom<Saved>(), () => ({
    network: network.state(),
    hooks: hooks.state,
    acts: acts.list(),
    isDemoSeeded: demo.isSeeded(),
  }));
  const save = () => void file.save().catch(() => undefined);

  const onSent = (account: Account, providerId: string, kind: "invitation" | "message") => {
    if (account.key !== DEMO_KEY) return;
    const decision = decide(kind, network.randomFor(`${providerId} ${kind}`));
    if (decision)
      acts.add({ at: network.now() + decision.afterMs, accountId: account.id, providerId, intent: decision.intent });
  };

  const run = async (isEverything = false): Promise<void> => {
    const performed = acts.performDue(isEverything);
    await hooks.run(isEverything);
    if (performed > 0) save();
  };

  return {
    network,
    hooks,
    links,
    failures,
    onSent,
    demo,
    run,
    save,
    start: async () => {
      const saved = await file.read();
      if (saved) {
        network.load(saved.network);
        Object.assign(hooks.state, saved.hooks);
        acts.replace(saved.acts);
        demo.restore(saved.isDemoSeeded);
      }
      timer = setInterval(() => void run().catch(() => undefined), TICK_MS);
      timer.unref();
    },
    stop: async () => {
      clearInterval(timer);
      await file.save();
    },
    reset: () => {
      acts.replace([]);
      demo.reset();
      network.reset();
      hooks.reset();
      failures.reset();
      links.restart();
    },
  };
}

function addRoutes(app: FastifyInstance, gateway: ReturnType<typeof createGateway>): void {
  const { demo, save, network, links } = gateway;
  app.register(async (scope) => {
    scope.addHook("onRequest", async ({ headers }) => {
      if (headers["x-api-key"] === DEMO_KEY) demo.seed();
    });
    scope.addHook("onResponse", async ({ method, headers, url }) => {
      if (method === "GET") return;
      if (headers["x-api-key"] === DEMO_KEY && url.endsWith("/webhooks")) demo.begin();
      save();
    });
    addGatewayRoutes(scope, gateway);
  });
  app.register(async (scope) => addHostedPages(scope, network, links));
}

/** The gateway to LinkedIn (Unipile, version 1) and the people on the network. */
export function createLinkedInService(context: SandboxContext, workspace: Pick<Workspace, "bases">): SandboxService {
  const gateway = createGateway(context, workspace);
  return {
    name: "linkedin",
    routes: (app) => addRoutes(app, gateway),
    controlRoutes: (app) => addControls(app, gateway),
    start: () => gateway.start(),
    stop: () => gateway.stop(),
    describe: (origin) => ({ linkedin: { url: `${origin}/unipile/api/v1`, apiKey: DEMO_KEY } }),
    reset: () => gateway.reset(),
  };
}
