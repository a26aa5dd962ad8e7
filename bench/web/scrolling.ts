import type { Page } from "@playwright/test";
import { median, round } from "../statistics.ts";
import type { BrowserBench } from "./browser.ts";

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
  longestFrameMs: number;
  /** Tasks that blocked the main thread for more than 50 ms. */
  longTasks: number;
  /** CPU time of the page per frame: depends less on other load on the machine than the times above. */
  cpuMsPerFrame: number;
  heapMbBefore: number;
  heapMbAfter: number;
};

const SCREENS = [
  { screen: "all leads", path: "/all-leads" },
  { screen: "messages queued", path: "/messages-queued" },
] as const;
const PIXELS_PER_FRAME = 120;
const SCROLL_SECONDS = 8;
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
  const pages: { rows: number; ms: number }[] = [];
  const loadedRows = () => pages.at(-1)?.rows ?? 0;
  while (loadedRows() < rows && Date.now() - startedAt < TIMEOUT_MS) {
    pages.push(await page.evaluate<{ rows: number; ms: number }>("probes.loadNextPage()"));
  }
  const tenth = Math.ceil(pages.length / 10);
  const medianMs = (part: typeof pages) => round(median(part.map(({ ms }) => ms)));
  return {
    rows: loadedRows(),
    secondsToEnd: Math.round((Date.now() - startedAt) / 1000),
    loadMsAtStart: medianMs(pages.slice(0, tenth)),
    loadMsAtEnd: medianMs(pages.slice(-tenth)),
  };
};

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
  const { frameMs, longTasks } = await page.evaluate<{ frameMs: number[]; longTasks: number }>(
    `probes.scroll(${PIXELS_PER_FRAME}, ${SCROLL_SECONDS})`,
  );
  const cpuMsPerFrame = round(((await readCpuMs()) - before) / frameMs.length);
  const medianFrame = median(frameMs);
  const dropped = frameMs.filter((ms) => ms > medianFrame * 2).length;
  return { frames: frameMs.length, dropped, longestFrameMs: round(Math.max(...frameMs)), longTasks, cpuMsPerFrame };
};

export const measureScrolling = async (bench: BrowserBench, rows: number): Promise<ScrollFigures[]> => {
  const context = await bench.newContext("workspace");
  const results: ScrollFigures[] = [];
  for (const { screen, path } of SCREENS) {
    const page = await context.newPage();
    await page.goto(path);
    await page.locator("tbody tr[data-index]").first().waitFor();
    const heapMbBefore = await heapMegabytes(page);
    const toEnd = await scrollToEnd(page, rows);
    const frameFigures = await scroll(page);
    results.push({ screen, ...toEnd, ...frameFigures, heapMbBefore, heapMbAfter: await heapMegabytes(page) });
    await page.close();
  }
  await context.close();
  return results;
};
