import { type QueryClient, useQuery } from "@tanstack/react-query";
import { createContext, useContext, useSyncExternalStore } from "react";
import { authRoutes, type SessionUser } from "#contract/auth.ts";
import { ApiError, call, callOrNull } from "../api/api.ts";
import { onCallFailure } from "../api/query-client.ts";

export const sessionKey = ["session", "main"] as const;
export const adminSessionKey = ["session", "admin"] as const;

/** The signed-in user; `data` is null for a visitor. */
export const useSession = () => useQuery({ queryKey: sessionKey, queryFn: () => callOrNull(authRoutes.currentUser) });

export const useAdminSession = () =>
  useQuery({ queryKey: adminSessionKey, queryFn: () => callOrNull(authRoutes.adminUser) });

export const companyCardKey = ["company-card"] as const;

export const useCompanyCard = (enabled: boolean) =>
  useQuery({ queryKey: companyCardKey, queryFn: () => call(authRoutes.currentCompany), enabled });

export const CurrentUserContext = createContext<SessionUser | null>(null);

/** The signed-in user, on a screen behind a sign-in. */
export function useCurrentUser(): SessionUser {
  const user = useContext(CurrentUserContext);
  if (!user) throw new Error("useCurrentUser is for screens behind a sign-in");
  return user;
}

export type SessionKind = "main" | "admin";

const SESSION_KEYS = { main: sessionKey, admin: adminSessionKey };

export const sessionKindOf = (pathname: string): SessionKind => (/^\/admin(\/|$)/.test(pathname) ? "admin" : "main");

/** A failed sign-in is a 401 too, but does not end the current session. */
const meansSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && error.code !== "invalid_credentials";

let isExpired = false;
const expiryListeners = new Set<() => void>();

/** The session of the workspace has ended while a screen was open, or has been renewed. */
export const setSessionExpired = (expired: boolean): void => {
  isExpired = expired;
  for (const listener of expiryListeners) listener();
};

const subscribeToExpiry = (listener: () => void) => {
  expiryListeners.add(listener);
  return () => void expiryListeners.delete(listener);
};

const readExpired = () => isExpired;

export const useSessionExpired = (): boolean => useSyncExternalStore(subscribeToExpiry, readExpired, readExpired);

/**
 * Notices that a call failed because the session has ended. In the workspace the screen stays, with everything that was typed, and
 * asks to sign in again; the admin panel shows its sign-in page.
 */
export const watchSessionExpiry = (client: QueryClient, onExpired: (kind: SessionKind) => void): (() => void) =>
  onCallFailure(client, (error) => {
    if (!meansSignedOut(error)) return;
    const kind = sessionKindOf(location.pathname);
    if (!client.getQueryData(SESSION_KEYS[kind]) || (kind === "main" && isExpired)) return;
    if (kind === "main") setSessionExpired(true);
    else client.setQueryData(SESSION_KEYS[kind], null);
    onExpired(kind);
  });
