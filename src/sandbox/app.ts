import type { AddressInfo } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { ZodError, z } from "zod";
import { createAirtablePart } from "./airtable/airtable.ts";
import { createWorkspace } from "./airtable/workspace.ts";
import { createAutomationPart } from "./automation/automation.ts";
import { createClock } from "./clock.ts";
import { addControlRoutes } from "./control/control.ts";
import { createFaultBook } from "./control/faults.ts";
import { createRequestLog } from "./control/request-log.ts";
import { watchTraffic } from "./control/traffic.ts";
import { seedDemo } from "./demo/demo.ts";
import { DEMO_BASES } from "./demo-bases.ts";
import type { Environment } from "./environment.ts";
import { admitLoopbackOnly } from "./loopback-only.ts";
import { createMailPart } from "./mail/mail.ts";
import type { SandboxPart, World } from "./part.ts";
import { createS3Part } from "./s3/s3.ts";

const HOST = "127.0.0.1";

/** The whole outside world, in the order in which it is started. */
const createParts = (world: World): SandboxPart[] => {
  const workspace = createWorkspace(world, seedDemo);
  return [
    createMailPart(world),
    createS3Part(world),
    createAirtablePart(workspace),
    createAutomationPart(world, workspace),
  ];
};

export type Sandbox = { url: string; stop: () => Promise<void> };

export async function startSandbox(environment: Environment): Promise<Sandbox> {
  const world: World = { environment, clock: createClock() };
  const parts = createParts(world);
  const app = await buildApp(world, parts);
  const stop = async () => {
    await app.close();
    await Promise.all(parts.map(async (part) => part.stop?.()));
  };
  try {
    for (const part of parts) await part.start?.();
    await app.listen({ host: HOST, port: environment.port });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: originOf(app), stop };
}

async function buildApp(world: World, parts: SandboxPart[]): Promise<FastifyInstance> {
  const app = Fastify({
    // Airtable takes addresses of 16,000 characters and answers longer ones itself; Node's own limit is 16 KB for all headers.
    http: { maxHeaderSize: 64 * 1024 },
    routerOptions: { maxParamLength: 2_000 },
    exposeHeadRoutes: false,
    forceCloseConnections: true,
  });
  const log = createRequestLog();
  const faults = createFaultBook();
  const resetParts = async () => {
    await Promise.all(parts.map(async (part) => part.reset()));
  };

  admitLoopbackOnly(app);
  watchTraffic(app, log, faults);
  answerErrors(app);
  await app.register(async (windows) => {
    windows.addHook("onRoute", (route) => {
      route.config = { ...route.config, window: true };
    });
    windows.get("/", () => describe(parts, originOf(app)));
    addControlRoutes(windows, { clock: world.clock, log, faults, resetParts });
    for (const part of parts) await windows.register(async (scope) => part.windows?.(scope));
  });
  for (const part of parts) await app.register(async (scope) => part.routes?.(scope));
  return app;
}

function describe(parts: SandboxPart[], origin: string): Record<string, unknown> {
  const ofParts = parts.map((part) => part.describe(origin));
  return Object.assign({ bases: DEMO_BASES }, ...ofParts, { control: "/_control" });
}

function originOf(app: FastifyInstance): string {
  const address = app.server.address() as AddressInfo;
  return `http://${HOST}:${address.port}`;
}

function answerErrors(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({ error: `The sandbox has no ${request.method} ${request.url}` }),
  );
  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    if (error instanceof ZodError) return reply.code(400).send({ error: z.prettifyError(error) });
    return reply.code(error.statusCode ?? 500).send({ error: error.message });
  });
}
