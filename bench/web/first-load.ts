import type { BrowserContext, Page } from "@playwright/test";
import type { RunningProduct } from "./running-product.ts";

export type FirstLoad = {
  screen: string;
  requests: number;
  /** As they came over the line. */
  scriptBytes: number;
  allBytes: number;
  /** From the start of the page until the first thing, the largest thing and the real content were seen. */
  firstPaint: number;
  largestPaint: number;
  ready: number;
  /** The same page again, with what the browser kept. */
  readyAgain: number;
};

const SCREENS = [
  { screen: "landing", path: "/", as: "visitor", ready: "h1" },
  { screen: "login", path: "/login", as: "visitor", ready: "input[name=username]" },
  { screen: "ice breakers", path: "/", as: "team", ready: "[data-message-card]" },
  { screen: "all leads", path: "/all-leads", as: "team", ready: "tbody tr[data-index]" },
  { screen: "messages queued", path: "/messages-queued", as: "team", ready: "tbody tr[data-index]" },
  { screen: "admin users", path: "/admin/users", as: "admin", ready: "tbody tr[data-index]" },
] as const;

const open = async (page: Page, path: string, ready: string): Promise<number> => {
  await page.goto(path, { waitUntil: "commit" });
  await page.locator(ready).first().waitFor();
  return page.evaluate<number>("Math.round(performance.now())");
};

const watchBytes = async (context: BrowserContext, page: Page) => {
  const line = await context.newCDPSession(page);
  await line.send("Network.enable");
  const kinds = new Map<string, string>();
  const seen = { requests: 0, scriptBytes: 0, allBytes: 0 };
  line.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type));
  line.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    seen.requests += 1;
    seen.allBytes += encodedDataLength;
    if (kinds.get(requestId) === "Script") seen.scriptBytes += encodedDataLength;
  });
  return seen;
};

type Paints = Pick<FirstLoad, "firstPaint" | "largestPaint">;

/** Each screen in a browser that has never been here, and then once more. */
export const measureFirstLoads = async (stage: RunningProduct): Promise<FirstLoad[]> => {
  const found: FirstLoad[] = [];
  for (const { screen, path, as, ready } of SCREENS) {
    const context = await stage.visit(as);
    const page = await context.newPage();
    const seen = await watchBytes(context, page);
    const first = await open(page, path, ready);
    // What is fetched afterwards, for what may be opened later, is no part of it.
    const bytes = { ...seen };
    const paints = await page.evaluate<Paints>("probes.paints()");
    const readyAgain = await open(page, path, ready);
    found.push({ screen, ...bytes, ...paints, ready: first, readyAgain });
    await context.close();
  }
  return found;
};
