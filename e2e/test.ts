import { type BrowserContext, test as base, type Page } from "@playwright/test";
import { ConsoleWatch } from "./browser/console-watch.ts";
import { type Product, startProduct } from "./product/product.ts";

interface JourneyFixtures {
  /** Fails the test on any complaint in the console that was not announced. */
  consoleWatch: ConsoleWatch;
  /** A page in a browser of its own, as on another computer. */
  newBrowser: () => Promise<Page>;
}

interface WorkerFixtures {
  /** Shared by the tests of one worker: what a test changes, it changes in an account it made. */
  product: Product;
}

export const test = base.extend<JourneyFixtures, WorkerFixtures>({
  product: [
    async ({ browserName: _browserName }, use) => {
      const product = await startProduct();
      await use(product);
      await product.close();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  baseURL: ({ product }, use) => use(product.url),
  consoleWatch: [
    async ({ context }, use) => {
      const watch = new ConsoleWatch();
      watch.follow(context);
      await use(watch);
      watch.check();
    },
    { auto: true },
  ],
  newBrowser: async ({ browser, consoleWatch }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext();
      contexts.push(context);
      consoleWatch.follow(context);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

export { expect } from "@playwright/test";
