import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../app-error.ts";
import { hashToken } from "../sessions.ts";
import type { Clock } from "../time.ts";
import { bearerTokenOf, type Cookies } from "./authorization.ts";

const WINDOW_MS = 10_000;
const MAX_REFUSALS = 100;
/** Most clients send their next request after the response, so that waiting slows them down. */
const REFUSAL_DELAY_MS = 2_000;

/**
 * All credentials of a request: if only the first were counted, a client could hide its API key behind invented cookies. As hashes, so
 * that long credentials take no memory.
 */
const credentialsOf = (cookies: Cookies, request: FastifyRequest): string[] =>
  [cookies.read(request, "main"), cookies.read(request, "admin"), bearerTokenOf(request)].flatMap((credential) =>
    credential ? [hashToken(credential).toString("base64")] : [],
  );

/** Counts the refusals of each credential in the current ten seconds and remembers those of the ten before. */
const createRefusalCounter = (clock: Clock) => {
  let window = 0;
  let [current, previous] = [new Map<string, number>(), new Map<string, number>()];
  const startNextWindow = (): void => {
    const next = Math.floor(clock.now().getTime() / WINDOW_MS);
    if (next === window) return;
    previous = next === window + 1 ? current : new Map();
    [window, current] = [next, new Map()];
  };
  return {
    count: (credential: string): void => {
      startNextWindow();
      current.set(credential, (current.get(credential) ?? 0) + 1);
    },
    isFlooding: (credential: string): boolean => {
      startNextWindow();
      return [current, previous].some((refusals) => (refusals.get(credential) ?? 0) >= MAX_REFUSALS);
    },
  };
};

/**
 * A session or API key that was answered with 429 a hundred times within ten seconds is refused everywhere, without a query:
 * checking it again each time would still take work from the other users. It has to slow down first: these refusals count
 * too, so that it stays refused for as long as it sends a hundred requests in ten seconds.
 */
export const limitRefusals = (app: FastifyInstance, { cookies, clock }: { cookies: Cookies; clock: Clock }): void => {
  const refusals = createRefusalCounter(clock);
  app.addHook("onRequest", async (request) => {
    if (!credentialsOf(cookies, request).some(refusals.isFlooding)) return;
    await clock.sleep(REFUSAL_DELAY_MS);
    throw new AppError("too_many_requests", "Te veel verzoeken achter elkaar. Wacht een paar seconden.", {
      retryAfterSeconds: WINDOW_MS / 1000,
    });
  });
  app.addHook("onResponse", async (request, { statusCode }) => {
    if (statusCode === 429) credentialsOf(cookies, request).forEach(refusals.count);
  });
};
