import { join } from "node:path";
import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import { PASSWORD } from "#testing/account-factories.ts";
import { ICE_BREAKER } from "#testing/factories.ts";
import { openBenchData, withClient } from "../dataset/load.ts";
import { addUser, startProduct } from "../product.ts";

/** The product as a process, with a large company, and a browser. */
export interface BrowserBench {
  url: string;
  browser: Browser;
  /** A new browser context with an empty cache. */
  newContext(as?: "visitor" | "workspace" | "adminPanel"): Promise<BrowserContext>;
  close(): Promise<void>;
}

const PROBES = join(import.meta.dirname, "page-probes.js");
const VIEWPORT = { width: 1440, height: 900 };
/** A busy machine makes figures worse, but must not end the run. */
const TIMEOUT_MS = 120_000;
/** A third of the generated messages are follow-ups, so 300 are ice breakers to review. */
const MESSAGES = 450;

const INSERT_COMPANIES = "insert into companies (name) select 'Bedrijf ' || n from generate_series(1, 50) n";
const INSERT_USERS = `
  insert into users (company_id, username, email, first_name, last_name, role, password_hash)
  select (array(select id from companies where name like 'Bedrijf %'))[n % 50 + 1], 'collega-' || n,
    'collega-' || n || '@voorbeeld.nl', 'Gebruiker', 'Nummer ' || n, 'user', 'x' from generate_series(1, $1::int) n`;

/** One company with `leads` leads and `leads` queued messages, and 50 other companies with `leads / 5` users in total. */
export const openBrowserBench = async (leads: number): Promise<BrowserBench> => {
  const data = await openBenchData();
  const { url, companies } = await data.load({
    name: "web",
    leadsPerCompany: [leads],
    queueItemsPerLead: 1,
    shareOfLeadsWith: { message: Math.min(MESSAGES / leads, 1), meeting: 0, invitation: 0 },
    queuedShare: 1,
    messageStatuses: ["pending"],
    iceBreaker: ICE_BREAKER,
  });
  const [{ companyId, username } = { companyId: "", username: "" }] = companies;
  await withClient(url, async (client) => {
    await client.query(INSERT_COMPANIES);
    await client.query(INSERT_USERS, [Math.round(leads / 5)]);
  });
  const admin = await addUser(url, companyId, "super_admin");
  const product = await startProduct("both", data.dataDir, { DATABASE_URL: url });
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "",
    args: ["--no-sandbox", "--disable-background-networking", "--no-first-run"],
  });
  const logins = { workspace: ["/api/login", username], adminPanel: ["/admin/api/login", admin.username] } as const;
  return {
    url: product.url,
    browser,
    newContext: async (as = "visitor") => {
      const context = await browser.newContext({ baseURL: product.url, viewport: VIEWPORT, locale: "nl-NL" });
      context.setDefaultTimeout(TIMEOUT_MS);
      await context.addInitScript({ path: PROBES });
      if (as === "visitor") return context;
      const [path, name] = logins[as];
      const response = await context.request.post(path, { data: { username: name, password: PASSWORD } });
      if (!response.ok()) throw new Error(`signing in as ${as} returned ${response.status()}`);
      return context;
    },
    close: async () => {
      await browser.close();
      await product.stop();
      await data.close();
      await data.remove();
    },
  };
};
