import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../api/api.ts";
import { adminSessionKey, type SessionKind, sessionKey, sessionKindOf, watchSessionExpiry } from "./session.ts";

const answer = (status: number, code: string) =>
  new ApiError(status, "", JSON.stringify({ error: "Nee.", message: "Nee.", code }));

let client: QueryClient;
let expired: SessionKind[];
let stop: () => void;

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(sessionKey, { username: "gebruiker" });
  client.setQueryData(adminSessionKey, { username: "superadmin" });
  expired = [];
  stop = watchSessionExpiry(client, (side) => expired.push(side));
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

const standOn = (pathname: string) => vi.stubGlobal("location", { pathname });
const read = (error: Error) => client.prefetchQuery({ queryKey: ["leads"], queryFn: () => Promise.reject(error) });
const change = (error: Error) =>
  new MutationObserver(client, { mutationFn: () => Promise.reject(error) }).mutate().catch(() => undefined);

test.each([
  ["/", "main"],
  ["/company-admin", "main"],
  ["/administratie", "main"],
  ["/admin", "admin"],
  ["/admin/users", "admin"],
])("%s belongs to the %s session", (pathname, side) => {
  expect(sessionKindOf(pathname)).toBe(side);
});

test.each([
  ["a read", read],
  ["a change", change],
])("%s that is refused for want of a session makes a visitor of us, once", async (_, call) => {
  standOn("/all-leads");
  await call(answer(401, "unauthenticated"));
  await call(answer(401, "unauthenticated"));
  expect(client.getQueryData(sessionKey)).toBeNull();
  expect(expired).toEqual(["main"]);
});

test("in the admin panel it is the admin session that ended", async () => {
  standOn("/admin/users");
  await read(answer(401, "unauthenticated"));
  expect(expired).toEqual(["admin"]);
  expect(client.getQueryData(sessionKey)).toEqual({ username: "gebruiker" });
});

test.each([
  ["a wrong password", answer(401, "invalid_credentials")],
  ["a refused role", answer(403, "forbidden")],
  ["a server that is away", new TypeError("Failed to fetch")],
])("%s says nothing about the session", async (_, error) => {
  standOn("/");
  await change(error);
  expect(client.getQueryData(sessionKey)).toEqual({ username: "gebruiker" });
  expect(expired).toEqual([]);
});
