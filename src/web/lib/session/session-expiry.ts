import type { QueryClient } from "@tanstack/react-query";
import { ApiError } from "../api/api-error.ts";
import { onCallFailure } from "../api/query-client.ts";
import { adminSessionKey, sessionKey } from "./session.ts";

export type SessionKind = "main" | "admin";

const SESSION_KEYS = { main: sessionKey, admin: adminSessionKey };

export const sessionKindOf = (pathname: string): SessionKind => (/^\/admin(\/|$)/.test(pathname) ? "admin" : "main");

/** A failed sign-in is a 401 too, but does not end the current session. */
const meansSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && error.code !== "invalid_credentials";

/** Signs the user out on the screen when a call fails because the session has ended. */
export const watchSessionExpiry = (client: QueryClient, onExpired: (side: SessionKind) => void): (() => void) =>
  onCallFailure(client, (error) => {
    if (!meansSignedOut(error)) return;
    const side = sessionKindOf(location.pathname);
    if (!client.getQueryData(SESSION_KEYS[side])) return;
    client.setQueryData(SESSION_KEYS[side], null);
    onExpired(side);
  });
