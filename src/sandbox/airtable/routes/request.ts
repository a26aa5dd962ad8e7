import type { FastifyRequest } from "fastify";
import type { Scope, Token } from "../access.ts";
import { authenticationRequired, modelNotFound, notPermitted } from "../airtable-error.ts";
import type { Base } from "../model/base.ts";
import type { Table } from "../model/table.ts";
import type { Workspace } from "../workspace.ts";

export const originOf = (request: FastifyRequest) => `${request.protocol}://${request.host}`;

/** All parameters in their order: names with brackets, such as `sort[0][field]`, are read from these pairs. */
export function searchOf(request: FastifyRequest): URLSearchParams {
  const url = request.raw.url ?? "";
  const mark = url.indexOf("?");
  return new URLSearchParams(mark === -1 ? "" : url.slice(mark + 1));
}

export function authenticate(workspace: Workspace, request: FastifyRequest): Token {
  const [, bearerToken] = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
  const token = bearerToken === undefined ? undefined : workspace.token(bearerToken);
  if (!token || token.revoked) throw authenticationRequired();
  return token;
}

const WRITES: ReadonlySet<Scope> = new Set(["data.records:write", "data.recordComments:write"]);

/** Whether the owner of the token may change the schema and the webhooks of the base. */
export const isCreator = (workspace: Workspace, request: FastifyRequest): boolean =>
  authenticate(workspace, request).permissionLevel === "create";

/** Returns the base if the token may use it with this scope. Counts the request for the rate limits. */
export function authorizeBase(workspace: Workspace, request: FastifyRequest, baseId: string, scope: Scope): Base {
  const token = authenticate(workspace, request);
  const base = workspace.bases.find(baseId);
  if (!base || !token.baseIds.includes(baseId)) throw modelNotFound();
  workspace.limits.admit(baseId, token.userId, !scope.startsWith("schema."));
  if (!token.scopes.includes(scope)) throw modelNotFound();
  if (WRITES.has(scope) && token.permissionLevel === "read") throw notPermitted();
  if (scope === "schema.bases:write" && token.permissionLevel !== "create") throw notPermitted();
  return base;
}

export function findTable(base: Base, idOrName: string): Table {
  const table = base.table(idOrName);
  if (!table) throw modelNotFound();
  return table;
}
