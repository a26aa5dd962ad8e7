import { setTimeout as sleep } from "node:timers/promises";
import { CLASSIFICATIONS } from "#contract/classification.ts";
import type { Answer, Balancer } from "./balancer.ts";
import type { ChangeLedger } from "./change-ledger.ts";

/** Somebody at work, with the leads and messages that nobody else touches. */
export interface TestUser {
  cookie: string;
  name: string;
  leads: string[];
  messages: string[];
}

const READS = [
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
  /** How long somebody looks at what they got, in milliseconds, on average. */
  thinking: number;
  random(): number;
  goesOn(): boolean;
}

/**
 * Until it has been answered, as somebody does who sees "even niet bereikbaar" or a page that does not load. Only the first
 * answer to a change that was tried before can say that it had been done already.
 */
const retryWhileUnavailable = async (
  { balancer }: SimulatedUserDeps,
  call: Parameters<Balancer["try"]>[0],
): Promise<{ answer: Answer; tries: number }> => {
  for (let tries = 1; ; tries++) {
    const answer = await balancer.try(call);
    if (answer !== "broken" && answer.status !== 503) return { answer, tries };
    // The next server at once, where one is gone; a moment later, where all of them say so.
    if (answer !== "broken" || tries > 1) await sleep(500);
  }
};

const classify = async (needs: SimulatedUserDeps, { cookie, leads }: TestUser): Promise<void> => {
  const lead = leads[Math.floor(needs.random() * leads.length)] ?? "";
  const value = CLASSIFICATIONS[needs.ledger.changesOf(lead) % CLASSIFICATIONS.length] ?? "HOT";
  const path = `/api/leads/${lead}/classification`;
  const { answer } = await retryWhileUnavailable(needs, {
    method: "PATCH",
    path,
    cookie,
    body: { classification: value },
  });
  if (answer.status === 200) needs.ledger.classified(lead, value);
  else needs.ledger.refused(path, answer);
};

const addLead = async (needs: SimulatedUserDeps, { cookie, name }: TestUser): Promise<void> => {
  const linkedInUrl = needs.ledger.newAddress(name);
  const body = { fullName: `Nieuw van ${name}`, linkedInUrl, company: "Proef B.V." };
  const { answer, tries } = await retryWhileUnavailable(needs, { method: "POST", path: "/api/leads", cookie, body });
  if (answer.status === 201 || (answer.status === 409 && tries > 1)) needs.ledger.added(linkedInUrl);
  else needs.ledger.refused("/api/leads", answer);
};

const sendMessage = async (needs: SimulatedUserDeps, { cookie, messages }: TestUser): Promise<void> => {
  const message = messages.pop();
  if (!message) return;
  const path = `/api/send-icebreaker/${message}`;
  const { answer, tries } = await retryWhileUnavailable(needs, { method: "POST", path, cookie });
  if (answer.status === 200 || (answer.status === 409 && tries > 1)) needs.ledger.sent(message);
  else needs.ledger.refused(path, answer);
};

const readScreens = async (needs: SimulatedUserDeps, { cookie }: TestUser): Promise<void> => {
  const path = READS[Math.floor(needs.random() * READS.length)] ?? "/api/auth/user";
  const { answer } = await retryWhileUnavailable(needs, { method: "GET", path, cookie });
  if (answer.status !== 200) needs.ledger.refused(path, answer);
};

/** Three looks to a change. */
const performAction = (needs: SimulatedUserDeps, desk: TestUser): Promise<void> => {
  const chance = needs.random();
  if (chance < 0.75) return readScreens(needs, desk);
  if (chance < 0.87) return classify(needs, desk);
  if (chance < 0.95) return addLead(needs, desk);
  return sendMessage(needs, desk);
};

export const simulateUser = async (needs: SimulatedUserDeps, desk: TestUser): Promise<void> => {
  await sleep(needs.random() * needs.thinking);
  while (needs.goesOn()) {
    await performAction(needs, desk);
    await sleep(needs.random() * 2 * needs.thinking);
  }
};
