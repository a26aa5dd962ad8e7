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

let expired: SessionKind | undefined;
const expiryListeners = new Set<() => void>();

/** The session has ended while a screen of it was open; undefined when it has been renewed. */
export const setSessionExpired = (kind: SessionKind | undefined): void => {
  expired = kind;
  for (const listener of expiryListeners) listener();
};

const subscribeToExpiry = (listener: () => void) => {
  expiryListeners.add(listener);
  return () => void expiryListeners.delete(listener);
};

const readExpired = () => expired;

export const useSessionExpired = (kind: SessionKind): boolean =>
  useSyncExternalStore(subscribeToExpiry, readExpired, readExpired) === kind;

/**
 * Calls `onExpired` when a call fails because the session has ended. The screen and what was typed stay, and the user is asked to sign
 * in again.
 */
export const watchSessionExpiry = (client: QueryClient, onExpired: () => void): (() => void) =>
  onCallFailure(client, (error) => {
    if (!meansSignedOut(error)) return;
    const kind = sessionKindOf(location.pathname);
    if (expired === kind || !client.getQueryData(SESSION_KEYS[kind])) return;
    setSessionExpired(kind);
    onExpired();
  });

const ASKED_PAGE = "usa-asked-page";

/** Only a path of this site: "//other.example" is a path too, and leads to another one. */
const isOwnPath = (path: string): boolean => /^\/(?![/\\])/.test(path);

/** Pages rendered by the server. They are not routes of this app: opening one needs a full page load. */
const SERVER_PAGES: readonly unknown[] = ["/api/docs"];

export const isServerPage = (path: unknown): path is string => SERVER_PAGES.includes(path);

/** The page that a visitor opened, to go to after signing in. Of this tab, because a sign-in through SSO leaves the site and comes back. */
export const rememberAskedPage = (path: string): void => {
  try {
    sessionStorage.setItem(ASKED_PAGE, path);
  } catch {
    // Storage is blocked.
  }
};

export const readAskedPage = (): string | undefined => {
  try {
    const path = sessionStorage.getItem(ASKED_PAGE);
    return path && isOwnPath(path) ? path : undefined;
  } catch {
    return undefined;
  }
};

export const forgetAskedPage = (): void => {
  try {
    sessionStorage.removeItem(ASKED_PAGE);
  } catch {
    // Storage is blocked.
  }
};
