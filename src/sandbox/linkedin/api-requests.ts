import type { FastifyRequest } from "fastify";
import { type Failures, GatewayError } from "./failures.ts";
import type { Hooks } from "./hooks.ts";
import type { HostedLinks } from "./hosted-page.ts";
import type { Network } from "./network.ts";
import type { Account } from "./network-state.ts";

export const PREFIX = "/unipile/api/v1";

export type Gateway = {
  network: Network;
  hooks: Hooks;
  links: HostedLinks;
  failures: Failures;
  onSent: (account: Account, providerId: string, kind: "invitation" | "message") => void;
};

const isKey = (key: string) => /^sandbox-unipile-[\w-]+$/.test(key);
export const keyOf = ({ headers }: FastifyRequest): string => {
  const key = String(headers["x-api-key"] ?? "");
  if (!isKey(key)) throw new GatewayError("missing_credentials");
  return key;
};

type Query = Record<string, string | undefined>;
export const queryOf = (request: FastifyRequest) => request.query as Query;

export const iso = (at: number) => new Date(at).toISOString();

/** `{ object, items, cursor }`; the cursor is the number of items before. */
export function page<T>(
  object: string,
  items: readonly T[],
  { limit, cursor }: Query,
  { max, defaultLimit }: { max: number; defaultLimit: number },
) {
  const size = limit === undefined ? defaultLimit : Number(limit);
  if (!Number.isInteger(size) || size < 1 || size > max) throw new GatewayError("invalid_parameters");
  const start = cursor === undefined ? 0 : Number(Buffer.from(cursor, "base64url").toString());
  const next = start + size;
  const more = next < items.length ? Buffer.from(String(next)).toString("base64url") : null;
  return { object, items: items.slice(start, next), cursor: more };
}

/** The account in whose name a call acts. Throws unless it belongs to the API key and is connected. */
export const requireActingAccount = (network: Network, request: FastifyRequest, id: string | undefined): Account => {
  const account = network.accountOf(keyOf(request), id ?? "");
  if (!account) throw new GatewayError("resource_not_found");
  if (account.status !== "OK") throw new GatewayError("disconnected_account");
  return account;
};
