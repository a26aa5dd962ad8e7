import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";

type Address = Parameters<Page["route"]>[0];

/** Keeps what is fetched from these addresses waiting until it is let go, as on a slow line. */
export const holdRequest = async (page: Page, what: Address): Promise<{ release: () => void }> => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(what, async (route) => {
    await released;
    await route.continue();
  });
  return { release };
};

/** Keeps the calls to an address waiting until they are let go, to see what a screen shows meanwhile. */
export const holdApiCall = (page: Page, path: string): Promise<{ release: () => void }> =>
  holdRequest(page, (url: URL) => url.pathname === path);

/** As when the line drops halfway: the server may have heard it or not, and no answer comes, until it is mended. */
export const failApiCall = async (
  page: Page,
  path: string,
  method?: string,
): Promise<{ mend: () => Promise<void> }> => {
  const isIt = (url: URL) => url.pathname === path;
  await page.route(isIt, (route) => (method && route.request().method() !== method ? route.fallback() : route.abort()));
  return { mend: () => page.unroute(isIt) };
};

const HELD_BACK = ["content-encoding", "content-length", "transfer-encoding", "connection", "keep-alive"];

const headersOf = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => !HELD_BACK.includes(name)));

/** The product on a line that stops halfway: a page ends before a piece of it, until the rest is sent. */
export const servePageInHalves = async (product: string, before: string) => {
  const { promise: restSent, resolve: sendRest } = Promise.withResolvers<void>();

  const answer = async (path: string, response: ServerResponse) => {
    const found = await fetch(new URL(path, product));
    const body = Buffer.from(await found.arrayBuffer());
    const half = body.indexOf(before);
    response.writeHead(found.status, headersOf(found));
    if (half > 0 && found.headers.get("content-type")?.startsWith("text/html")) {
      response.write(body.subarray(0, half));
      await restSent;
      response.end(body.subarray(half));
    } else response.end(body);
  };

  const server = createServer(({ url = "/" }, response) => void answer(url, response).catch(() => response.destroy()));
  await new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, sendRest, close };
};
