import { png } from "#testing/images.ts";
import { openProfile, signIn } from "./browser/sign-in.ts";
import { expectErrorToast, expectToast } from "./browser/toast.ts";
import { createAccount } from "./product/accounts.ts";
import { expect, test } from "./test.ts";

const NAME = "Anna Jansen";
const NEW_PASSWORD = "een-nieuw-begin";

test("a new name is shown immediately and after a reload", async ({ page, product }) => {
  const { username } = await createAccount(product);
  await signIn(page, username);
  await page.goto("/");
  const dialog = await openProfile(page, NAME);
  await dialog.getByLabel("Voornaam").fill("");
  await dialog.getByRole("button", { name: "Opslaan" }).click();
  await expect(dialog.getByLabel("Voornaam")).toHaveAccessibleDescription("Vul je voornaam in.");
  await dialog.getByLabel("Voornaam").fill("Anneloes");
  await dialog.getByLabel("Achternaam").fill("van den Berg");
  await dialog.getByRole("button", { name: "Opslaan" }).click();
  await expectToast(page, "Gegevens opgeslagen", "Je naam en e-mailadres zijn bijgewerkt.");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Anneloes van den Berg" })).toBeFocused();
  await page.reload();
  await expect(page.getByRole("button", { name: "Anneloes van den Berg" })).toBeVisible();
});

test("a new e-mail address needs the password", async ({ page, product, consoleWatch }) => {
  const { username, email } = await createAccount(product);
  await signIn(page, username);
  await page.goto("/");
  const dialog = await openProfile(page, NAME);
  const password = dialog.getByRole("tabpanel", { name: "Gegevens" }).getByLabel("Huidig wachtwoord");
  await dialog.getByLabel("E-mailadres").fill(`nieuw-${email}`);
  await password.fill("verkeerd");
  consoleWatch.expectProblems("400 /api/profile");
  await dialog.getByRole("button", { name: "Opslaan" }).click();
  await expect(password).toHaveAccessibleDescription(/Je huidige wachtwoord klopt niet\./);
  await password.fill("welkom123");
  await dialog.getByRole("button", { name: "Opslaan" }).click();
  await expectToast(page, "Gegevens opgeslagen", `Je e-mailadres is nu nieuw-${email}.`);
});

test("changing the password ends all other sessions", async ({ page, product, newBrowser, consoleWatch }) => {
  const { username } = await createAccount(product);
  const otherBrowser = await newBrowser();
  await signIn(otherBrowser, username);
  await otherBrowser.goto("/meetings");
  await signIn(page, username);
  await page.goto("/");
  const dialog = await openProfile(page, NAME, "Wachtwoord");
  const change = async (current: string, newPassword: string, confirmation = newPassword) => {
    await dialog.getByLabel("Huidig wachtwoord").fill(current);
    await dialog.getByLabel("Nieuw wachtwoord").fill(newPassword);
    await dialog.getByLabel("Bevestig wachtwoord").fill(confirmation);
    await dialog.getByRole("button", { name: "Wachtwoord wijzigen" }).click();
  };
  await change("welkom123", NEW_PASSWORD, "iets-anders");
  await expectErrorToast(page, "Wachtwoorden komen niet overeen", "Controleer of beide wachtwoorden hetzelfde zijn.");
  await change("welkom123", "kort");
  await expectErrorToast(page, "Wachtwoord te kort", "Het wachtwoord moet minimaal 6 karakters lang zijn.");
  consoleWatch.expectProblems("400 /api/profile/password");
  await change("verkeerd", NEW_PASSWORD);
  await expect(dialog.getByLabel("Huidig wachtwoord")).toHaveAccessibleDescription("Je huidige wachtwoord klopt niet.");
  await change("welkom123", NEW_PASSWORD);
  await expectToast(page, "Wachtwoord gewijzigd", "Op je andere apparaten ben je uitgelogd.");
  await expect(dialog.getByLabel("Huidig wachtwoord")).toHaveValue("");

  await otherBrowser.reload();
  await expect(otherBrowser.getByRole("heading", { level: 1 })).toContainText("geboekte meeting");
  await signIn(otherBrowser, username, NEW_PASSWORD);
});

test("a profile picture replaces the initial and can be removed", async ({ page, product }) => {
  const { username } = await createAccount(product);
  await signIn(page, username);
  await page.goto("/");
  const userButton = page.getByRole("button", { name: NAME });
  const dialog = await openProfile(page, NAME);
  const upload = (name: string, mimeType: string, buffer: Buffer) =>
    dialog.getByLabel("Profielfoto").setInputFiles({ name, mimeType, buffer });

  await upload("foto.png", "image/png", Buffer.from("geen foto"));
  await expectErrorToast(
    page,
    "Foto niet gewijzigd",
    "Dit bestand is geen afbeelding die we kunnen lezen. Kies een PNG, JPEG of WebP.",
  );
  await upload("foto.png", "image/png", png(640, 480));
  await expectToast(page, "Foto gewijzigd", "Je nieuwe profielfoto is te zien.");
  await page.keyboard.press("Escape");
  await expect(userButton.locator("img")).toBeVisible();

  await openProfile(page, NAME);
  await dialog.getByRole("button", { name: "Foto verwijderen" }).click();
  await expectToast(page, "Foto verwijderd", "Je initiaal staat er weer.");
  await page.keyboard.press("Escape");
  await expect(userButton.getByText("A", { exact: true })).toBeVisible();
  await expect(userButton.locator("img")).toHaveCount(0);
});

test("all sessions are listed and can be ended at once", async ({ page, product, newBrowser, consoleWatch }) => {
  const { username } = await createAccount(product);
  const otherBrowser = await newBrowser();
  await signIn(otherBrowser, username);
  await otherBrowser.goto("/meetings");
  await signIn(page, username);
  await page.goto("/");
  const dialog = await openProfile(page, NAME, "Sessies");
  const sessions = dialog.getByRole("listitem");
  await expect(sessions).toHaveCount(2);
  await expect(sessions.filter({ hasText: "Deze sessie" })).toHaveCount(1);
  await expect(sessions.first()).toContainText("127.0.0.1");

  await dialog.getByRole("button", { name: "Overal uitloggen" }).click();
  const confirmation = page.getByRole("alertdialog", { name: "Overal uitloggen?" });
  await confirmation.getByRole("button", { name: "Annuleren" }).click();
  await expect(confirmation).toBeHidden();
  await dialog.getByRole("button", { name: "Overal uitloggen" }).click();
  await confirmation.getByRole("button", { name: "Overal uitloggen" }).click();
  await expectToast(page, "Overal uitgelogd", "Al je sessies zijn beëindigd.");
  await expect(page).toHaveURL("/login");

  consoleWatch.expectProblems("401 /api/profile/sessions");
  await openProfile(otherBrowser, NAME, "Sessies");
  await expectToast(otherBrowser, "Je sessie is verlopen", "Log opnieuw in om verder te gaan.");
  await expect(otherBrowser).toHaveURL("/login");
});
