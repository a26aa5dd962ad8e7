import { join } from "node:path";
import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import { DEMO_PASSWORD } from "#server/demo.ts";
import { companyOf, createAccount } from "../../e2e/product/accounts.ts";

import { type Product, startProduct } from "../../e2e/product/product.ts";
import { startThrowawayDatabase } from "../../scripts/throwaway-database.ts";
import { fillCompany, fillUsers } from "./fill.ts";

/** The product as real processes, with a large company, and a browser. */
export interface RunningProduct {
  url: string;
  browser: Browser;
  /** A new browser context with an empty cache. */
  newContext(as?: "visitor" | "team" | "admin"): Promise<BrowserContext>;
  close(): Promise<void>;
}

const PROBES = join(import.meta.dirname, "page-probes.js");
const VIEWPORT = { width: 1440, height: 900 };

const fill = async (product: Product, rows: number): Promise<string> => {
  const user = await createAccount(product);
  const { id } = await companyOf(product, user);
  await fillCompany(product, id, rows);
  await fillUsers(product, Math.round(rows / 5));
  return user.username;
};

export const startRunningProduct = async (rows: number): Promise<RunningProduct> => {
  const database = await startThrowawayDatabase();
  process.env["TEST_DATABASE_URL"] = database.url;
  const product = await startProduct();
  const username = await fill(product, rows);
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "",
    args: ["--no-sandbox", "--disable-background-networking", "--no-first-run"],
  });
  const signIn = { team: ["/api/login", username], admin: ["/admin/api/login", "superadmin"] } as const;
  return {
    url: product.url,
    browser,
    newContext: async (as = "visitor") => {
      const context = await browser.newContext({ baseURL: product.url, viewport: VIEWPORT, locale: "nl-NL" });
      await context.addInitScript({ path: PROBES });
      if (as === "visitor") return context;
      const [path, name] = signIn[as];
      const response = await context.request.post(path, { data: { username: name, password: DEMO_PASSWORD } });
      if (!response.ok()) throw new Error(`${name} cannot sign in: ${response.status()}`);
      return context;
    },
    close: async () => {
      await browser.close();
      await product.close();
      await database.stop();
    },
  };
};
