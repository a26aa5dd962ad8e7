import type { Page } from "@playwright/test";
import type { RunningProduct } from "./running-product.ts";

export type Scroll = {
  screen: string;
  rows: number;
  /** Seconds until somebody who keeps going to the end has every row. */
  allRead: number;
  /** From the end of what was read until more rows stood there, in ms: at the start of the list, and at its end. */
  moreAtStart: number;
  moreAtEnd: number;
  frames: number;
  /** Frames that took longer than two of the screen's own. */
  dropped: number;
  longestFrame: number;
  /** Work of the page that kept it busy for more than 50 ms. */
  longTasks: number;
  /** Processor time of the page for one frame: the one figure that other work on the machine does not change. */
  workPerFrame: number;
  heapBefore: number;
  heapAfter: number;
};

const SCREENS = [
  { screen: "all leads", path: "/all-leads" },
  { screen: "messages queued", path: "/messages-queued" },
] as const;
const STEP = 120;
const SECONDS = 8;
const PATIENCE_MS = 8 * 60_000;

const megabytes = async (page: Page): Promise<number> => {
  const line = await page.context().newCDPSession(page);
  await line.send("HeapProfiler.collectGarbage");
  const { usedSize } = await line.send("Runtime.getHeapUsage");
  await line.detach();
  return Math.round(usedSize / 1024 ** 2);
};

/** Until every row has been read, or for as long as anybody would wait for it. */
const readEverything = async (page: Page, rows: number) => {
  const begun = Date.now();
  const steps: { read: number; took: number }[] = [];
  const readSoFar = () => steps.at(-1)?.read ?? 0;
  while (readSoFar() < rows && Date.now() - begun < PATIENCE_MS) {
    steps.push(await page.evaluate<{ read: number; took: number }>("probes.toEnd()"));
  }
  const some = Math.ceil(steps.length / 10);
  const median = (part: typeof steps) => Math.round(part.map(({ took }) => took).toSorted(less)[some >> 1] ?? 0);
  return {
    rows: readSoFar(),
    allRead: Math.round((Date.now() - begun) / 1000),
    moreAtStart: median(steps.slice(0, some)),
    moreAtEnd: median(steps.slice(-some)),
  };
};

const less = (one: number, two: number) => one - two;

/** Processor time that the page has used so far, in ms. */
const watchWork = async (page: Page) => {
  const line = await page.context().newCDPSession(page);
  await line.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await line.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
  };
};

const scroll = async (page: Page) => {
  const work = await watchWork(page);
  const before = await work();
  const { took, longTasks } = await page.evaluate<{ took: number[]; longTasks: number }>(
    `probes.scroll(${STEP}, ${SECONDS})`,
  );
  const workPerFrame = Math.round(((await work()) - before) / took.length);
  const usual = took.toSorted(less)[Math.floor(took.length / 2)] ?? 0;
  const dropped = took.filter((time) => time > usual * 2).length;
  return { frames: took.length, dropped, longestFrame: Math.round(Math.max(...took)), longTasks, workPerFrame };
};

export const measureScrolling = async (stage: RunningProduct, rows: number): Promise<Scroll[]> => {
  const context = await stage.visit("team");
  const found: Scroll[] = [];
  for (const { screen, path } of SCREENS) {
    const page = await context.newPage();
    await page.goto(path);
    await page.locator("tbody tr[data-index]").first().waitFor();
    const heapBefore = await megabytes(page);
    const read = await readEverything(page, rows);
    const frames = await scroll(page);
    found.push({ screen, ...read, ...frames, heapBefore, heapAfter: await megabytes(page) });
    await page.close();
  }
  await context.close();
  return found;
};
