import type { systemRoutes } from "../../../contract/system.ts";
import { AppError, notFound } from "../../platform/app-error.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import type { Platform } from "../../platform/platform.ts";
import { readSession } from "../../platform/sessions.ts";
import { docsPage } from "./docs-page.ts";
import { openApi } from "./openapi.ts";
import { isReady } from "./readiness.ts";
import { VERSION } from "./version.ts";

const SESSION_CHECK_MS = 60_000;
const YEAR_SECONDS = 31_536_000;

export const systemHandlers = ({ database, clock, events, storage, log }: Platform): Handlers<typeof systemRoutes> => ({
  alive: () => ({ status: "ok" }),
  ready: async () => {
    if (!(await isReady(database))) throw new AppError("unavailable", "De database is nog niet bijgewerkt.");
    return { status: "ok" };
  },
  version: () => ({ version: VERSION }),
  events: ({ scope, tokenOf }) => ({
    open: (send, close) => {
      // A stream outlives its request: it ends when the session behind it does.
      const check = setInterval(() => {
        const token = tokenOf("main");
        if (!token) return close();
        readSession({ db: database.platform }, "main", token, clock.now())
          .then((person) => person || close())
          .catch((error: unknown) => log.warn({ err: error }, "could not check the session behind an event stream"));
      }, SESSION_CHECK_MS);
      const unsubscribe = events.subscribe(scope.companyId, send);
      return () => {
        clearInterval(check);
        unsubscribe();
      };
    },
  }),
  docs: () => docsPage(),
  openapi: () => openApi(),
  object: async ({ params, reply }) => {
    const found = await storage.get(params.key);
    if (!found) throw notFound();
    reply.header("cache-control", `public, max-age=${YEAR_SECONDS}, immutable`);
    reply.header("content-security-policy", "sandbox; default-src 'none'; style-src 'unsafe-inline'");
    return { body: found.body, contentType: found.contentType };
  },
});
