import type { AddressInfo } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { ZodError, z } from "zod";
import { createAirtableService } from "./airtable/airtable.ts";
import { createWorkspace } from "./airtable/workspace.ts";
import { createAutomationService } from "./automation/automation.ts";
import { createClock } from "./clock.ts";
import { addControlRoutes } from "./control/control.ts";
import { createFaultRegistry } from "./control/faults.ts";
import { createRequestLog, logAndFaultRequests } from "./control/requests.ts";
import { seedDemo } from "./demo/demo.ts";
import { DEMO_BASES } from "./demo-bases.ts";
import type { Environment } from "./environment.ts";
import { createMailService } from "./mail/mail.ts";
import { createS3Service } from "./s3/s3.ts";
import type { SandboxContext, SandboxService } from "./service.ts";

const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/**
 * A web page elsewhere can point its own name at 127.0.0.1, or send requests here blindly, and the sandbox asks for no
 * password: other names are refused, and other sites cannot change anything through its windows.
 */
export function rejectForeignRequests(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    if (!LOOPBACK_HOST.test(request.headers.host ?? ""))
      return reply.code(421).send({ error: "The sandbox answers to 127.0.0.1 only." });
    const changes = request.method !== "GET" && request.method !== "HEAD";
    if (request.routeOptions.config?.window && changes && request.headers["sec-fetch-site"] === "cross-site") {
      return reply.code(403).send({ error: "Other sites cannot use the sandbox." });
    }
    return undefined;
  });
}

const HOST = "127.0.0.1";

/** The whole outside world, in the order in which it is started. */
const createServices = (world: SandboxContext): SandboxService[] => {
  const workspace = createWorkspace(world, seedDemo);
  return [
    createMailService(world),
    createS3Service(world),
    createAirtableService(workspace),
    createAutomationService(world, workspace),
  ];
};

export type Sandbox = { url: string; stop: () => Promise<void> };

export async function startSandbox(environment: Environment): Promise<Sandbox> {
  const world: SandboxContext = { environment, clock: createClock() };
  const parts = createServices(world);
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

async function buildApp(world: SandboxContext, parts: SandboxService[]): Promise<FastifyInstance> {
  const app = Fastify({
    // Airtable takes addresses of 16,000 characters and answers longer ones itself; Node's own limit is 16 KB for all headers.
    http: { maxHeaderSize: 64 * 1024 },
    routerOptions: { maxParamLength: 2_000 },
    exposeHeadRoutes: false,
    forceCloseConnections: true,
  });
  const log = createRequestLog();
  const faults = createFaultRegistry();
  const resetParts = async () => {
    await Promise.all(parts.map(async (part) => part.reset()));
  };

  rejectForeignRequests(app);
  logAndFaultRequests(app, log, faults);
  handleErrors(app);
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

function describe(parts: SandboxService[], origin: string): Record<string, unknown> {
  const ofParts = parts.map((part) => part.describe(origin));
  return Object.assign({ bases: DEMO_BASES }, ...ofParts, { control: "/_control" });
}

function originOf(app: FastifyInstance): string {
  const address = app.server.address() as AddressInfo;
  return `http://${HOST}:${address.port}`;
}

function handleErrors(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({ error: `The sandbox has no ${request.method} ${request.url}` }),
  );
  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    if (error instanceof ZodError) return reply.code(400).send({ error: z.prettifyError(error) });
    return reply.code(error.statusCode ?? 500).send({ error: error.message });
  });
}
