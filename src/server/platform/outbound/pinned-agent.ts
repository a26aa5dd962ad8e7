import { Agent, type RequestOptions } from "node:https";

const IDLE_MS = 15_000;

/** Keeps connections open for reuse, but only between requests whose name resolved to the same checked addresses. */
export class PinnedAgent extends Agent {
  constructor() {
    super({ keepAlive: true, maxFreeSockets: 32, timeout: IDLE_MS });
  }

  override getName(options: RequestOptions & { pinnedTo?: string } = {}): string {
    return `${super.getName(options)}:${options.pinnedTo ?? ""}`;
  }
}
