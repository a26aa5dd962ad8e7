import type { AddressInfo } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { ZodError, z } from "zod";
import { createAiService } from "./ai/ai.ts";
import { createAirtableService } from "./airtable/airtable.ts";
import { createWorkspace } from "./airtable/workspace.ts";
import { createAutomationService } from "./automation/automation.ts";
import { createClock } from "./clock.ts";
import { addControlRoutes } from "./control/control.ts";
import { createFaultRegistry } from "./control/faults.ts";
import { createRequestLog, logAndFaultRequests } from "./control/requests.ts";
import { DEMO_BASES } from "./demo/company.ts";
import { seedDemo } from "./demo/demo.ts";
import type { Environment } from "./environment.ts";
import { createLinkedInService } from "./linkedin/linkedin.ts";
import { createMailService } from "./mail/mail.ts";
import { createOidcService } from "./oidc/oidc.ts";
import { createS3Service } from "./s3/s3.ts";
import type { SandboxContext, SandboxService } from "./service.ts";

const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/**
 * The sandbox has no authentication. Against DNS rebinding only loopback host names are accepted, and against CSRF its
 * control routes refuse changes from other sites.
 */
export function rejectForeignRequests(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    if (!LOOPBACK_HOST.test(request.headers.host ?? ""))
      return reply.code(421).send({ error: "The sandbox answers to 127.0.0.1 only." });
    const isWrite = request.method !== "GET" && request.method !== "HEAD";
    if (request.routeOptions.config?.isControl && isWrite && request.headers["sec-fetch-site"] === "cross-site") {
      return reply.code(403).send({ error: "Other sites cannot use the sandbox." });
    }
    return undefined;
  });
}

const HOST = "127.0.0.1";

/** The simulated external services, in the order in which they start. */
const createServices = (context: SandboxContext): SandboxService[] => {
  const workspace = createWorkspace(context, seedDemo);
  return [
    createMailService(context),
    createS3Service(context),
    createOidcService(),
    createAirtableService(workspace),
    createAutomationService(context, workspace),
    createAiService(context),
    createLinkedInService(context, workspace),
  ];
};

export type Sandbox = { url: string; stop: () => Promise<void> };

export async function startSandbox(environment: Environment): Promise<Sandbox> {
  const context: SandboxContext = { environment, clock: createClock() };
  const services = createServices(context);
  const app = await buildApp(context, services);
  const stop = async () => {
    await app.close();
    await Promise.all(services.map(async (service) => service.stop?.()));
  };
  try {
    for (const service of services) await service.start?.();
    await app.listen({ host: HOST, port: environment.port });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: originOf(app), stop };
}

async function buildApp(context: SandboxContext, services: SandboxService[]): Promise<FastifyInstance> {
  const app = Fastify({
    // Airtable accepts URLs of 16,000 characters and has its own error for longer ones; Node's limit is 16 KB for all headers.
    http: { maxHeaderSize: 64 * 1024 },
    routerOptions: { maxParamLength: 2_000 },
    exposeHeadRoutes: false,
    forceCloseConnections: true,
  });
  const log = createRequestLog();
  const faults = createFaultRegistry();
  const resetServices = async () => {
    await Promise.all(services.map(async (service) => service.reset()));
  };

  rejectForeignRequests(app);
  logAndFaultRequests(app, log, faults);
  handleErrors(app);
  await app.register(async (controlScope) => {
    controlScope.addHook("onRoute", (route) => {
      route.config = { ...route.config, isControl: true };
    });
    controlScope.get("/", () => describe(services, originOf(app)));
    addControlRoutes(controlScope, { clock: context.clock, log, faults, resetServices });
    for (const service of services) await controlScope.register(async (scope) => service.controlRoutes?.(scope));
  });
  for (const service of services) await app.register(async (scope) => service.routes?.(scope));
  return app;
}

function describe(services: SandboxService[], origin: string): Record<string, unknown> {
  const descriptions = services.map((service) => service.describe(origin));
  return Object.assign({ bases: DEMO_BASES }, ...descriptions, { control: "/_control" });
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
