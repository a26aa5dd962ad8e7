import type { Page } from "@playwright/test";
import type { RunningProduct } from "./running-product.ts";

export type ScrollFigures = {
  screen: string;
  rows: number;
  /** Seconds until all rows are loaded by scrolling to the end again and again. */
  secondsToEnd: number;
  /** Median milliseconds to load the next page: in the first and in the last tenth of the list. */
  loadMsAtStart: number;
  loadMsAtEnd: number;
  frames: number;
  /** Frames that took more than twice the median. */
  dropped: number;
  longestFrame: number;
  /** Tasks that blocked the main thread for more than 50 ms. */
  longTasks: number;
  /** CPU time of the page per frame: the only figure that other load on the machine does not change. */
  cpuMsPerFrame: number;
  heapBefore: number;
  heapAfter: number;
};

const SCREENS = [
  { screen: "all leads", path: "/all-leads" },
  { screen: "messages queued", path: "/messages-queued" },
] as const;
const STEP = 120;
const SECONDS = 8;
const TIMEOUT_MS = 8 * 60_000;

const heapMegabytes = async (page: Page): Promise<number> => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("HeapProfiler.collectGarbage");
  const { usedSize } = await cdp.send("Runtime.getHeapUsage");
  await cdp.detach();
  return Math.round(usedSize / 1024 ** 2);
};

/** Scrolls until all rows are loaded, or the timeout passes. */
const scrollToEnd = async (page: Page, rows: number) => {
  const startedAt = Date.now();
  const steps: { read: number; took: number }[] = [];
  const loadedRows = () => steps.at(-1)?.read ?? 0;
  while (loadedRows() < rows && Date.now() - startedAt < TIMEOUT_MS) {
    steps.push(await page.evaluate<{ read: number; took: number }>("probes.loadNextPage()"));
  }
  const tenth = Math.ceil(steps.length / 10);
  const median = (part: typeof steps) => Math.round(part.map(({ took }) => took).toSorted(ascending)[tenth >> 1] ?? 0);
  return {
    rows: loadedRows(),
    secondsToEnd: Math.round((Date.now() - startedAt) / 1000),
    loadMsAtStart: median(steps.slice(0, tenth)),
    loadMsAtEnd: median(steps.slice(-tenth)),
  };
};

const ascending = (a: number, b: number) => a - b;

/** Returns a function that reads the page's total CPU time in ms. */
const cpuTimeReader = async (page: Page) => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await cdp.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
  };
};

const scroll = async (page: Page) => {
  const readCpuMs = await cpuTimeReader(page);
  const before = await readCpuMs();
  const { took, longTasks } = await page.evaluate<{ took: number[]; longTasks: number }>(
    `probes.scroll(${STEP}, ${SECONDS})`,
  );
  const cpuMsPerFrame = Math.round(((await readCpuMs()) - before) / took.length);
  const medianFrame = took.toSorted(ascending)[Math.floor(took.length / 2)] ?? 0;
  const dropped = took.filter((time) => time > medianFrame * 2).length;
  return { frames: took.length, dropped, longestFrame: Math.round(Math.max(...took)), longTasks, cpuMsPerFrame };
};

export const measureScrolling = async (product: RunningProduct, rows: number): Promise<ScrollFigures[]> => {
  const context = await product.newContext("team");
  const results: ScrollFigures[] = [];
  for (const { screen, path } of SCREENS) {
    const page = await context.newPage();
    await page.goto(path);
    await page.locator("tbody tr[data-index]").first().waitFor();
    const heapBefore = await heapMegabytes(page);
    const toEnd = await scrollToEnd(page, rows);
    const frames = await scroll(page);
    results.push({ screen, ...toEnd, ...frames, heapBefore, heapAfter: await heapMegabytes(page) });
    await page.close();
  }
  await context.close();
  return results;
};
