import type { Locator, Page } from "@playwright/test";
import { png, SVG } from "#testing/images.ts";

import { expectAccessibleAtAllSizes } from "./browser/accessibility.ts";
import { failApiCall, holdApiCall } from "./browser/network.ts";
import { signIn } from "./browser/sign-in.ts";
import { expectErrorToast, expectToast } from "./browser/toast.ts";
import { companyOfUser, createAccount } from "./product/accounts.ts";

import type { Product } from "./product/product.ts";
import { expect, test } from "./test.ts";

const UPLOAD_FAILED = "Er ging iets mis bij het uploaden van het logo.";
const UPLOADED_TOAST = ["Logo geüpload", "Het bedrijfslogo is succesvol geüpload."] as const;
const UPLOAD_URLS = "**/api/uploads/*";

const openUpload = async (page: Page, product: Product) => {
  const admin = await createAccount(product, { role: "company_admin" });
  const company = await companyOfUser(product, admin);
  await signIn(page, admin.username);
  await page.goto("/company-admin");
  await page.getByRole("button", { name: "Bewerken", exact: true }).click();
  const form = page.getByRole("dialog", { name: "Bedrijfsinformatie bewerken" });
  const openDialog = async (): Promise<Locator> => {
    await form.getByRole("button", { name: "Logo Uploaden (PNG, JPG, SVG)" }).click();
    const dialog = page.getByRole("dialog", { name: "Logo uploaden" });
    await expect(dialog.getByText("PNG, JPG of SVG, maximaal 5 MB")).toBeVisible();
    return dialog;
  };
  return { company, form, openDialog, dialog: await openDialog() };
};

const chooseFile = (dialog: Locator, name: string, mimeType: string, buffer: Buffer) =>
  dialog.locator("input[type=file]").first().setInputFiles({ name, mimeType, buffer });
/** Simulates dragging a file from the desktop. */
const dropFile = async (page: Page, dialog: Locator, name: string, type: string, content: Buffer): Promise<void> => {
  const dataTransfer = await page.evaluateHandle(`(() => {
    const dragged = new DataTransfer();
    const bytes = Uint8Array.from(${JSON.stringify([...content])});
    dragged.items.add(new File([bytes], ${JSON.stringify(name)}, { type: ${JSON.stringify(type)} }));
    return dragged;
  })()`);
  await dialog.getByText("Sleep je logo hierheen").dispatchEvent("drop", { dataTransfer });
};
const startUpload = (dialog: Locator) => dialog.getByRole("button", { name: "Uploaden", exact: true }).click();

