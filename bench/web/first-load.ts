import type { BrowserContext, Page } from "@playwright/test";
import type { BrowserBench } from "./browser.ts";

export type FirstLoad = {
  screen: string;
  requests: number;
  /** Transferred (compressed) bytes. */
  scriptBytes: number;
  allBytes: number;
  /** Milliseconds since navigation start: first contentful paint, largest contentful paint, content visible. */
  firstContentfulPaint: number;
  largestContentfulPaint: number;
  ready: number;
  /** With a warm cache. */
  readyWarm: number;
};

const SCREENS = [
  { screen: "landing", path: "/", as: "visitor", ready: "h1" },
  { screen: "login", path: "/login", as: "visitor", ready: "input[name=username]" },
  { screen: "ice breakers", path: "/", as: "workspace", ready: "[data-message-card]" },
  { screen: "all leads", path: "/all-leads", as: "workspace", ready: "tbody tr[data-index]" },
  { screen: "messages queued", path: "/messages-queued", as: "workspace", ready: "tbody tr[data-index]" },
  { screen: "admin users", path: "/admin/users", as: "adminPanel", ready: "tbody tr[data-index]" },
] as const;

const measureLoad = async (page: Page, path: string, ready: string): Promise<number> => {
  await page.goto(path, { waitUntil: "commit" });
  await page.locator(ready).first().waitFor();
  return page.evaluate<number>("Math.round(performance.now())");
};

const countTraffic = async (context: BrowserContext, page: Page) => {
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  const resourceTypes = new Map<string, string>();
  const traffic = { requests: 0, scriptBytes: 0, allBytes: 0 };
  cdp.on("Network.responseReceived", ({ requestId, type }) => resourceTypes.set(requestId, type));
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    traffic.requests += 1;
    traffic.allBytes += encodedDataLength;
    if (resourceTypes.get(requestId) === "Script") traffic.scriptBytes += encodedDataLength;
  });
  return traffic;
};

type Paints = Pick<FirstLoad, "firstContentfulPaint" | "largestContentfulPaint">;

/** Loads each screen with a cold and then a warm cache. */
export const measureFirstLoads = async (bench: BrowserBench): Promise<FirstLoad[]> => {
  const results: FirstLoad[] = [];
  for (const { screen, path, as, ready } of SCREENS) {
    const context = await bench.newContext(as);
    const page = await context.newPage();
    const traffic = await countTraffic(context, page);
    const readyCold = await measureLoad(page, path, ready);
    // Copied now: later preloads must not count.
    const trafficUntilReady = { ...traffic };
    const paints = await page.evaluate<Paints>("probes.paints()");
    const readyWarm = await measureLoad(page, path, ready);
    results.push({ screen, ...trafficUntilReady, ...paints, ready: readyCold, readyWarm });
    await context.close();
  }
  return results;
};
