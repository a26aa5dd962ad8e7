import type { FastifyInstance } from "fastify";
import type { Clock } from "./clock.ts";
import type { Environment } from "./environment.ts";

/** What every part may lean on. */
export type SandboxContext = { environment: Environment; clock: Clock };

/** One service of the outside world. A new one is a folder with one door, added to the list in app.ts. */
export type SandboxService = {
  name: string;
  /** What the product talks to: every request is logged and can be made to fail through /_control/faults. */
  routes?(app: FastifyInstance): void;
  /** Pages and controls for people and tests: never logged, never faulted, closed to other sites. */
  windows?(app: FastifyInstance): void;
  /** Servers beside HTTP, and state kept on disk. */
  start?(): Promise<void>;
  stop?(): Promise<void>;
  /** What `GET /` tells about this part; `origin` is the address of the sandbox. */
  describe(origin: string): Record<string, unknown>;
  /** Back to how it was at the first start. */
  reset(): void | Promise<void>;
};
