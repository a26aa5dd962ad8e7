import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ERROR_STATUS } from "#contract/errors.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import type { Platform } from "#platform/platform.ts";
import { METRICS_CONTENT_TYPE, readMetrics, requireMetricsToken } from "#server/features/system/metrics.service.ts";
import { isReady } from "#server/features/system/system.service.ts";

const parseBearer = (header = ""): string | undefined => /^Bearer (\S+)$/i.exec(header)?.[1];

const handleProbe = async (platform: Platform, path: string, authorization: string | undefined): Promise<string> => {
  switch (path) {
    case "/healthz":
      return "ok\n";
    case "/readyz":
      if (await isReady(platform.database)) return "ok\n";
      throw new AppError("unavailable", "De database is nog niet bijgewerkt.");
    case "/metrics":
      requireMetricsToken(platform, parseBearer(authorization));
      return readMetrics(platform);
    default:
      throw notFound();
  }
};

const statusOf = (error: unknown): number => (error instanceof AppError ? ERROR_STATUS[error.code] : 500);

/** The health checks and metrics of a worker, which has no other HTTP server. */
export const serveProbe = async (
  platform: Platform,
  requestedPort: number,
): Promise<{ port: number; close(): Promise<void> }> => {
  const server = createServer(({ url = "/", headers }, response) => {
    void handleProbe(platform, url.split("?", 1)[0] ?? "/", headers.authorization).then(
      (text) =>
        response.writeHead(200, { "content-type": METRICS_CONTENT_TYPE, "cache-control": "no-store" }).end(text),
      (error: unknown) => {
        const status = statusOf(error);
        if (status === 500) platform.log.error({ err: error }, "the probe failed");
        response.writeHead(status, { "cache-control": "no-store" }).end();
      },
    );
  });
  await once(server.listen(requestedPort, platform.config.host), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
};
