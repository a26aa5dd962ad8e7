import type { Page } from "@playwright/test";
import { holdApiCall } from "./browser/network.ts";
import { fillAdminSignIn, fillSignIn } from "./browser/sign-in.ts";
import { expectErrorToast, expectToast } from "./browser/toast.ts";
import { createAccount } from "./product/accounts.ts";
import { findMail, linkIn, mailsTo } from "./product/mailbox.ts";
import { expect, test } from "./test.ts";

const LINK_SENT = "Als er een account bestaat met dit emailadres, hebben we een wachtwoord reset link verstuurd.";
const SUBJECT = "Nieuw wachtwoord instellen";
const ADMIN_SUBJECT = "Nieuw wachtwoord instellen voor het Admin Panel";
const NEW_PASSWORD = "een-nieuw-begin";

const requestLink = async (page: Page, email: string) => {
  await page.getByLabel("Emailadres").fill(email);
  await page.getByRole("button", { name: "Verstuur reset link" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check je inbox");
};

const choosePassword = async (page: Page, password: string, confirmation = password) => {
  await page.getByLabel("Nieuw wachtwoord").fill(password);
  await page.getByLabel("Bevestig wachtwoord").fill(confirmation);
  await page.getByRole("button", { name: "Wachtwoord wijzigen" }).click();
};

const expectChanged = async (page: Page) => {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Wachtwoord succesvol gewijzigd!");
  await expect(page.getByText("Je kunt nu inloggen met je nieuwe wachtwoord.")).toBeVisible();
};

test("a forgotten password is reset by mail, and the new one works", async ({ page, product }) => {
  const { username, email } = await createAccount(product);
  await page.goto("/login");
  await page.getByRole("link", { name: "Wachtwoord vergeten?" }).click();
  await expect(page).toHaveURL("/forgot-password");
  await requestLink(page, email);
  await expectToast(page, "Email verstuurd", LINK_SENT);
  await expect(page.getByRole("main")).toContainText(LINK_SENT);
  await expect(page.getByRole("link", { name: "Terug naar inloggen" })).toHaveAttribute("href", "/login");

  await page.goto(linkIn(await findMail(product, email, SUBJECT)));
  await expect(page.getByRole("link", { name: "Terug naar inloggen" })).toHaveAttribute("href", "/login");
  await expect(page.getByLabel("Nieuw wachtwoord")).toHaveAttribute("placeholder", "Minimaal 6 karakters");
  await page.getByRole("button", { name: "Wachtwoord wijzigen" }).click();
  await expect(page.getByLabel("Nieuw wachtwoord")).toHaveAccessibleDescription("Vul een nieuw wachtwoord in.");
  await expect(page.getByLabel("Bevestig wachtwoord")).toHaveAttribute("aria-invalid", "true");
  await choosePassword(page, "kort", "anders");
  await expectErrorToast(page, "Wachtwoorden komen niet overeen", "Controleer of beide wachtwoorden hetzelfde zijn.");
  await choosePassword(page, "kort");
  await expectErrorToast(page, "Wachtwoord te kort", "Het wachtwoord moet minimaal 6 karakters lang zijn.");
  await choosePassword(page, NEW_PASSWORD);
  await expectChanged(page);

  await page.getByRole("link", { name: "Ga naar inloggen" }).click();
  await expect(page).toHaveURL("/login");
  await fillSignIn(page, username, NEW_PASSWORD);
  await expectToast(page, "Login succesvol", "Welkom terug!");
});

test("a reset link works only once", async ({ page, product, consoleWatch }) => {
  const { email } = await createAccount(product);
  await page.goto("/forgot-password");
  await requestLink(page, email);
  const link = linkIn(await findMail(product, email, SUBJECT));
  await page.goto(link);
  await choosePassword(page, NEW_PASSWORD);
  await expectChanged(page);

  consoleWatch.expectProblems("400 /api/reset-password");
  await page.goto(link);
  await choosePassword(page, "nog-een-keer");
  await expectErrorToast(page, "Fout", "De reset link is ongeldig of verlopen.");
  await page.getByRole("link", { name: "Vraag een nieuwe link aan" }).click();
  await expect(page).toHaveURL("/forgot-password");
});

test("an unknown e-mail address gets the same response and no mail", async ({ page, product }) => {
  const { email } = await createAccount(product);
  await page.goto("/forgot-password");
  await requestLink(page, "niemand@voorbeeld.nl");
  await expectToast(page, "Email verstuurd", LINK_SENT);
  // Requests are handled in order: once the mail of the next request has arrived, this one sends none.
  await page.goto("/forgot-password");
  await requestLink(page, email);
  await findMail(product, email, SUBJECT);
  expect(await mailsTo(product, "niemand@voorbeeld.nl")).toEqual([]);
});

test("the buttons show that they are busy", async ({ page, consoleWatch }) => {
  const request = await holdApiCall(page, "/api/forgot-password");
  await page.goto("/forgot-password");
  await page.getByLabel("Emailadres").fill("niemand@voorbeeld.nl");
  await page.getByRole("button", { name: "Verstuur reset link" }).click();
  await expect(page.getByRole("button", { name: "Bezig..." })).toBeVisible();
  request.release();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check je inbox");

  const reset = await holdApiCall(page, "/api/reset-password");
  consoleWatch.expectProblems("400 /api/reset-password");
  await page.goto("/reset-password?token=verzonnen");
  await choosePassword(page, NEW_PASSWORD);
  await expect(page.getByRole("button", { name: "Bezig..." })).toBeVisible();
  reset.release();
  await expectErrorToast(page, "Fout", "De reset link is ongeldig of verlopen.");
});

test("a valid e-mail address is required", async ({ page }) => {
  await page.goto("/forgot-password");
  const field = page.getByLabel("Emailadres");
  await expect(field).toHaveAttribute("required");
  for (const text of ["", "geen-adres"]) {
    await field.fill(text);
    await page.getByRole("button", { name: "Verstuur reset link" }).click();
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription("Vul een geldig e-mailadres in.");
  }
});

for (const { path, forgot } of [
  { path: "/reset-password", forgot: "/forgot-password" },
  { path: "/admin/reset-password", forgot: "/admin/forgot-password" },
]) {
  test(`${path} without a token offers a new link`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ongeldige reset link");
    await expect(page.getByText("Deze wachtwoord reset link is ongeldig of verlopen.")).toBeVisible();
    await expectErrorToast(page, "Ongeldige link", "De reset link is ongeldig of verlopen.");
    await page.getByRole("link", { name: "Vraag een nieuwe link aan" }).click();
    await expect(page).toHaveURL(forgot);
    await expect(page.getByRole("button", { name: "Verstuur reset link" })).toBeVisible();
  });
}

test("a platform admin resets the password in the admin panel", async ({ page, product, consoleWatch }) => {
  const { username, email } = await createAccount(product, { role: "super_admin" });
  await page.goto("/admin/login");
  await page.getByRole("link", { name: "Wachtwoord vergeten?" }).click();
  await expect(page).toHaveURL("/admin/forgot-password");
  await requestLink(page, email);
  await expectToast(page, "Email verstuurd", LINK_SENT);
  await expect(page.getByRole("main")).toContainText(LINK_SENT);
  await expect(page.getByRole("link", { name: "Terug naar inloggen" })).toHaveAttribute("href", "/admin/login");

  const link = new URL(linkIn(await findMail(product, email, ADMIN_SUBJECT)));
  expect(link.pathname).toBe("/admin/reset-password");
  consoleWatch.expectProblems("400 /api/reset-password");
  await page.goto(`/reset-password${link.search}`);
  await choosePassword(page, NEW_PASSWORD);
  await expectErrorToast(page, "Fout", "De reset link is ongeldig of verlopen.");

  await page.goto(link.href);
  await expect(page.getByRole("link", { name: "Terug naar inloggen" })).toHaveAttribute("href", "/admin/login");
  await choosePassword(page, NEW_PASSWORD);
  await expectChanged(page);
  await page.getByRole("link", { name: "Ga naar inloggen" }).click();
  await expect(page).toHaveURL("/admin/login");
  await fillAdminSignIn(page, username, NEW_PASSWORD);
  await expectToast(page, "Login successful", "Welcome to the admin panel");
});
