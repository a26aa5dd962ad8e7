import type { Locator, Page } from "@playwright/test";
import { png, SVG } from "#testing/images.ts";

import { expectNoViolations, expectNoViolationsAnywhere } from "./browser/accessibility.ts";
import { failApiCall, holdApiCall } from "./browser/network.ts";
import { signIn } from "./browser/sign-in.ts";
import { expectErrorToast, expectToast } from "./browser/toast.ts";
import { companyOf, createAccount } from "./product/accounts.ts";

import type { Product } from "./product/product.ts";
import { expect, test } from "./test.ts";

const FAILED = "Er ging iets mis bij het uploaden van het logo.";
const LINKED = ["Logo geüpload", "Het bedrijfslogo is succesvol geüpload."] as const;
const UPLOADS = "**/api/uploads/*";

const openUpload = async (page: Page, product: Product) => {
  const admin = await createAccount(product, { role: "company_admin" });
  const company = await companyOf(product, admin);
  await signIn(page, admin.username);
  await page.goto("/company-admin");
  await page.getByRole("button", { name: "Bewerken", exact: true }).click();
  const form = page.getByRole("dialog", { name: "Bedrijfsinformatie bewerken" });
  const open = async (): Promise<Locator> => {
    await form.getByRole("button", { name: "Logo Uploaden (PNG, JPG, SVG)" }).click();
    const dialog = page.getByRole("dialog", { name: "Logo uploaden" });
    await expect(dialog.getByText("PNG, JPG of SVG, maximaal 5 MB")).toBeVisible();
    return dialog;
  };
  return { company, form, open, dialog: await open() };
};

const put = (dialog: Locator, name: string, mimeType: string, buffer: Buffer) =>
  dialog.locator("input[type=file]").first().setInputFiles({ name, mimeType, buffer });
/** Simulates dragging a file from the desktop. */
const drop = async (page: Page, dialog: Locator, name: string, type: string, content: Buffer): Promise<void> => {
  const dataTransfer = await page.evaluateHandle(`(() => {
    const dragged = new DataTransfer();
    const bytes = Uint8Array.from(${JSON.stringify([...content])});
    dragged.items.add(new File([bytes], ${JSON.stringify(name)}, { type: ${JSON.stringify(type)} }));
    return dragged;
  })()`);
  await dialog.getByText("Sleep je logo hierheen").dispatchEvent("drop", { dataTransfer });
};
const upload = (dialog: Locator) => dialog.getByRole("button", { name: "Uploaden", exact: true }).click();

