import { type BrowserContext, test as base, type Page } from "@playwright/test";
import { ConsoleWatch } from "./browser/console-watch.ts";
import { recordToasts } from "./browser/toast.ts";
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
    // On a busy machine, dropping the database alone may take a minute.
    { scope: "worker", timeout: 240_000 },
  ],
  baseURL: ({ product }, use) => use(product.url),
  page: async ({ page }, use) => {
    await recordToasts(page);
    await use(page);
  },
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
      const page = await context.newPage();
      await recordToasts(page);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

export { expect } from "@playwright/test";
