import type { systemRoutes } from "#contract/system.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import { throwStorageUnavailable } from "#platform/storage/storage.ts";
import { docsPage } from "./docs-page.ts";
import { METRICS_CONTENT_TYPE, readMetrics, requireMetricsToken } from "./metrics.service.ts";
import { openApiDocument } from "./openapi.ts";
import { isReady, openChangeStream, VERSION } from "./system.service.ts";

const YEAR_SECONDS = 31_536_000;

/** A proxy then sends the next requests to another process. */
const requireRunning = ({ isStopping }: Platform): void => {
  if (isStopping) throw new AppError("unavailable", "Dit proces stopt.");
};

export const systemHandlers = (platform: Platform): Handlers<typeof systemRoutes> => ({
  alive: () => {
    requireRunning(platform);
    return { status: "ok" };
  },
  ready: async () => {
    requireRunning(platform);
    if (!(await isReady(platform.database)))
      throw new AppError("unavailable", "De database is nog niet bijgewerkt of kan niets opslaan.");
    return { status: "ok" };
  },
  metrics: async ({ bearer }) => {
    requireMetricsToken(platform, bearer);
    return { body: Buffer.from(await readMetrics(platform)), contentType: METRICS_CONTENT_TYPE };
  },
  version: () => ({ version: VERSION }),
  contact: () => ({ email: platform.config.contactEmail ?? null }),
  events: ({ scope, user, tokenOf, query: { age = 0 } }) =>
    openChangeStream(platform, { user, companyId: scope.companyId, token: tokenOf("main") ?? "", age }),
  docs: () => docsPage(),
  openapi: () => openApiDocument(),
  object: async ({ params, reply }) => {
    const found = await platform.storage.get(params.key).catch(throwStorageUnavailable);
    if (!found) throw notFound();
    reply.header("cache-control", `public, max-age=${YEAR_SECONDS}, immutable`);
    reply.header("content-security-policy", "sandbox; default-src 'none'; style-src 'unsafe-inline'");
    return { body: found.body, contentType: found.contentType };
  },
});
