import { randomBytes } from "node:crypto";
import type { SignedIn } from "../signed-in.ts";
import type { TestServer } from "../test-server.ts";

/** The signed-in user who calls a route. */
export interface Caller extends SignedIn {
  server: TestServer;
}

export const unique = () => randomBytes(5).toString("hex");
