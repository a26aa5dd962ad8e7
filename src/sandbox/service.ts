import type { FastifyInstance } from "fastify";
import type { Clock } from "./clock.ts";
import type { Environment } from "./environment.ts";

/** What every service gets. */
export type SandboxContext = { environment: Environment; clock: Clock };

/** One simulated external service. A new one is a folder with one entry point, added to the list in app.ts. */
export type SandboxService = {
  name: string;
  /** The API that the product calls: requests are logged, and can be made to fail through /_control/faults. */
  routes?(app: FastifyInstance): void;
  /** Pages and controls for people and tests: never logged, never faulted, closed to other sites. */
  controlRoutes?(app: FastifyInstance): void;
  /** Starts servers other than HTTP and loads state from disk. */
  start?(): Promise<void>;
  stop?(): Promise<void>;
  /** The service's entry in `GET /`; `origin` is the sandbox's origin. */
  describe(origin: string): Record<string, unknown>;
  /** Restores the initial state. */
  reset(): void | Promise<void>;
};
