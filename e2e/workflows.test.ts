import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { holdApiCall } from "./browser/network.ts";
import { signIn } from "./browser/sign-in.ts";
import { expectErrorToast, expectToast } from "./browser/toast.ts";
import type { Product } from "./product/product.ts";
import { createTestCompany } from "./product/test-company.ts";
import { expect, test } from "./test.ts";

const ALLOCATE = "Allocate Leads";
const SEARCH = "Toevoegen items aan lead search Que";
const HOLD = "Move Items from On Hold";
const FAILED = "Er ging iets mis bij het opstarten van de workflow.";

/** A company whose first workflow is a webhook, the second a form, and the third not configured. */
const openWorkflows = async (page: Page, product: Product) => {
  const company = await createTestCompany(product);
  const sandboxUrl = product.sandboxUrl.replace(/\/$/, "");
  // A path of its own, so that the faults of one test do not affect another.
  const webhookPath = `/webhook/${company.companyId}`;
  const urls = {
    "allocate-leads": `${sandboxUrl}${webhookPath}`,
    "add-to-search-queue": `${sandboxUrl}/form/add-to-search-queue`,
  };
  await product.query("update companies set workflow_urls = $1 where id = $2", [
    JSON.stringify(urls),
    company.companyId,
  ]);
  await signIn(page, company.user.username);
  await page.goto("/acties");
  await expect(card(page, ALLOCATE)).toBeVisible();
  return { company, webhookPath, sandboxUrl };
};

const section = (page: Page): Locator => page.getByRole("region", { name: "Beschikbare Acties" });
const card = (page: Page, name: string): Locator => section(page).getByRole("listitem").filter({ hasText: name });
const startButton = (page: Page, name: string): Locator =>
  card(page, name).getByRole("button", { name: `Start ${name}` });
const expectOrder = (page: Page, names: readonly string[]) =>
  expect(section(page).getByRole("heading", { level: 3 })).toHaveText([...names]);

const injectFault = (request: APIRequestContext, product: Product, path: string, fault: object) =>
  request.post(`${product.sandboxUrl.replace(/\/$/, "")}/_control/faults`, { data: { path, times: 1, ...fault } });

test("a workflow is started through the server, and every outcome is shown", async ({
  page,
  product,
  request,
  consoleWatch,
}) => {
  const { company, webhookPath } = await openWorkflows(page, product);
  await expect(card(page, ALLOCATE)).toContainText("Nog niet gestart");
  const { release } = await holdApiCall(page, "/api/workflows/trigger");
  await startButton(page, ALLOCATE).click();
  await expect(card(page, ALLOCATE).getByRole("button", { name: "Wordt gestart..." })).toHaveAttribute(
    "aria-busy",
    "true",
  );
  release();
  await expectToast(page, "Workflow gestart!", `${ALLOCATE} is succesvol opgestart.`);
  await expectToast(page, "Dashboard bijgewerkt", "Alle cijfers zijn opnieuw opgehaald.");
  await expect(card(page, ALLOCATE)).toContainText("Gestart");
  await expect(card(page, ALLOCATE)).toContainText("Aantal keer gestart1");
  const calls = await page.request.get(`${product.sandboxUrl.replace(/\/$/, "")}/_control/automation/calls`);
  const matchingCalls = ((await calls.json()) as { name: string; body: unknown }[]).filter(({ name }) =>
    webhookPath.endsWith(name),
  );
  expect(matchingCalls).toMatchObject([{ body: { triggered_by: "dashboard", workflow_name: ALLOCATE } }]);

  consoleWatch.requireErrors("502 /api/workflows/trigger");
  await injectFault(request, product, webhookPath, { status: 500 });
  await startButton(page, ALLOCATE).click();
  await expectErrorToast(page, "Fout bij starten workflow", FAILED);
  await expect(card(page, ALLOCATE).getByText("Mislukt")).toBeVisible();
  await injectFault(request, product, webhookPath, { resetConnection: "afterHandling" });
  await startButton(page, ALLOCATE).click();
  const unknownOutcome = "Het is niet zeker of de workflow is gestart. Kijk het na voordat je hem nog eens start.";
  await expectErrorToast(page, "Fout bij starten workflow", unknownOutcome);
  await expect(card(page, ALLOCATE).getByText("Onbekend")).toBeVisible();

  await product.query("update companies set workflow_urls = '{}' where id = $1", [company.companyId]);
  consoleWatch.requireErrors("400 /api/workflows/trigger");
  await startButton(page, ALLOCATE).click();
  const text = "Deze workflow heeft nog geen webhook URL ingesteld.";
  await expectErrorToast(page, "Fout bij starten workflow", text);
});

test("a form opens in a pop-up; closing it refetches the figures", async ({ page, product }) => {
  await openWorkflows(page, product);
  const opened = page.waitForEvent("popup");
  await startButton(page, SEARCH).click();
  const popup = await opened;
  await expectToast(page, "Formulier geopend", `Vul het formulier van ${SEARCH} in om de workflow te starten.`);
  await expect(popup.getByRole("heading", { name: "Toevoegen aan de zoekwachtrij" })).toBeVisible();
  const windowFacts = () => popup.evaluate("({ width: innerWidth, height: innerHeight, opener })");
  await expect.poll(windowFacts).toEqual({ width: 600, height: 700, opener: null });
  await expect(card(page, SEARCH)).toContainText("Formulier geopend");

  await popup.getByLabel("Functie").fill("Financieel directeur");
  await popup.getByRole("button", { name: "Versturen" }).click();
  await expect(popup.getByRole("heading", { name: "Bedankt!" })).toBeVisible();
  const refetched = page.waitForResponse("**/api/message-stats");
  await popup.close();
  await refetched;
  await expectToast(page, "Dashboard bijgewerkt", "Alle cijfers zijn opnieuw opgehaald.");
});

const dragPointOf = async (element: Locator): Promise<{ x: number; y: number }> => {
  const box = await element.boundingBox();
  if (!box) throw new Error("the element is not visible");
  return { x: box.x + box.width / 2, y: box.y + 30 };
};

test("cards are reordered with the pointer, and the browser stores the order", async ({ page, product }) => {
  await openWorkflows(page, product);
  await expectOrder(page, [ALLOCATE, SEARCH, HOLD]);
  // What still loads above the cards would move them away from the pointer.
  await expect(page.getByRole("heading", { level: 2, name: "Doelen" })).toBeVisible();
  await expect(page.getByRole("main").locator(".animate-pulse")).toHaveCount(0);
  await card(page, ALLOCATE).scrollIntoViewIfNeeded();
  const [from, to] = [await dragPointOf(card(page, ALLOCATE)), await dragPointOf(card(page, HOLD))];
  // Dragging starts after five pixels.
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 4, from.y);
  await expect(card(page, ALLOCATE)).not.toHaveCSS("translate", /px/);
  await page.mouse.move(from.x + 6, from.y, { steps: 2 });
  await expect(card(page, ALLOCATE)).toHaveCSS("translate", "6px");
  await page.mouse.move(to.x, to.y, { steps: 4 });
  // The place is known once the other cards have made room for it.
  await expect(card(page, HOLD)).toHaveCSS("translate", /^-\d/);
  await page.mouse.up();
  await expectToast(page, "Workflow volgorde aangepast", `${ALLOCATE} is verplaatst naar positie 3.`);
  await expectOrder(page, [SEARCH, HOLD, ALLOCATE]);
  await page.reload();
  await expectOrder(page, [SEARCH, HOLD, ALLOCATE]);
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expectOrder(page, [ALLOCATE, SEARCH, HOLD]);
});
