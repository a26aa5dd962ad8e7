import { z } from "zod";
import { anyone, everyRole } from "./roles.ts";
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
  "meetings",
  "prompts",
  "invitations",
  "workflows",
  "imports",
] as const;
export const changeEvent = z.object({ topic: z.enum(TOPICS), id: z.string().optional() });
export type ChangeEvent = z.infer<typeof changeEvent>;

const health = z.object({ status: z.literal("ok") });

/** One day. */
export const MAX_SCREEN_AGE_MS = 86_400_000;

export const systemRoutes = defineRoutes({
  alive: { method: "GET", path: "/healthz", summary: "The process is alive", access: anyone, answer: health },
  ready: {
    method: "GET",
    path: "/readyz",
    summary: "The database is reachable and migrated",
    access: anyone,
    answer: health,
  },
  metrics: {
    method: "GET",
    path: "/metrics",
    summary: "Figures for Prometheus, with the token of METRICS_TOKEN",
    access: anyone,
    answer: "bytes",
  },
  version: {
    method: "GET",
    path: "/api/version",
    summary: "The server's version",
    access: anyone,
    answer: z.object({ version: z.string() }),
  },
  events: {
    method: "GET",
    path: "/api/events",
    summary: "Server-sent events: what changed in one's company",
    access: everyRole,
    query: z.object({
      age: z.coerce.number().int().min(0).max(MAX_SCREEN_AGE_MS).optional().meta({
        description: "How long ago, in milliseconds, what the screen shows may have been read",
      }),
    }),
    answer: "events",
  },
  docs: { method: "GET", path: "/api/docs", summary: "This interface, readable", access: anyone, answer: "html" },
  openapi: {
    method: "GET",
    path: "/api/docs/openapi.json",
    summary: "This interface as OpenAPI 3.1",
    access: anyone,
    answer: z.record(z.string(), z.unknown()),
  },
  object: {
    method: "GET",
    path: "/objects/{*key}",
    summary: "A stored picture, by its unguessable address",
    access: anyone,
    params: z.object({ key: z.string() }),
    answer: "bytes",
  },
});
