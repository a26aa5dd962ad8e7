import { randomBytes } from "node:crypto";
import { newId } from "../model/ids.ts";

/** What a personal access token may do. */
export const SCOPES = ["data.records:read", "data.records:write", "schema.bases:read", "webhook:manage"] as const;

export type Scope = (typeof SCOPES)[number];

export type Token = {
  readonly token: string;
  readonly userId: string;
  scopes: Scope[];
  /** The bases it was given. */
  baseIds: string[];
  /** What its owner may do in them. */
  permissionLevel: "read" | "edit" | "create";
  revoked: boolean;
};

/** A token as people make one: with every scope, for the bases they name. */
export function makeToken(baseIds: string[], token = randomToken()): Token {
  return { token, userId: newId("usr"), scopes: [...SCOPES], baseIds, permissionLevel: "create", revoked: false };
}

const randomToken = () => `pat${newId("usr").slice(3)}.${randomBytes(32).toString("hex")}`;
