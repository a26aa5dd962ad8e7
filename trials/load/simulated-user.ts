import { setTimeout as sleep } from "node:timers/promises";
import { CLASSIFICATIONS } from "#contract/classification.ts";
import type { Balancer, BalancerResponse } from "./balancer.ts";
import type { ChangeLedger } from "./change-ledger.ts";

/** A signed-in user, with leads and messages that no other simulated user changes. */
export interface TestUser {
  cookie: string;
  name: string;
  leadIds: string[];
  messageIds: string[];
}

const READ_PATHS = [
  "/api/auth/user",
  "/api/all-leads?limit=100",
  "/api/all-leads?limit=100&search=le",
  "/api/leads/search?q=lead",
  "/api/hot-leads",
  "/api/messages",
  "/api/messages/stats",
  "/api/dashboard/stats",
  "/api/messages-queued",
  "/api/messages-sent",
  "/api/message-stats",
];

interface SimulatedUserDeps {
  balancer: Balancer;
  ledger: ChangeLedger;
  /** Mean think time between two requests. */
  meanThinkTimeMs: number;
  random(): number;
  shouldContinue(): boolean;
}

/**
 * Retries until there is a response other than 503, as the user of an unreachable server does. After a retry a 409 means
 * that an earlier attempt was handled.
 */
const retryWhileUnavailable = async (
  { balancer }: SimulatedUserDeps,
  request: Parameters<Balancer["attempt"]>[0],
): Promise<{ response: BalancerResponse; attempts: number }> => {
  for (let attempts = 1; ; attempts++) {
    const response = await balancer.attempt(request);
    if (response !== "connection_failed" && response.status !== 503) return { response, attempts };
    // After a first failed connection try the next server at once; after a 503 or a second failure wait first.
    if (response !== "connection_failed" || attempts > 1) await sleep(500);
  }
};

const classify = async (deps: SimulatedUserDeps, { cookie, leadIds }: TestUser): Promise<void> => {
  const lead = leadIds[Math.floor(deps.random() * leadIds.length)] ?? "";
  const value = CLASSIFICATIONS[deps.ledger.changesOf(lead) % CLASSIFICATIONS.length] ?? "HOT";
  const path = `/api/leads/${lead}/classification`;
  const { response } = await retryWhileUnavailable(deps, {
    method: "PATCH",
    path,
    cookie,
    body: { classification: value },
  });
  if (response.status === 200) deps.ledger.recordClassification(lead, value);
  else deps.ledger.recordUnexpectedResponse(path, response);
};

const addLead = async (deps: SimulatedUserDeps, { cookie, name }: TestUser): Promise<void> => {
  const linkedInUrl = deps.ledger.newProfileUrl(name);
  const body = { fullName: `Nieuw van ${name}`, linkedInUrl, company: "Proef B.V." };
  const { response, attempts } = await retryWhileUnavailable(deps, {
    method: "POST",
    path: "/api/leads",
    cookie,
    body,
  });
  if (response.status === 201 || (response.status === 409 && attempts > 1)) deps.ledger.recordLead(linkedInUrl);
  else deps.ledger.recordUnexpectedResponse("/api/leads", response);
};

const sendMessage = async (deps: SimulatedUserDeps, { cookie, messageIds }: TestUser): Promise<void> => {
  const message = messageIds.pop();
  if (!message) return;
  const path = `/api/send-icebreaker/${message}`;
  const { response, attempts } = await retryWhileUnavailable(deps, { method: "POST", path, cookie });
  if (response.status === 200 || (response.status === 409 && attempts > 1)) deps.ledger.recordSent(message);
  else deps.ledger.recordUnexpectedResponse(path, response);
};

const sendRead = async (deps: SimulatedUserDeps, { cookie }: TestUser): Promise<void> => {
  const path = READ_PATHS[Math.floor(deps.random() * READ_PATHS.length)] ?? "/api/auth/user";
  const { response } = await retryWhileUnavailable(deps, { method: "GET", path, cookie });
  if (response.status !== 200) deps.ledger.recordUnexpectedResponse(path, response);
};

/** 75 % reads, 25 % writes. */
const performAction = (deps: SimulatedUserDeps, user: TestUser): Promise<void> => {
  const draw = deps.random();
  if (draw < 0.75) return sendRead(deps, user);
  if (draw < 0.87) return classify(deps, user);
  if (draw < 0.95) return addLead(deps, user);
  return sendMessage(deps, user);
};

export const simulateUser = async (deps: SimulatedUserDeps, user: TestUser): Promise<void> => {
  await sleep(deps.random() * deps.meanThinkTimeMs);
  while (deps.shouldContinue()) {
    await performAction(deps, user);
    await sleep(deps.random() * 2 * deps.meanThinkTimeMs);
  }
};