test("an uploaded PNG becomes the logo, also in the sidebar, and an SVG replaces it", async ({ page, product }) => {
  const { company, form, open, dialog } = await openUpload(page, product);
  const sidebar = page.getByRole("complementary", { includeHidden: true });
  await expect(sidebar).toContainText("Ultimate Sales Agent");
  await expectNoViolationsAnywhere(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await put(dialog, "logo.png", "image/png", png(320, 120));
  await expectNoViolations(page);
  const linking = await holdApiCall(page, `/api/companies/${company.id}/logo`);
  await upload(dialog);
  await expect(page.locator("form#own-company ~ div").getByText("Uploaden...", { exact: true }).first()).toBeVisible();
  linking.release();
  await expectToast(page, ...LINKED);
  await dialog.getByRole("button", { name: "Klaar" }).click();
  await expect(dialog).toBeHidden();
  const preview = form.getByRole("img", { name: "Huidig logo" });
  await expect(preview).toHaveAttribute("src", /^\/objects\/companies\//);
  const first = await preview.getAttribute("src");

  const again = await open();
  await drop(page, again, "logo.svg", "image/svg+xml", SVG);
  await upload(again);
  await expectToast(page, ...LINKED);
  await again.getByRole("button", { name: "Klaar" }).click();
  await expect(preview).not.toHaveAttribute("src", first ?? "");
  await form.getByRole("button", { name: "Opslaan" }).click();
  await expectToast(page, "Bedrijf bijgewerkt", "De bedrijfsinformatie is succesvol bijgewerkt.");

  const logo = sidebar.getByRole("img", { name: company.name });
  await expect(logo).toBeVisible();
  await expect(sidebar).not.toContainText("Ultimate Sales Agent");
  await expect(page.getByRole("main").getByRole("img", { name: `Logo van ${company.name}` })).toBeVisible();
  expect((await page.request.get(first ?? "")).status()).toBe(404);
  const served = await page.request.get((await logo.getAttribute("src")) ?? "");
  expect(await served.text()).not.toContain("script");
});

test("a file that is too large, of another type or with false contents is refused", async ({
  page,
  product,
  consoleWatch,
}) => {
  const { company, dialog } = await openUpload(page, product);
  const refusal = dialog.getByRole("alert");
  await put(dialog, "groot.png", "image/png", Buffer.alloc(5_242_881));
  await expect(refusal).toHaveText(/^groot\.png is groter dan 5 MB/);
  await put(dialog, "logo.gif", "image/gif", Buffer.from("GIF89a"));
  await expect(refusal).toHaveText("Kies een PNG, JPG of SVG");

  consoleWatch.expectProblems(/^415 \/api\/uploads\//, /^\[Uppy\].*Non 2xx$/);
  await put(dialog, "bijna.png", "image/png", Buffer.from("<html>geen plaatje</html>"));
  await upload(dialog);
  await expectErrorToast(
    page,
    "Fout",
    "Dit bestand is geen bruikbare PNG, JPG of SVG. Een PNG of JPG mag maximaal 4096 bij 4096 pixels zijn.",
  );
  await expect(refusal).toHaveText("Non 2xx");
  await expectNoViolations(page);
  const [stored] = await product.query<{ logo_url: string | null }>("select logo_url from companies where id = $1", [
    company.id,
  ]);
  expect(stored?.logo_url).toBeNull();
});

test("a dropped connection is retried automatically, and a failure by hand", async ({
  page,
  product,
  consoleWatch,
}) => {
  const { company, dialog } = await openUpload(page, product);
  const link = `/api/companies/${company.id}/logo`;
  consoleWatch.allow(/^\[Uppy\]/);
  consoleWatch.expectProblems(
    /^ERR_FAILED \/api\/uploads\//,
    `ERR_FAILED ${link}`,
    "ERR_FAILED /api/companies/logo-upload",
  );
  const addresses = new Set<string>();
  await page.route(UPLOADS, (route) => {
    addresses.add(route.request().url());
    return addresses.size < 3 ? route.abort() : route.continue();
  });
  const linking = await failApiCall(page, link);
  await put(dialog, "logo.png", "image/png", png(64, 64));
  await upload(dialog);
  await expectErrorToast(page, "Fout", FAILED);
  expect(addresses.size, "each try has an address of its own").toBe(3);
  await expect(dialog.getByRole("alert")).toHaveText("Upload failed");
  await linking.restore();

  // The file itself has a retry button too.
  const retry = dialog.getByRole("button", { name: "Upload opnieuw proberen" }).last();
  const asking = await failApiCall(page, "/api/companies/logo-upload");
  await retry.click();
  await expectErrorToast(page, "Fout", FAILED);
  await expect(dialog.getByRole("alert")).toHaveText(/Failed to get upload URL|Geen verbinding met de server\./);
  await asking.restore();
  await retry.click();
  await expectToast(page, ...LINKED);
  await expect(dialog.getByRole("alert")).toBeHidden();
});

test("an upload is paused, resumed and cancelled", async ({ page, product, consoleWatch }) => {
  const { dialog } = await openUpload(page, product);
  consoleWatch.allow(/^ERR_/);
  const held: (() => void)[] = [];
  await page.route(UPLOADS, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue().catch(() => undefined);
  });
  await put(dialog, "logo.png", "image/png", png(64, 64));
  await upload(dialog);
  await expect.poll(() => held.length).toBe(1);
  await dialog.getByRole("button", { name: "Pauzeren", exact: true }).click();
  await expect(dialog.getByText("Gepauzeerd", { exact: false }).first()).toBeVisible();
  await dialog.getByRole("button", { name: "Hervatten", exact: true }).click();
  await expect.poll(() => held.length).toBe(2);
  await dialog.getByTitle("Annuleren", { exact: true }).click();
  await expect(dialog.getByText("PNG, JPG of SVG, maximaal 5 MB")).toBeVisible();

  await page.unroute(UPLOADS);
  for (const go of held) go();
  await put(dialog, "logo.png", "image/png", png(64, 64));
  await upload(dialog);
  await expectToast(page, ...LINKED);
});

test("a session that ends during the upload shows an error", async ({ page, product, consoleWatch }) => {
  const { company, dialog } = await openUpload(page, product);
  consoleWatch.expectProblems(/^401 \/api\/uploads\//, /^\[Uppy\].*Authorization required$/);
  consoleWatch.allow(/^401 /);
  await page.route(UPLOADS, async (route) => {
    await product.query("delete from sessions where user_id in (select id from users where company_id = $1)", [
      company.id,
    ]);
    await route.continue();
  });
  await put(dialog, "logo.png", "image/png", png(64, 64));
  await upload(dialog);
  await expect(dialog.getByRole("alert")).toHaveText("Authorization required");
});
