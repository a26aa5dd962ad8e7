import { readFile } from "node:fs/promises";
import { sql } from "#platform/database/sql.ts";
import { DEMO_PASSWORD } from "#server/demo.ts";
import { expectAccessible, expectAccessibleInBothThemes } from "./browser/accessibility.ts";
import { closeWithEscape } from "./browser/keyboard.ts";
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

const stopRequiringTwoStep = ({ database }: Product) =>
  database.platform.run(sql`update platform_settings set admin_two_step_required = false`);

test("a user turns on two-step sign-in, renews the recovery codes and turns it off", async ({
  page,
  product,
  consoleWatch,
}) => {
  const { username } = await createAccount(product);
  await signIn(page, username);
  await page.goto("/");
  const dialog = await openProfile(page, NAME, "Twee stappen");
  const title = dialog.getByRole("heading", { name: /Inloggen in twee stappen/ });
  await expect(title).toContainText("Uit");
  await dialog.getByRole("button", { name: "Aanzetten" }).click();
  await passwordField(dialog).fill(DEMO_PASSWORD);
  await dialog.getByRole("button", { name: "Verder" }).click();
  await expect(dialog.getByRole("img", { name: "QR-code voor je authenticator-app" })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await dialog.getByLabel("Code van zes cijfers").fill(totpCode(await readSecret(dialog)));
  await dialog.getByRole("button", { name: "Aanzetten" }).click();

  await expectToast(page, "Inloggen in twee stappen staat aan", "Op je andere apparaten ben je uitgelogd.");
  await expectAccessible(page);
  const codes = await readRecoveryCodes(dialog);
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Downloaden" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("herstelcodes.txt");
  expect((await readFile(await file.path(), "utf8")).trim().split("\n")).toEqual(codes);
  await dialog.getByRole("button", { name: "Klaar" }).click();
  await expect(title).toContainText("Aan");
  await expect(dialog.getByText("10 van de 10")).toBeVisible();

  await dialog.getByRole("button", { name: "Nieuwe herstelcodes" }).click();
  await passwordField(dialog).fill(DEMO_PASSWORD);
  const code = dialog.getByLabel("Code", { exact: true });
  await code.fill(codes[0] ?? "");
  await dialog.getByRole("button", { name: "Maak nieuwe codes" }).click();
  const renewed = await readRecoveryCodes(dialog);
  expect(renewed.filter((code) => codes.includes(code))).toEqual([]);
  await dialog.getByRole("button", { name: "Klaar" }).click();
  await dialog.getByRole("button", { name: "Uitzetten" }).click();
  await expectAccessible(page);
  await passwordField(dialog).fill(DEMO_PASSWORD);
  consoleWatch.requireErrors("400 /api/profile/two-step");
  await code.fill(codes[1] ?? "");
  await dialog.getByRole("button", { name: "Uitzetten" }).click();
  await expect(code).toHaveAccessibleDescription(/Deze code klopt niet of is al gebruikt\./);
  await code.fill(renewed[0] ?? "");
  await dialog.getByRole("button", { name: "Uitzetten" }).click();
  await expectToast(page, "Uitgezet", "Inloggen in twee stappen staat uit.");
  await expect(title).toContainText("Uit");
});

test("signing in requires a code of the app or a recovery code, in time", async ({
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
  await expectAccessibleInBothThemes(other);
  consoleWatch.requireErrors("401 /api/login/code", "403 /api/login/code");
  await code.fill("000000");
  await code.press("Enter");
  await expect(code).toHaveAccessibleDescription("Deze code klopt niet of is al gebruikt.");
  await product.database.platform.run(sql`update sign_in_challenges set expires_at = now() - interval '1 second'`);
  await code.fill("123456");
  await code.press("Enter");
  await expectErrorToast(other, "Login mislukt", "Deze aanmelding is verlopen. Log opnieuw in.");
  await expect(other.getByLabel("Gebruikersnaam")).toBeFocused();
  await fillSignIn(other, username);
  // The code of this half minute was used to turn it on.
  await product.database.platform.run(sql`update users set totp_last_time_step = null where username = ${username}`);
  await code.fill(totpCode(secret));
  await code.press("Enter");
  await expectToast(other, "Login succesvol", "Welkom terug!");
  await expect(other).toHaveURL(`${product.url}/`);

  const third = await newBrowser();
  await third.goto(`${product.url}/login`);
  await fillSignIn(third, username);
  await third.getByRole("button", { name: "Gebruik een herstelcode" }).click();
  await third.getByLabel("Herstelcode").fill((codes[0] ?? "").toLowerCase());
  await third.getByRole("button", { name: "Inloggen", exact: true }).click();
  await expectToast(third, "Login succesvol", "Je hebt nog 9 herstelcodes over.");
});

test("a platform admin requires two-step sign-in, and another one must set it up before the panel opens", async ({
  page,
  product,
  newBrowser,
}) => {
  const admin = await createAccount(product, { role: "super_admin" });
  const { username } = await createAccount(product, { role: "super_admin" });
  await signInToAdminPanel(page, admin.username);
  await page.goto("/admin");
  await page.getByRole("button", { name: "Beveiliging" }).click();
  const dialog = page.getByRole("dialog", { name: "Beveiliging" });
  await turnOnTwoStep(dialog, DEMO_PASSWORD);
  await closeWithEscape(dialog);
  const requirement = page.getByRole("switch", { name: /verplicht voor het admin panel/ });
  try {
    await requirement.click();
    await page.getByRole("button", { name: "Verplichten" }).click();
    await expectToast(page, "Success", "Settings updated successfully");
    await expect(requirement).toBeChecked();

    const other = await newBrowser();
    await other.goto(`${product.url}/admin/login`);
    await fillAdminSignIn(other, username);
    await expect(other.getByRole("heading", { level: 1 })).toHaveText("Set up two-step sign-in");
    await expectAccessibleInBothThemes(other);
    await other.getByLabel("Six-digit code").fill(totpCode(await readSecret(other)));
    await other.getByRole("button", { name: "Sign In", exact: true }).click();
    await expect(other.getByRole("heading", { level: 1 })).toHaveText("Save your recovery codes");
    const [code = ""] = await readRecoveryCodes(other, "Recovery codes");
    await other.getByRole("button", { name: "Continue to the admin panel" }).click();
    await expectToast(other, "Login successful", "Welcome to the admin panel");

    const third = await newBrowser();
    await third.goto(`${product.url}/admin/login`);
    await fillAdminSignIn(third, username);
    await expect(third.getByRole("heading", { level: 1 })).toHaveText("Two-step sign-in");
    await third.getByRole("button", { name: "Use a recovery code" }).click();
    await third.getByLabel("Recovery code").fill(code);
    await third.getByRole("button", { name: "Sign In", exact: true }).click();
    await expectToast(third, "Login successful", "You have 9 recovery codes left.");

    await requirement.click();
    await expect(requirement).not.toBeChecked();
  } finally {
    await stopRequiringTwoStep(product);
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
  await page.getByRole("button", { name: `Reset two-step van ${NAME}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Reset two-step" }).click();
  await expectToast(page, "Success", "Two-step sign-in has been reset");
  await expect(row).not.toContainText("Two-step");

  const newBrowserAfterReset = await newBrowser();
  await newBrowserAfterReset.goto(`${product.url}/login`);
  await fillSignIn(newBrowserAfterReset, username);
  await expectToast(newBrowserAfterReset, "Login succesvol", "Welkom terug!");
});
