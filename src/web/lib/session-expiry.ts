import type { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";
import { onCallFailure } from "./call-failures.ts";
import { adminSessionKey, sessionKey } from "./session.ts";

export type Side = "main" | "admin";

const SESSION_KEYS = { main: sessionKey, admin: adminSessionKey };

export const sideOf = (pathname: string): Side => (/^\/admin(\/|$)/.test(pathname) ? "admin" : "main");

/** A refused sign-in is a 401 too, but says nothing about the session that is there. */
const meansSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && error.code !== "invalid_credentials";

/** The server no longer knows us: back to the state of a visitor, once, whatever was being done. */
export const watchSessionExpiry = (client: QueryClient, onExpired: (side: Side) => void): (() => void) =>
  onCallFailure(client, (error) => {
    if (!meansSignedOut(error)) return;
    const side = sideOf(location.pathname);
    if (!client.getQueryData(SESSION_KEYS[side])) return;
    client.setQueryData(SESSION_KEYS[side], null);
    onExpired(side);
  });
