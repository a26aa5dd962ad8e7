import { readFile } from "node:fs/promises";
import { sql } from "#platform/database/sql.ts";
import { DEMO_PASSWORD } from "#server/demo.ts";
import { expectAccessibleAtAllSizes } from "./browser/accessibility.ts";
import {
  fillAdminSignIn,
  fillSignIn,
  openProfile,
  passwordField,
  readRecoveryCodes,
  readSecret,
  signIn,
  signInToAdminPanel,
  totpCode,
  turnOnTwoStep,
} from "./browser/sign-in.ts";
import { expectErrorToast, expectToast } from "./browser/toast.ts";
import { createAccount } from "./product/accounts.ts";
import type { Product } from "./product/product.ts";
import { expect, test } from "./test.ts";

const NAME = "Anna Jansen";

const requireTwoStep = ({ database }: Product, required: boolean) =>
  database.platform.run(sql`update platform_settings set admin_two_step_required = ${required}`);

test("a user turns on two-step sign-in in the profile", async ({ page, product, consoleWatch }) => {
  const { username } = await createAccount(product);
  await signIn(page, username);
  await page.goto("/");
  const dialog = await openProfile(page, NAME, "Twee stappen");
  await expect(dialog.getByRole("heading", { name: /Inloggen in twee stappen/ })).toContainText("Uit");

  await dialog.getByRole("button", { name: "Aanzetten" }).click();
  const password = passwordField(dialog);
  await expect(password).toBeFocused();
  consoleWatch.requireErrors("400 /api/profile/two-step");
  await password.fill("verkeerd");
  await dialog.getByRole("button", { name: "Verder" }).click();
  await expect(password).toHaveAccessibleDescription("Je huidige wachtwoord klopt niet.");
  await password.fill(DEMO_PASSWORD);
  await dialog.getByRole("button", { name: "Verder" }).click();

  await expect(dialog.getByRole("heading", { name: "Koppel je authenticator-app" })).toBeFocused();
  await expect(dialog.getByRole("img", { name: "QR-code voor je authenticator-app" })).toBeVisible();
  await expectAccessibleAtAllSizes(page);
  const secret = await readSecret(dialog);
  const code = dialog.getByLabel("Code van zes cijfers");
  await expect(code).toHaveAttribute("autocomplete", "one-time-code");
  await expect(code).toHaveAttribute("inputmode", "numeric");
  consoleWatch.requireErrors("400 /api/profile/two-step/confirm");
  await code.fill(totpCode(secret, 20));
  await dialog.getByRole("button", { name: "Aanzetten" }).click();
  await expect(code).toHaveAccessibleDescription(/Deze code klopt niet\./);
  await code.fill(totpCode(secret));
  await dialog.getByRole("button", { name: "Aanzetten" }).click();

  await expectToast(page, "Inloggen in twee stappen staat aan", "Op je andere apparaten ben je uitgelogd.");
  await expect(dialog.getByRole("heading", { name: "Bewaar je herstelcodes" })).toBeFocused();
  await expectAccessibleAtAllSizes(page);
  const codes = await readRecoveryCodes(dialog);
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Downloaden" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("herstelcodes.txt");
  expect((await readFile(await file.path(), "utf8")).trim().split("\n")).toEqual(codes);
  await dialog.getByRole("button", { name: "Klaar" }).click();
  await expect(dialog.getByRole("heading", { name: /Inloggen in twee stappen/ })).toContainText("Aan");
  await expect(dialog.getByText("10 van de 10")).toBeVisible();
  await expectAccessibleAtAllSizes(page);
});

test("signing in requires a code of the app or a recovery code", async ({
  page,
  product,
  newBrowser,
  consoleWatch,
}) => {
  const { username } = await createAccount(product);
  await signIn(page, username);
  await page.goto("/");
  const { secret, codes } = await turnOnTwoStep(await openProfile(page, NAME, "Twee stappen"), DEMO_PASSWORD);

  const other = await newBrowser();
  await other.goto(`${product.url}/login`);
  await fillSignIn(other, username);
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Inloggen in twee stappen");
  const code = other.getByLabel("Code van zes cijfers");
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute("autocomplete", "one-time-code");
  await expectAccessibleAtAllSizes(other);
  await other.getByRole("button", { name: "Inloggen", exact: true }).click();
  await expect(code).toHaveAccessibleDescription("Vul de code in.");
  consoleWatch.requireErrors("401 /api/login/code");
  await code.fill("000000");
  await code.press("Enter");
  await expect(code).toHaveAccessibleDescription("Deze code klopt niet of is al gebruikt.");
  await expect(code).toBeFocused();
  await expect(code).toHaveValue("");
  await code.fill(totpCode(secret, 1));
  await code.press("Enter");
  await expectToast(other, "Login succesvol", "Welkom terug!");
  await expect(other).toHaveURL(`${product.url}/`);

  const third = await newBrowser();
  await third.goto(`${product.url}/login`);
  await fillSignIn(third, username);
  await third.getByRole("button", { name: "Gebruik een herstelcode" }).click();
  await expect(third.getByLabel("Herstelcode")).toBeFocused();
  await expectAccessibleAtAllSizes(third);
  await third.getByLabel("Herstelcode").fill((codes[0] ?? "").toLowerCase());
  await third.getByRole("button", { name: "Inloggen", exact: true }).click();
  await expectToast(third, "Login succesvol", "Je hebt nog 9 herstelcodes over.");
});

