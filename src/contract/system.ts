import { z } from "zod";
import { anyone, everyRole, ownAccount } from "./roles.ts";
import { defineRoutes } from "./route.ts";

/**
 * The kinds of data whose changes are published to the open screens of a company. `everything`: events may have been
 * missed.
 */
export const TOPICS = [
  "everything",
  "company",
  "users",
  "audit",
  "sync",
  "leads",
  "messages",
  "queue",
  "senders",
  "meetings",
  "prompts",
  "invitations",
  "workflows",
  "imports",
  "integrations",
  "inbox",
] as const;
export const changeEvent = z.object({ topic: z.enum(TOPICS), id: z.string().optional() });
export type ChangeEvent = z.infer<typeof changeEvent>;

const health = z.object({ status: z.literal("ok") });

/** One day. */
export const MAX_SCREEN_AGE_MS = 86_400_000;

export const systemRoutes = defineRoutes({
  alive: {
    method: "GET",
    path: "/healthz",
    summary: "The process is alive and accepts requests; for the health check of a proxy",
    access: anyone,
    response: health,
  },
  ready: {
    method: "GET",
    path: "/readyz",
    summary: "The database is reachable and migrated",
    access: anyone,
    response: health,
  },
  metrics: {
    method: "GET",
    path: "/metrics",
    summary: "Metrics for Prometheus; requires METRICS_TOKEN as bearer token",
    access: anyone,
    response: "bytes",
  },
  version: {
    method: "GET",
    path: "/api/version",
    summary: "The server's version",
    access: anyone,
    response: z.object({ version: z.string() }),
  },
  contact: {
    method: "GET",
    path: "/api/contact",
    summary: "Whom to ask for an account of a new company",
    access: anyone,
    response: z.object({ email: z.string().nullable() }),
  },
  events: {
    method: "GET",
    path: "/api/events",
    summary: "Server-sent events with the changes in the user's company",
    access: ownAccount,
    query: z.object({
      age: z.coerce.number().int().min(0).max(MAX_SCREEN_AGE_MS).optional().meta({
        description: "How long ago, in milliseconds, what the screen shows may have been read",
      }),
    }),
    response: "events",
  },
  docs: {
    method: "GET",
    path: "/api/docs",
    summary: "The API documentation as a page",
    access: everyRole,
    response: "html",
    isPage: true,
  },
  openapi: {
    method: "GET",
    path: "/api/docs/openapi.json",
    summary: "The API documentation as OpenAPI 3.1",
    access: everyRole,
    response: z.record(z.string(), z.unknown()),
  },
  object: {
    method: "GET",
    path: "/objects/{*key}",
    summary: "A stored picture, by its unguessable URL",
    access: anyone,
    params: z.object({ key: z.string() }),
    response: "bytes",
  },
});
