import { expectAccessibleInBothThemes } from "./browser/accessibility.ts";
import { failApiCall } from "./browser/network.ts";
import { openProfile, signIn } from "./browser/sign-in.ts";
import { expectErrorToast, expectToast } from "./browser/toast.ts";
import { createAccount } from "./product/accounts.ts";
import { allowDatabaseConnections, rejectDatabaseConnections } from "./product/product.ts";
import { expect, test } from "./test.ts";

const UNREACHABLE =
  "De server is even niet bereikbaar. Laden gaat vanzelf verder; een actie die niet lukt, doe je zo zelf opnieuw.";

test("an unreachable server is announced until it is back, and nothing typed is lost", async ({
  page,
  product,
  consoleWatch,
}) => {
  const { username } = await createAccount(product);
  await signIn(page, username);
  await page.goto("/");
  const dialog = await openProfile(page, "Anna Jansen");
  // A server that is stopping answers 503 for a moment.
  consoleWatch.allowErrors(/^(ERR_|503 )/);
  await product.stopServer();
  await expect(page.getByText(UNREACHABLE)).toBeVisible();
  await dialog.getByLabel("Voornaam").fill("Anneloes");
  await dialog.getByRole("button", { name: "Opslaan" }).click();
  await expectErrorToast(page, "Gegevens niet opgeslagen", "Er ging iets mis bij het opslaan van je gegevens.");

  await product.startServer();
  await expect(page.getByText(UNREACHABLE)).toBeHidden();
  await dialog.getByRole("button", { name: "Opslaan" }).click();
  await expectToast(page, "Gegevens opgeslagen", "Je naam en e-mailadres zijn bijgewerkt.");
});

test("an unreachable database is announced in the same way, and saving works when it is back", async ({
  page,
  product,
  consoleWatch,
}) => {
  const { username } = await createAccount(product);
  await signIn(page, username);
  await page.goto("/");
  const dialog = await openProfile(page, "Anna Jansen");
  await dialog.getByLabel("Voornaam").fill("Anneloes");
  consoleWatch.allowErrors(/^(ERR_|503 )/);
  await rejectDatabaseConnections(product);
  await dialog.getByRole("button", { name: "Opslaan" }).click();
  await expect(page.getByText(UNREACHABLE)).toBeVisible();
  await allowDatabaseConnections(product);
  await expect(page.getByText(UNREACHABLE)).toBeHidden();
  await dialog.getByRole("button", { name: "Opslaan" }).click();
  await expectToast(page, "Gegevens opgeslagen", "Je naam en e-mailadres zijn bijgewerkt.");
});

test("a page that cannot load the session shows an error and can be retried", async ({ page, consoleWatch }) => {
  await signIn(page, "gebruiker");
  await failApiCall(page, "/api/auth/user");
  consoleWatch.requireErrors("ERR_FAILED /api/auth/user");
  await page.goto("/meetings");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Geen verbinding met de server");
  await expectAccessibleInBothThemes(page);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Opnieuw proberen" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Meetings");
});
