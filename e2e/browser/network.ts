import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";

type UrlMatcher = Parameters<Page["route"]>[0];

/** Delays matching requests until `release` is called, as on a slow connection. */
export const holdRequest = async (page: Page, url: UrlMatcher): Promise<{ release: () => void }> => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return { release };
};

/** Delays the API calls to a path until `release` is called, to test the loading state of a screen. */
export const holdApiCall = (page: Page, path: string): Promise<{ release: () => void }> =>
  holdRequest(page, (url: URL) => url.pathname === path);

/** Aborts the API calls to a path with a network error, until `restore` is called. */
export const failApiCall = async (
  page: Page,
  path: string,
  method?: string,
): Promise<{ restore: () => Promise<void> }> => {
  const matchesPath = (url: URL) => url.pathname === path;
  await page.route(matchesPath, (route) =>
    method && route.request().method() !== method ? route.fallback() : route.abort(),
  );
  return { restore: () => page.unroute(matchesPath) };
};

const SKIPPED_HEADERS = ["content-encoding", "content-length", "transfer-encoding", "connection", "keep-alive"];

const forwardedHeaders = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => !SKIPPED_HEADERS.includes(name)));

/** A proxy to the product that sends each HTML page up to the text `splitBefore`, and the rest when `sendRest` is called. */
export const servePageInHalves = async (productUrl: string, splitBefore: string) => {
  const { promise: restSent, resolve: sendRest } = Promise.withResolvers<void>();

  const forward = async (path: string, response: ServerResponse) => {
    const upstream = await fetch(new URL(path, productUrl));
    const body = Buffer.from(await upstream.arrayBuffer());
    const splitAt = body.indexOf(splitBefore);
    response.writeHead(upstream.status, forwardedHeaders(upstream));
    if (splitAt > 0 && upstream.headers.get("content-type")?.startsWith("text/html")) {
      response.write(body.subarray(0, splitAt));
      await restSent;
      response.end(body.subarray(splitAt));
    } else response.end(body);
  };

  const server = createServer(({ url = "/" }, response) => void forward(url, response).catch(() => response.destroy()));
  await new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, sendRest, close };
};