test("an expired sign-in starts again with the password", async ({ page, product, consoleWatch }) => {
  const { username } = await createAccount(product);
  await signIn(page, username);
  await page.goto("/");
  await turnOnTwoStep(await openProfile(page, NAME, "Twee stappen"), DEMO_PASSWORD);
  await page.context().clearCookies();
  await page.goto("/login");
  await fillSignIn(page, username);
  await expect(page.getByLabel("Code van zes cijfers")).toBeFocused();
  await product.database.platform.run(sql`update sign_in_challenges set expires_at = now() - interval '1 second'`);
  consoleWatch.requireErrors("403 /api/login/code");
  await page.getByLabel("Code van zes cijfers").fill("123456");
  await page.getByRole("button", { name: "Inloggen", exact: true }).click();
  await expectErrorToast(page, "Login mislukt", "Deze aanmelding is verlopen. Log opnieuw in.");
  await expect(page.getByLabel("Gebruikersnaam")).toBeFocused();
});

test("recovery codes can be renewed and two-step turned off, each with the password", async ({ page, product }) => {
  const { username } = await createAccount(product);
  await signIn(page, username);
  await page.goto("/");
  const dialog = await openProfile(page, NAME, "Twee stappen");
  const { codes } = await turnOnTwoStep(dialog, DEMO_PASSWORD);
  await dialog.getByRole("button", { name: "Nieuwe herstelcodes" }).click();
  await passwordField(dialog).fill(DEMO_PASSWORD);
  await dialog.getByRole("button", { name: "Maak nieuwe codes" }).click();
  const renewed = await readRecoveryCodes(dialog);
  expect(renewed.filter((code) => codes.includes(code))).toEqual([]);
  await dialog.getByRole("button", { name: "Klaar" }).click();
  await dialog.getByRole("button", { name: "Uitzetten" }).click();
  await expectAccessibleAtAllSizes(page);
  await passwordField(dialog).fill(DEMO_PASSWORD);
  await dialog.getByRole("button", { name: "Uitzetten" }).click();
  await expectToast(page, "Uitgezet", "Inloggen in twee stappen staat uit.");
  await expect(dialog.getByRole("heading", { name: /Inloggen in twee stappen/ })).toContainText("Uit");
});

test("a platform admin turns on two-step sign-in in the admin panel and requires it for all admins", async ({
  page,
  product,
}) => {
  const { username } = await createAccount(product, { role: "super_admin" });
  await signInToAdminPanel(page, username);
  await page.goto("/admin");
  await page.getByRole("button", { name: "Beveiliging" }).click();
  await turnOnTwoStep(page.getByRole("dialog", { name: "Beveiliging" }), DEMO_PASSWORD);
  await expectAccessibleAtAllSizes(page);
  await page.keyboard.press("Escape");
  const requirement = page.getByRole("switch", { name: /verplicht voor het admin panel/ });
  await requirement.click();
  await page.getByRole("button", { name: "Verplichten" }).click();
  await expectToast(page, "Success", "Settings updated successfully");
  await expect(requirement).toBeChecked();
  await expectAccessibleAtAllSizes(page);
  await requirement.click();
  await expect(requirement).not.toBeChecked();
});

test("a platform admin must set up required two-step sign-in before the panel opens", async ({
  page,
  product,
  newBrowser,
}) => {
  const { username } = await createAccount(product, { role: "super_admin" });
  await requireTwoStep(product, true);
  try {
    await page.goto("/admin/login");
    await fillAdminSignIn(page, username);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Set up two-step sign-in");
    await expectAccessibleAtAllSizes(page);
    await page.getByLabel("Six-digit code").fill(totpCode(await readSecret(page)));
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Save your recovery codes");
    await expectAccessibleAtAllSizes(page);
    const [code = ""] = await readRecoveryCodes(page, "Recovery codes");
    await page.getByRole("button", { name: "Continue to the admin panel" }).click();
    await expectToast(page, "Login successful", "Welcome to the admin panel");

    const other = await newBrowser();
    await other.goto(`${product.url}/admin/login`);
    await fillAdminSignIn(other, username);
    await expect(other.getByRole("heading", { level: 1 })).toHaveText("Two-step sign-in");
    await expectAccessibleAtAllSizes(other);
    await other.getByRole("button", { name: "Use a recovery code" }).click();
    await other.getByLabel("Recovery code").fill(code);
    await other.getByRole("button", { name: "Sign In", exact: true }).click();
    await expectToast(other, "Login successful", "You have 9 recovery codes left.");
  } finally {
    await requireTwoStep(product, false);
  }
});

test("a platform admin resets two-step sign-in of a user who lost the device", async ({
  page,
  product,
  newBrowser,
}) => {
  const { username } = await createAccount(product);
  const userBrowser = await newBrowser();
  await userBrowser.goto(`${product.url}/login`);
  await fillSignIn(userBrowser, username);
  await turnOnTwoStep(await openProfile(userBrowser, NAME, "Twee stappen"), DEMO_PASSWORD);

  await signInToAdminPanel(page, "superadmin");
  await page.goto(`/admin/users?q=${username}`);
  const row = page.getByRole("row", { name: new RegExp(username) });
  await expect(row).toContainText("Two-step");
  await expectAccessibleAtAllSizes(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: `Reset two-step van ${NAME}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Reset two-step" }).click();
  await expectToast(page, "Success", "Two-step sign-in has been reset");
  await expect(row).not.toContainText("Two-step");

  const newBrowserAfterReset = await newBrowser();
  await newBrowserAfterReset.goto(`${product.url}/login`);
  await fillSignIn(newBrowserAfterReset, username);
  await expectToast(newBrowserAfterReset, "Login succesvol", "Welkom terug!");
});
