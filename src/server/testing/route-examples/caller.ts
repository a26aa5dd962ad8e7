import { randomBytes } from "node:crypto";
import type { SignedIn } from "../signed-in.ts";
import type { TestServer } from "../test-server.ts";

/** A person with a session, as which a route is called. */
export interface Caller extends SignedIn {
  server: TestServer;
}

export const unique = () => randomBytes(5).toString("hex");
