import type { Page } from "@playwright/test";
import { holdRequest, servePageInHalves } from "./browser/network.ts";

import { signIn } from "./browser/sign-in.ts";
import type { Product } from "./product/product.ts";
import { createTestCompany } from "./product/test-company.ts";
import { expect, test } from "./test.ts";

const SCRIPTS = "**/assets/*.js";
const FONTS = "**/assets/*.woff2";

const WATCH_SHIFTS = `
  globalThis.shifts = [];
  const formatRect = ({ x, y, width, height }) => [x, y, width, height].join(" ");
  const describeNode = ({ node, previousRect, currentRect }) =>
    [node?.nodeName, node?.textContent?.slice(0, 40), formatRect(previousRect), "to", formatRect(currentRect)].join(" ");
  new PerformanceObserver((list) =>
    shifts.push(...list.getEntries().map(({ value, sources }) => ({ value, nodes: sources.map(describeNode) })))
  ).observe({ type: "layout-shift", buffered: true });
`;

type Shift = { value: number; nodes: string[] };

// Up to 0.1 counts as good (Core Web Vitals). We allow far less: only the change of font may shift anything, because its letters
// have other widths.
const MAX_SHIFT = 0.001;
const MAX_FONT_SHIFT = 0.01;

const PAINT_WAIT_MS = 500;

/**
 * The HTML may arrive before its styles, and what stands in it moves with them. Not with waitForFunction: the content security policy
 * refuses its second attempt.
 */
const waitForStyles = (page: Page) =>
  expect
    .poll(() => page.evaluate("[...document.styleSheets].some(({ href, cssRules }) => href && cssRules.length > 0)"))
    .toBe(true);

const findShifts = async (page: Page, threshold: number): Promise<Shift[]> =>
  (await page.evaluate<Shift[]>("shifts")).filter(({ value }) => value >= threshold);

const MESSAGES = 12;

/** A company with enough messages and leads to fill a window. */
const signInToFullCompany = async (page: Page, product: Product): Promise<void> => {
  const company = await createTestCompany(product);
  for (let number = 1; number <= MESSAGES; number++) await company.createMessage(`Lead ${number}`);
  await signIn(page, company.user.username);
};

const SCREENS = [
  { path: "/login", title: "Inloggen", readySelector: "input[name=username]", isPublic: true },
  { path: "/", title: "Berichten Overzicht", readySelector: "[data-message-card]", isPublic: false },
  { path: "/all-leads", title: "All Leads", readySelector: "tbody tr[data-index]", isPublic: false },
  { path: "/inbox", title: "Inbox", readySelector: "text=Nog geen reacties", isPublic: false },
];

const OUTLINES = [
  { path: "/rated-leads", title: "Recentelijk Leads Rated" },
  { path: "/acties", title: "Management" },
  { path: "/company-admin", title: "Bedrijf Beheer" },
];

const WIDTHS = [390, 1440];

for (const { path, title, readySelector, isPublic } of SCREENS) {
  test(`${path} shows its skeleton before its scripts load, and does not shift, also when its font loads late`, async ({
    context,
    page: firstPage,
    product,
  }) => {
    if (!isPublic) await signInToFullCompany(firstPage, product);
    const openPage = async (width: number) => {
      const page = await context.newPage();
      await page.setViewportSize({ width, height: 900 });
      return page;
    };
    for (const width of WIDTHS) {
      const page = await openPage(width);
      await page.addInitScript({ content: WATCH_SHIFTS });
      const { release } = await holdRequest(page, SCRIPTS);
      await page.goto(path, { waitUntil: "commit" });

      await waitForStyles(page);
      const skeleton = page.locator("[data-skeleton]");
      const heading = skeleton.locator("h1").filter({ visible: true });
      await expect(heading).toHaveText(title);
      await expect(page.getByRole("status")).toHaveText("Laden...");
      const loading = await page.getByRole("status").boundingBox();
      expect(loading?.width).toBeGreaterThan(50);
      await expect(skeleton).toHaveAttribute("inert");
      await expect(page.getByRole("heading")).toHaveCount(0);
      await page.keyboard.press("Tab");
      await expect(page.locator(":focus")).toHaveCount(0);
      const before = await heading.boundingBox();

      release();
      await page.locator(readySelector).first().waitFor();
      await expect(skeleton).toHaveCount(0);
      const after = await page.getByRole("heading", { level: 1 }).boundingBox();
      expect([after?.x, after?.y]).toEqual([before?.x, before?.y]);
      expect(await findShifts(page, MAX_SHIFT)).toEqual([]);
      await page.close();
    }
    for (const width of WIDTHS) {
      const page = await openPage(width);
      await page.addInitScript({ content: WATCH_SHIFTS });
      const { release } = await holdRequest(page, FONTS);
      await page.goto(path, { waitUntil: "commit" });
      await page.locator(readySelector).first().waitFor();
      const fontLoaded = page.waitForResponse(FONTS);
      release();
      await fontLoaded;
      await page.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame))");
      expect(await findShifts(page, MAX_FONT_SHIFT)).toEqual([]);
      await page.close();
    }
  });
}