test("an uploaded PNG becomes the logo, also in the sidebar, and an SVG replaces it", async ({ page, product }) => {
  const { company, form, openDialog, dialog } = await openUpload(page, product);
  const sidebar = page.getByRole("complementary", { includeHidden: true });
  await expect(sidebar).toContainText("Ultimate Sales Agent");
  await chooseFile(dialog, "logo.png", "image/png", png(320, 120));
  await expectAccessibleAtAllSizes(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  const saveLogoRequest = await holdApiCall(page, `/api/companies/${company.id}/logo`);
  await startUpload(dialog);
  await expect(page.locator("form#own-company ~ div").getByText("Uploaden...", { exact: true }).first()).toBeVisible();
  saveLogoRequest.release();
  await expectToast(page, ...UPLOADED_TOAST);
  await dialog.getByRole("button", { name: "Klaar" }).click();
  await expect(dialog).toBeHidden();
  const preview = form.getByRole("img", { name: "Huidig logo" });
  await expect(preview).toHaveAttribute("src", /^\/objects\/companies\//);
  const firstUrl = await preview.getAttribute("src");

  const secondDialog = await openDialog();
  await dropFile(page, secondDialog, "logo.svg", "image/svg+xml", SVG);
  await startUpload(secondDialog);
  await expectToast(page, ...UPLOADED_TOAST);
  await secondDialog.getByRole("button", { name: "Klaar" }).click();
  await expect(preview).not.toHaveAttribute("src", firstUrl ?? "");
  await form.getByRole("button", { name: "Opslaan" }).click();
  await expectToast(page, "Bedrijf bijgewerkt", "De bedrijfsinformatie is succesvol bijgewerkt.");

  const logo = sidebar.getByRole("img", { name: company.name });
  await expect(logo).toBeVisible();
  await expect(sidebar).not.toContainText("Ultimate Sales Agent");
  await expect(page.getByRole("main").getByRole("img", { name: `Logo van ${company.name}` })).toBeVisible();
  expect((await page.request.get(firstUrl ?? "")).status()).toBe(404);
  const served = await page.request.get((await logo.getAttribute("src")) ?? "");
  expect(await served.text()).not.toContain("script");
});

test("a file that is too large, of another type or not a real image is refused, and an ended session is reported", async ({
  page,
  product,
  consoleWatch,
}) => {
  const { company, dialog } = await openUpload(page, product);
  const error = dialog.getByRole("alert");
  await chooseFile(dialog, "groot.png", "image/png", Buffer.alloc(5_242_881));
  await expect(error).toHaveText(/^groot\.png is groter dan 5 MB/);
  await chooseFile(dialog, "logo.gif", "image/gif", Buffer.from("GIF89a"));
  await expect(error).toHaveText("Kies een PNG, JPG of SVG");

  consoleWatch.requireErrors(/^415 \/api\/uploads\//, /^\[Uppy\].*Non 2xx$/);
  await chooseFile(dialog, "bijna.png", "image/png", Buffer.from("<html>geen plaatje</html>"));
  await startUpload(dialog);
  await expectErrorToast(
    page,
    "Fout",
    "Dit bestand is geen bruikbare PNG, JPG of SVG. Een PNG of JPG mag maximaal 4096 bij 4096 pixels zijn.",
  );
  await expect(error).toHaveText("Non 2xx");
  const [stored] = await product.query<{ logo_url: string | null }>("select logo_url from companies where id = $1", [
    company.id,
  ]);
  expect(stored?.logo_url).toBeNull();

  await dialog.getByTitle("Annuleren", { exact: true }).click();
  consoleWatch.requireErrors(/^401 \/api\/uploads\//, /^\[Uppy\].*Authorization required$/);
  consoleWatch.allowErrors(/^401 /);
  await page.route(UPLOAD_URLS, async (route) => {
    await product.query("delete from sessions where user_id in (select id from users where company_id = $1)", [
      company.id,
    ]);
    await route.continue();
  });
  await chooseFile(dialog, "logo.png", "image/png", png(64, 64));
  await startUpload(dialog);
  // Over this dialog, which is then hidden for screen readers, another one may already ask to sign in.
  await expect(page.locator("[role=alert]").filter({ hasText: "Authorization required" })).toBeVisible();
});

test("a dropped connection is retried automatically, and a failure by hand", async ({
  page,
  product,
  consoleWatch,
}) => {
  const { company, dialog } = await openUpload(page, product);
  const saveLogoPath = `/api/companies/${company.id}/logo`;
  consoleWatch.allowErrors(/^\[Uppy\]/);
  consoleWatch.requireErrors(
    /^ERR_FAILED \/api\/uploads\//,
    `ERR_FAILED ${saveLogoPath}`,
    "ERR_FAILED /api/companies/logo-upload",
  );
  const uploadUrls = new Set<string>();
  await page.route(UPLOAD_URLS, (route) => {
    uploadUrls.add(route.request().url());
    return uploadUrls.size < 3 ? route.abort() : route.continue();
  });
  const saveLogoFailure = await failApiCall(page, saveLogoPath);
  await chooseFile(dialog, "logo.png", "image/png", png(64, 64));
  await startUpload(dialog);
  await expectErrorToast(page, "Fout", UPLOAD_FAILED);
  expect(uploadUrls.size, "each attempt has its own URL").toBe(3);
  await expect(dialog.getByRole("alert")).toHaveText("Upload failed");
  await saveLogoFailure.restore();

  // The file itself has a retry button too.
  const retry = dialog.getByRole("button", { name: "Upload opnieuw proberen" }).last();
  const urlFailure = await failApiCall(page, "/api/companies/logo-upload");
  await retry.click();
  await expectErrorToast(page, "Fout", UPLOAD_FAILED);
  await expect(dialog.getByRole("alert")).toHaveText(/Failed to get upload URL|Geen verbinding met de server\./);
  await urlFailure.restore();
  await retry.click();
  await expectToast(page, ...UPLOADED_TOAST);
  await expect(dialog.getByRole("alert")).toBeHidden();
});

test("an upload is paused, resumed and cancelled", async ({ page, product, consoleWatch }) => {
  const { dialog } = await openUpload(page, product);
  consoleWatch.allowErrors(/^ERR_/);
  const releases: (() => void)[] = [];
  await page.route(UPLOAD_URLS, async (route) => {
    await new Promise<void>((resolve) => releases.push(resolve));
    await route.continue().catch(() => undefined);
  });
  await chooseFile(dialog, "logo.png", "image/png", png(64, 64));
  await startUpload(dialog);
  await expect.poll(() => releases.length).toBe(1);
  await dialog.getByRole("button", { name: "Pauzeren", exact: true }).click();
  await expect(dialog.getByText("Gepauzeerd", { exact: false }).first()).toBeVisible();
  await dialog.getByRole("button", { name: "Hervatten", exact: true }).click();
  await expect.poll(() => releases.length).toBe(2);
  await dialog.getByTitle("Annuleren", { exact: true }).click();
  await expect(dialog.getByText("PNG, JPG of SVG, maximaal 5 MB")).toBeVisible();

  await page.unroute(UPLOAD_URLS);
  for (const release of releases) release();
  await chooseFile(dialog, "logo.png", "image/png", png(64, 64));
  await startUpload(dialog);
  await expectToast(page, ...UPLOADED_TOAST);
});
