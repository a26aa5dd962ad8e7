import type { Page } from "@playwright/test";
import { fillAdminSignIn, fillSignIn, signIn } from "./browser/sign-in.ts";
import { expectErrorToast, expectToast } from "./browser/toast.ts";
import { createAccount } from "./product/accounts.ts";
import { findMail, linkIn, mailsTo } from "./product/mailbox.ts";
import { expect, test } from "./test.ts";

const LINK_SENT = "Als er een account bestaat met dit emailadres, hebben we een wachtwoord reset link verstuurd.";
const SUBJECT = "Nieuw wachtwoord instellen";
const ADMIN_SUBJECT = "Nieuw wachtwoord instellen voor het Admin Panel";
const NEW_PASSWORD = "een-nieuw-begin";

const requestLink = async (page: Page, email: string) => {
  await page.getByLabel("E-mailadres").fill(email);
  await page.getByRole("button", { name: "Verstuur reset link" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check je inbox");
};

const choosePassword = async (page: Page, password: string) => {
  await page.getByLabel("Nieuw wachtwoord").fill(password);
  await page.getByLabel("Bevestig wachtwoord").fill(password);
  await page.getByRole("button", { name: "Wachtwoord wijzigen" }).click();
};

const expectChanged = async (page: Page) => {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Wachtwoord succesvol gewijzigd!");
  await expect(page.getByText("Je kunt nu inloggen met je nieuwe wachtwoord.")).toBeVisible();
};

test("a forgotten password is reset by mail with a link that works once, and the new one works", async ({
  page,
  product,
  consoleWatch,
}) => {
  const { username, email } = await createAccount(product);
  await page.goto("/login");
  await page.getByRole("link", { name: "Wachtwoord vergeten?" }).click();
  await expect(page).toHaveURL("/forgot-password");
  await requestLink(page, email);
  await expectToast(page, "Email verstuurd", LINK_SENT);
  await expect(page.getByRole("main")).toContainText(LINK_SENT);
  await expect(page.getByRole("link", { name: "Terug naar inloggen" })).toHaveAttribute("href", "/login");

  const link = linkIn(await findMail(product, email, SUBJECT));
  await page.goto(link);
  await expect(page.getByRole("link", { name: "Terug naar inloggen" })).toHaveAttribute("href", "/login");
  await choosePassword(page, NEW_PASSWORD);
  await expectChanged(page);

  consoleWatch.requireErrors("400 /api/reset-password");
  await page.goto(link);
  await choosePassword(page, "nog-een-keer");
  await expectErrorToast(page, "Fout", "De reset link is ongeldig of verlopen.");
  await page.getByRole("link", { name: "Vraag een nieuwe link aan" }).click();
  await expect(page).toHaveURL("/forgot-password");

  await page.getByRole("link", { name: "Terug naar inloggen" }).click();
  await expect(page).toHaveURL("/login");
  await fillSignIn(page, username, NEW_PASSWORD);
  await expectToast(page, "Login succesvol", "Welkom terug!");
});

test("a new password can also be requested while signed in, as mails about a changed account propose", async ({
  page,
  product,
}) => {
  const { username, email } = await createAccount(product);
  await signIn(page, username);
  await page.goto("/forgot-password");
  await requestLink(page, email);
  await findMail(product, email, SUBJECT);
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
  consoleWatch.requireErrors("400 /api/reset-password");
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