for (const { path, title } of OUTLINES) {
  test(`${path} shows an outline before its scripts load, with the title where it stays`, async ({
    context,
    page: firstPage,
    product,
  }) => {
    await signInToFullCompany(firstPage, product);
    for (const width of WIDTHS) {
      const page = await context.newPage();
      await page.setViewportSize({ width, height: 900 });
      const { release } = await holdRequest(page, SCRIPTS);
      await page.goto(path, { waitUntil: "commit" });
      await waitForStyles(page);
      const outline = page.locator("[data-skeleton]");
      const heading = outline.locator("h1").filter({ visible: true });
      await expect(heading).toHaveText(title);
      await expect(outline).toHaveAttribute("inert");
      const before = await heading.boundingBox();
      release();
      await expect(outline).toHaveCount(0);
      const after = await page.getByRole("heading", { level: 1, name: title }).boundingBox();
      expect([after?.x, after?.y]).toEqual([before?.x, before?.y]);
      await page.close();
    }
  });
}

test("nothing is painted before the whole HTML page has arrived", async ({ page, product }) => {
  await page.addInitScript({ content: WATCH_SHIFTS });
  const proxy = await servePageInHalves(product.url, '<button type="submit"');
  await page.goto(`${proxy.url}/login`, { waitUntil: "commit" });
  await expect(page.locator("[data-skeleton] h1")).toHaveText("Inloggen");
  await waitForStyles(page);
  await page.waitForTimeout(PAINT_WAIT_MS);
  expect(await page.evaluate("performance.getEntriesByType('paint')")).toEqual([]);

  proxy.sendRest();
  await page.locator("input[name=username]").waitFor();
  expect(await findShifts(page, MAX_SHIFT)).toEqual([]);
  // The page goes first: it still fetches preloads through the proxy.
  await page.close();
  await proxy.close();
});

test("the HTML page is the same for every user", async ({ page, newBrowser }) => {
  const other = await newBrowser();
  await signIn(page, "gebruiker");
  await signIn(other, "superadmin");
  const [first, second] = await Promise.all(
    [page, other].map(async ({ request }) => (await request.get("/all-leads")).text()),
  );
  expect(first).toContain("data-skeleton");
  expect(first).toBe(second);
});

test("a collapsed sidebar is already narrow in the skeleton", async ({ page, product }) => {
  await signInToFullCompany(page, product);
  await page.addInitScript(() => localStorage.setItem("sidebar-collapsed", "true"));
  const { release } = await holdRequest(page, SCRIPTS);
  await page.goto("/all-leads", { waitUntil: "commit" });
  await waitForStyles(page);
  const heading = page.locator("h1").filter({ visible: true });
  await expect(heading).toHaveText("All Leads");
  const before = await heading.boundingBox();
  release();
  await page.locator("tbody tr[data-index]").first().waitFor();
  await expect(page.locator("[data-skeleton]")).toHaveCount(0);
  expect((await heading.boundingBox())?.x).toBe(before?.x);
});
