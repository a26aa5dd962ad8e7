import { type BrowserContext, test as base, type Page } from "@playwright/test";
import { ConsoleWatch } from "./browser/console-watch.ts";
import { type Product, startProduct } from "./product/product.ts";

interface TestFixtures {
  /** Fails the test on any unexpected console error or warning. */
  consoleWatch: ConsoleWatch;
  /** Opens a page in a new browser context, without shared cookies or storage. */
  newBrowser: () => Promise<Page>;
}

interface WorkerFixtures {
  /** Shared by the tests of one worker: a test only changes accounts that it created. */
  product: Product;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
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
      watch.attach(context);
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
      consoleWatch.attach(context);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

export { expect } from "@playwright/test";
