import { png } from "#testing/images.ts";
import { closeWithEscape } from "./browser/keyboard.ts";
import { focusTab, openProfile, signIn } from "./browser/sign-in.ts";
import { expectToast } from "./browser/toast.ts";
import { createAccount } from "./product/accounts.ts";
import { findMail, linkIn } from "./product/mailbox.ts";
import { expect, test } from "./test.ts";

const NAME = "Anna Jansen";
const NEW_PASSWORD = "een-nieuw-begin";

test("a new name and picture are shown immediately and after a reload, a new e-mail address once it is confirmed", async ({
  page,
  product,
}) => {
  const { username, email } = await createAccount(product);
  await signIn(page, username);
  await page.goto("/");
  const dialog = await openProfile(page, NAME);
  await dialog.getByLabel("Profielfoto").setInputFiles({
    name: "foto.png",
    mimeType: "image/png",
    buffer: png(640, 480),
  });
  await expectToast(page, "Foto gewijzigd", "Je nieuwe profielfoto is te zien.");
  await dialog.getByLabel("E-mailadres").fill(`nieuw-${email}`);
  await dialog.getByRole("tabpanel", { name: "Gegevens" }).getByLabel("Huidig wachtwoord").fill("welkom123");
  await dialog.getByRole("button", { name: "Opslaan" }).click();
  await expectToast(
    page,
    "Gegevens opgeslagen",
    `Open de link die we naar nieuw-${email} hebben gestuurd. Daarna geldt je nieuwe e-mailadres.`,
  );
  await dialog.getByLabel("Voornaam").fill("Anneloes");
  await dialog.getByLabel("Achternaam").fill("van den Berg");
  await dialog.getByRole("button", { name: "Opslaan" }).click();
  await expectToast(page, "Gegevens opgeslagen", "Je naam en e-mailadres zijn bijgewerkt.");
  await closeWithEscape(dialog);
  const userButton = page.getByRole("button", { name: "Anneloes van den Berg" });
  await expect(userButton).toBeFocused();
  await expect(userButton.locator("img")).toBeVisible();
  await page.reload();
  await expect(userButton).toContainText(email);
  await page.goto(linkIn(await findMail(product, `nieuw-${email}`, "Bevestig je nieuwe e-mailadres")));
  await page.getByRole("button", { name: "E-mailadres bevestigen" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("E-mailadres gewijzigd");
  await page.getByRole("link", { name: "Naar de werkomgeving" }).click();
  await expect(userButton).toContainText(`nieuw-${email}`);
  await expect(userButton.locator("img")).toBeVisible();

  await openProfile(page, "Anneloes van den Berg");
  await dialog.getByRole("button", { name: "Foto verwijderen" }).click();
  await expectToast(page, "Foto verwijderd", "Je initiaal staat er weer.");
  await closeWithEscape(dialog);
  await expect(userButton.getByText("A", { exact: true })).toBeVisible();
  await expect(userButton.locator("img")).toHaveCount(0);
});

test("changing the password ends all other sessions, and all sessions can be ended at once", async ({
  page,
  product,
  newBrowser,
  consoleWatch,
}) => {
  const { username } = await createAccount(product);
  const otherPage = await newBrowser();
  await signIn(otherPage, username);
  await otherPage.goto("/meetings");
  await signIn(page, username);
  await page.goto("/");
  const dialog = await openProfile(page, NAME, "Wachtwoord");
  await dialog.getByLabel("Huidig wachtwoord").fill("welkom123");
  await dialog.getByLabel("Nieuw wachtwoord").fill(NEW_PASSWORD);
  await dialog.getByLabel("Bevestig wachtwoord").fill(NEW_PASSWORD);
  await dialog.getByRole("button", { name: "Wachtwoord wijzigen" }).click();
  await expectToast(page, "Wachtwoord gewijzigd", "Op je andere apparaten ben je uitgelogd.");
  await expect(dialog.getByLabel("Huidig wachtwoord")).toHaveValue("");
  await otherPage.reload();
  await expect(otherPage.getByRole("heading", { level: 1 })).toContainText("geboekte meeting");

  await signIn(otherPage, username, NEW_PASSWORD);
  await otherPage.goto("/meetings");
  await dialog.getByRole("tab", { name: "Sessies" }).click();
  const sessions = dialog.getByRole("listitem");
  await expect(sessions).toHaveCount(2);
  await expect(sessions.filter({ hasText: "Deze sessie" })).toHaveCount(1);
  await expect(sessions.first()).toContainText("127.0.0.1");
  await dialog.getByRole("button", { name: "Overal uitloggen" }).click();
  const confirmation = page.getByRole("alertdialog", { name: "Overal uitloggen?" });
  await confirmation.getByRole("button", { name: "Overal uitloggen" }).click();
  await expectToast(page, "Overal uitgelogd", "Al je sessies zijn beëindigd.");
  await expect(page).toHaveURL("/login");

  // Any call of the open screen may reveal it first, or its event stream; at the latest the check when the user returns to the tab.
  consoleWatch.allowErrors(/^401 \/api\//);
  await focusTab(otherPage);
  const signInAgain = otherPage.getByRole("dialog", { name: "Je sessie is verlopen" });
  await signInAgain.getByRole("button", { name: "Naar de inlogpagina" }).click();
  await expect(otherPage).toHaveURL("/login");
});
