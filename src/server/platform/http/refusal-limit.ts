import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../app-error.ts";
import type { Clock } from "../time.ts";
import { bearerTokenOf, type Cookies } from "./authorization.ts";

const WINDOW_MS = 10_000;
const MAX_REFUSALS = 100;
/** Most clients send their next request after the response, so that waiting slows them down. */
const REFUSAL_DELAY_MS = 1_000;

const credentialOf = (cookies: Cookies, request: FastifyRequest): string | undefined =>
  cookies.read(request, "main") ?? cookies.read(request, "admin") ?? bearerTokenOf(request);

/**
 * A session or API key that was answered with 429 a hundred times within ten seconds is refused for the rest of them, without
 * a query: checking it again each time would still take work from the other users.
 */
export const limitRefusals = (app: FastifyInstance, { cookies, clock }: { cookies: Cookies; clock: Clock }): void => {
  let endsAt = 0;
  const refusals = new Map<string, number>();
  app.addHook("onRequest", async (request) => {
    const now = clock.now().getTime();
    if (now >= endsAt) {
      refusals.clear();
      endsAt = now + WINDOW_MS;
    }
    if ((refusals.get(credentialOf(cookies, request) ?? "") ?? 0) < MAX_REFUSALS) return;
    await clock.sleep(REFUSAL_DELAY_MS);
    const retryAfterSeconds = Math.ceil((endsAt - now) / 1000);
    throw new AppError("too_many_requests", "Te veel verzoeken achter elkaar. Wacht een paar seconden.", {
      retryAfterSeconds,
    });
  });
  app.addHook("onResponse", async (request, { statusCode }) => {
    const credential = credentialOf(cookies, request);
    if (statusCode === 429 && credential) refusals.set(credential, (refusals.get(credential) ?? 0) + 1);
  });
};
