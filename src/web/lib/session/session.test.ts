import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../api/api.ts";
import { adminSessionKey, sessionKey, sessionKindOf, setSessionExpired, watchSessionExpiry } from "./session.ts";

const answer = (status: number, code: string) =>
  new ApiError(status, "", JSON.stringify({ error: "Nee.", message: "Nee.", code }));

let client: QueryClient;
let expiries: number;
let stop: () => void;

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(sessionKey, { username: "gebruiker" });
  client.setQueryData(adminSessionKey, { username: "superadmin" });
  expiries = 0;
  stop = watchSessionExpiry(client, () => {
    expiries += 1;
  });
});
afterEach(() => {
  stop();
  setSessionExpired(undefined);
  vi.unstubAllGlobals();
});

const openPath = (pathname: string) => vi.stubGlobal("location", { pathname });
const failQuery = (error: Error) => client.prefetchQuery({ queryKey: ["leads"], queryFn: () => Promise.reject(error) });
const failMutation = (error: Error) =>
  new MutationObserver(client, { mutationFn: () => Promise.reject(error) }).mutate().catch(() => undefined);

test.each([
  ["/", "main"],
  ["/company-admin", "main"],
  ["/administratie", "main"],
  ["/admin", "admin"],
  ["/admin/users", "admin"],
])("%s belongs to the %s session", (pathname, kind) => {
  expect(sessionKindOf(pathname)).toBe(kind);
});

test.each([
  ["a query", "/all-leads", failQuery],
  ["a mutation", "/all-leads", failMutation],
  ["a query of the admin panel", "/admin/users", failQuery],
])("%s that fails because the session has ended is reported once, and the screen stays", async (_, path, call) => {
  openPath(path);
  await call(answer(401, "unauthenticated"));
  await call(answer(401, "unauthenticated"));
  expect(client.getQueryData(sessionKey)).toEqual({ username: "gebruiker" });
  expect(client.getQueryData(adminSessionKey)).toEqual({ username: "superadmin" });
  expect(expiries).toBe(1);
});

test.each([
  ["a wrong password", answer(401, "invalid_credentials")],
  ["a refused role", answer(403, "forbidden")],
  ["an unreachable server", new TypeError("Failed to fetch")],
])("%s does not end the session", async (_, error) => {
  openPath("/");
  await failMutation(error);
  expect(client.getQueryData(sessionKey)).toEqual({ username: "gebruiker" });
  expect(expiries).toBe(0);
});
