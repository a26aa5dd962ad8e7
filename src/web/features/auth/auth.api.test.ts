import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { SessionUser } from "#contract/auth.ts";
import { adminSessionKey, sessionKey } from "#lib/session/session.ts";
import { beginSession } from "./auth.api.ts";
import { endSession } from "./sign-out.api.ts";

const noor: SessionUser = {
  id: "1",
  username: "noor",
  email: null,
  firstName: "Noor",
  lastName: null,
  role: "user",
  companyId: "1",
  profileImageUrl: null,
};

const createSignedInClient = () => {
  const client = new QueryClient();
  client.setQueryData(sessionKey, noor);
  client.setQueryData(adminSessionKey, null);
  client.setQueryData(["leads"], ["a lead of Noor's company"]);
  return client;
};

test("a new session clears everything cached for the previous user", () => {
  const client = createSignedInClient();
  beginSession(client, sessionKey, { ...noor, id: "2", username: "daan", companyId: "2" });
  expect(
    client
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey),
  ).toEqual([sessionKey]);
  expect(client.getQueryData<SessionUser>(sessionKey)?.username).toBe("daan");
});

test("observers of the session are notified when it ends", async () => {
  const client = createSignedInClient();
  const seen: (SessionUser | null | undefined)[] = [];
  const observer = new QueryObserver<SessionUser | null>(client, { queryKey: sessionKey, enabled: false });
  const unsubscribe = observer.subscribe(({ data }) => seen.push(data));
  await endSession(client, sessionKey);
  expect(seen.at(-1)).toBeNull();
  expect(client.getQueryData(["leads"])).toBeUndefined();
  unsubscribe();
});

test("cached data is removed only after the observers were notified", async () => {
  const client = createSignedInClient();
  const cachedLeads: unknown[] = [];
  const observer = new QueryObserver(client, { queryKey: sessionKey, enabled: false });
  const unsubscribe = observer.subscribe(() => cachedLeads.push(client.getQueryData(["leads"])));
  await endSession(client, sessionKey);
  expect(cachedLeads).toEqual([["a lead of Noor's company"]]);
  unsubscribe();
});
