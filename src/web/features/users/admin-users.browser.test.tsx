import { expect, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { companiesRoutes } from "#contract/companies.ts";
import { type UserInAdminPanel, usersRoutes } from "#contract/users.ts";
import { adminSessionKey } from "#lib/session/session.ts";
import { COMPANY } from "#web/testing/company.fixture.ts";
import { expectErrorToast, expectToast, focus, renderScreen, test } from "#web/testing/component-test.tsx";
import { type FakeServer, listResponse } from "#web/testing/fake-server.ts";
import { AdminUsersPage } from "./admin-users.page.tsx";

const buildUser = (username: string, overrides: Partial<UserInAdminPanel> = {}): UserInAdminPanel => ({
  id: `id-${username}`,
  username,
  email: `${username}@voorbeeld.example`,
  firstName: username,
  lastName: "Visser",
  companyId: "50352ab5-590f-4d0a-a397-ed102a8c2f0e",
  companyName: "Noorderlicht",
  role: "user",
  isActive: true,
  twoStepEnabled: false,
  lastSignInAt: null,
  createdAt: "2026-11-14T08:30:00.000Z",
  ...overrides,
});

const showUsers = async (server: FakeServer, users: UserInAdminPanel[], url = "/admin/users") => {
  server.handle(usersRoutes.list, () => listResponse(users));
  server.handle(companiesRoutes.list, () => listResponse([COMPANY]));
  const screen = await renderScreen(<AdminUsersPage />, { url, user: { id: "id-daan", role: "super_admin" } });
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent(/^Users/);
  return screen;
};

const row = (name: string) => page.getByRole("row").filter({ hasText: name });
const dialog = page.getByRole("dialog", { name: "Gebruiker bewerken" });
const newDialog = page.getByRole("dialog", { name: "Gebruiker toevoegen" });

test("the search filters the table and is in the URL", async ({ server }) => {
  const { currentUrl } = await showUsers(server, [buildUser("daan"), buildUser("fleur")]);
  // A longer text would not fit in the URL, and would disappear.
  await expect.element(page.getByRole("searchbox")).toHaveAttribute("maxlength", "200");
  await page.getByRole("searchbox", { name: "Zoek een gebruiker" }).fill("fle");
  await expect.element(row("daan Visser")).not.toBeInTheDocument();
  await expect.element(row("fleur Visser")).toBeVisible();
  await expect.poll(currentUrl).toBe("/?q=fle");
  await page.getByRole("searchbox").fill("niemand");
  await expect.element(page.getByText('Niets gevonden voor "niemand"')).toBeVisible();
  await page.getByRole("button", { name: "Wis zoekterm" }).last().click();
  await expect.element(row("daan Visser")).toBeVisible();
});

test.for(["__proto__", "-hasOwnProperty"])(
  "the URL may name a column that does not exist: %s",
  async (sort, { server }) => {
    await showUsers(server, [buildUser("daan")], `/admin/users?sort=${sort}`);
    await expect.element(row("daan Visser")).toBeVisible();
  },
);

test("a column sorts in both directions", async ({ server }) => {
  await showUsers(server, [buildUser("daan"), buildUser("fleur", { role: "super_admin" })]);
  const header = page.getByRole("columnheader", { name: "Rol" });
  await expect.element(header).toBeVisible();
  focus(header.getByRole("button"));
  await userEvent.keyboard("{Enter}");
  await expect.element(header).toHaveAttribute("aria-sort", "ascending");
  await expect.element(page.getByRole("row").nth(1)).toHaveTextContent("daan Visser");
  await userEvent.keyboard("{Enter}");
  await expect.element(header).toHaveAttribute("aria-sort", "descending");
  await expect.element(page.getByRole("row").nth(1)).toHaveTextContent("fleur Visser");
});

test("users cannot delete themselves, and cannot invite a user without an e-mail address", async ({ server }) => {
  await showUsers(server, [buildUser("daan"), buildUser("fleur", { email: null })]);
  const remove = page.getByRole("button", { name: "daan Visser verwijderen" });
  await expect.element(remove).toHaveAttribute("aria-disabled", "true");
  await remove.hover();
  await expect.element(page.getByRole("tooltip")).toHaveTextContent("Je kunt je eigen account niet verwijderen.");
  await expect
    .element(page.getByRole("button", { name: "Stuur uitnodiging naar fleur Visser" }))
    .toHaveAttribute("aria-disabled", "true");
});

test("users cannot change their own role or deactivate themselves", async ({ server }) => {
  await showUsers(server, [buildUser("daan")]);
  await page.getByRole("button", { name: "daan Visser bewerken" }).click();
  await expect.element(dialog.getByRole("combobox", { name: "Rol" })).toBeDisabled();
  await expect.element(dialog.getByText("Je kunt je eigen rol niet wijzigen.")).toBeVisible();
  await expect.element(dialog.getByRole("switch", { name: "Actief" })).toBeDisabled();
  await expect
    .element(dialog.getByLabelText("Nieuw wachtwoord"))
    .toHaveAccessibleDescription("Blijft dit leeg, dan houdt de gebruiker het huidige wachtwoord.");
});

test("every role has its own colour", async ({ server }) => {
  const roles = ["user", "account_manager", "company_admin", "super_admin"] as const;
  await showUsers(
    server,
    roles.map((role) => buildUser(`a-${role}`, { role })),
  );
  const badge = (label: string) => page.getByRole("cell").getByText(label, { exact: true });
  await expect.element(badge("Super Admin")).toBeVisible();
  const labels = ["User", "Account Manager", "Company Admin", "Super Admin"];
  expect(new Set(labels.map((label) => badge(label).element().className)).size).toBe(4);
});

test("the dialog opens at its first field with the keyboard and returns the focus", async ({ server }) => {
  await showUsers(server, [buildUser("fleur")]);
  const edit = page.getByRole("button", { name: "fleur Visser bewerken" });
  await expect.element(edit).toBeVisible();
  focus(edit);
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog.getByLabelText("Voornaam *")).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(edit).toHaveFocus();
});

test("a new user needs a name, a username, a password and a company", async ({ server }) => {
  await showUsers(server, [buildUser("daan")]);
  await page.getByRole("button", { name: "Gebruiker toevoegen" }).click();
  await newDialog.getByRole("button", { name: "Opslaan" }).click();
  for (const [label, message] of [
    ["Voornaam *", "Vul de voornaam in."],
    ["Achternaam *", "Vul de achternaam in."],
    ["Gebruikersnaam *", "Vul de gebruikersnaam in."],
    ["Wachtwoord *", /6/],
  ] as const)
    await expect.element(newDialog.getByLabelText(label)).toHaveAccessibleDescription(message);
  await expect
    .element(newDialog.getByRole("combobox", { name: "Bedrijf" }))
    .toHaveAccessibleDescription("Kies een bedrijf.");
  expect(server.requestsOf(usersRoutes.create)).toEqual([]);
});

test("a generated password can be copied", async ({ server }) => {
  await showUsers(server, [buildUser("daan")]);
  const copied: string[] = [];
  const write = vi.spyOn(navigator.clipboard, "writeText").mockImplementation(async (text) => void copied.push(text));
  onTestFinished(() => write.mockRestore());
  await page.getByRole("button", { name: "Gebruiker toevoegen" }).click();
  await newDialog.getByRole("button", { name: "Genereer wachtwoord" }).click();
  await newDialog.getByRole("button", { name: "Kopieer wachtwoord" }).click();
  await expectToast("Wachtwoord gekopieerd", "Plak het waar de gebruiker het veilig kan lezen.");
  expect(copied).toEqual([newDialog.element().querySelector("code")?.textContent]);
  expect(copied[0]?.length).toBeGreaterThanOrEqual(16);
});

test("a new user that the server refuses shows the reason at its field, or a general message", async ({ server }) => {
  await showUsers(server, [buildUser("daan")]);
  await page.getByRole("button", { name: "Gebruiker toevoegen" }).click();
  await newDialog.getByLabelText("Voornaam *").fill("Anna");
  await newDialog.getByLabelText("Achternaam *").fill("Tweede");
  await newDialog.getByLabelText("Gebruikersnaam *").fill("DAAN");
  await newDialog.getByLabelText("Wachtwoord *").fill("welkom123");
  await newDialog.getByRole("combobox", { name: "Bedrijf" }).click();
  await page.getByRole("option", { name: COMPANY.name }).click();
  const taken = "Deze gebruikersnaam is al in gebruik.";
  server.handle(usersRoutes.create, () =>
    Response.json(
      { error: taken, message: taken, code: "conflict", details: [{ path: "username", message: taken }] },
      { status: 409 },
    ),
  );
  await newDialog.getByRole("button", { name: "Opslaan" }).click();
  await expectErrorToast("Error", taken);
  await expect.element(newDialog.getByLabelText("Gebruikersnaam *")).toHaveFocus();
  await expect.element(newDialog.getByLabelText("Gebruikersnaam *")).toHaveAccessibleDescription(taken);
  server.breakRoute(usersRoutes.create);
  await newDialog.getByLabelText("Gebruikersnaam *").fill("daan2");
  await newDialog.getByRole("button", { name: "Opslaan" }).click();
  await expectErrorToast("Error", "Failed to create user");
});

test("an invitation that is not sent shows why, or a general message", async ({ server }) => {
  await showUsers(server, [buildUser("fleur")]);
  const invite = page.getByRole("button", { name: "Stuur uitnodiging naar fleur Visser" });
  const send = page.getByRole("alertdialog").getByRole("button", { name: "Stuur uitnodiging" });
  server.breakRoute(usersRoutes.invite);
  await invite.click();
  await send.click();
  await expectErrorToast("Uitnodiging niet verstuurd", "Er ging iets mis bij het versturen van de uitnodiging.");
  server.refuse(usersRoutes.invite, 409, "Voor een uitnodiging is een e-mailadres nodig.");
  await invite.click();
  await send.click();
  await expectErrorToast("Uitnodiging niet verstuurd", "Voor een uitnodiging is een e-mailadres nodig.");
});

test("deleting asks first and shows the server's explanation of a refusal", async ({ server }) => {
  await showUsers(server, [buildUser("daan"), buildUser("fleur")]);
  server.refuse(usersRoutes.remove, 409, "Dit is de laatste actieve beheerder van het bedrijf.");
  const remove = page.getByRole("button", { name: "fleur Visser verwijderen" });
  const confirmation = page.getByRole("alertdialog", { name: "Are you sure?" });
  await remove.click();
  await expect
    .element(confirmation)
    .toHaveTextContent("This will permanently delete the user fleur Visser. This action cannot be undone.");
  await confirmation.getByRole("button", { name: "Annuleren" }).click();
  expect(server.requestsOf(usersRoutes.remove)).toEqual([]);
  await remove.click();
  await confirmation.getByRole("button", { name: "Verwijderen" }).click();
  await expectErrorToast("Error", "Dit is de laatste actieve beheerder van het bedrijf.");
  await expect.element(row("fleur Visser")).toBeVisible();
  server.breakRoute(usersRoutes.remove);
  await remove.click();
  await confirmation.getByRole("button", { name: "Verwijderen" }).click();
  await expectErrorToast("Error", "Failed to delete user");
});

test("an edit sends only the changed fields, and a failure keeps the dialog open", async ({ server }) => {
  await showUsers(server, [buildUser("daan"), buildUser("fleur")]);
  server.breakRoute(usersRoutes.update);
  await page.getByRole("button", { name: "fleur Visser bewerken" }).click();
  await dialog.getByLabelText("Achternaam *").fill("de Wit");
  await dialog.getByRole("button", { name: "Opslaan" }).click();
  await expectErrorToast("Error", "Failed to update user");
  server.handle(usersRoutes.update, () => buildUser("fleur", { lastName: "de Wit" }));
  await dialog.getByRole("button", { name: "Opslaan" }).click();
  await expectToast("Success", "User updated successfully");
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.requestsOf(usersRoutes.update)[0]).toMatchObject({
    params: { id: "id-fleur" },
    body: { lastName: "de Wit" },
  });
  expect(server.requestsOf(usersRoutes.update)[0]?.body).not.toHaveProperty("password");
});

test("without users the table shows an empty state", async ({ server }) => {
  await showUsers(server, []);
  await expect.element(page.getByText("Nog geen gebruikers")).toBeVisible();
});

test("a phone shows a user as a short card: name, role, e-mail address, company and one menu with the actions", async ({
  server,
}) => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 900));
  const longAddress = "accountmanager@zuiderzee-consulting-nederland.example";
  await showUsers(server, [buildUser("daan", { email: longAddress }), buildUser("fleur")]);
  const fleur = row("fleur Visser");
  await expect.element(page.getByText(longAddress)).toBeVisible();
  expect(page.getByText(longAddress).element().getBoundingClientRect().height, "one line").toBeLessThan(25);
  await expect.element(fleur.getByText("fleur@voorbeeld.example")).toBeVisible();
  await expect.element(fleur.getByText("Noorderlicht")).toBeVisible();
  expect(fleur.element().getBoundingClientRect().height).toBeLessThan(100);
  await expect.poll(() => fleur.getByRole("button").elements()).toHaveLength(1);
  await row("daan Visser").getByRole("button", { name: "Meer acties voor daan Visser" }).click();
  const remove = page.getByRole("menuitem", { name: "Verwijderen" });
  await expect.element(remove).toHaveAttribute("aria-disabled", "true");
  await expect.element(remove).toHaveTextContent("Je kunt je eigen account niet verwijderen.");
  // A disabled item lets a click through to the menu, which is not the row below it.
  await page.getByRole("menu").click({ position: { x: 2, y: 2 } });
  await expect.element(dialog).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await fleur.getByRole("button", { name: "Meer acties voor fleur Visser" }).click();
  await page.getByRole("menuitem", { name: "Bewerken" }).click();
  await expect.element(dialog).toBeVisible();
});

test("a phone sorts by one choice instead of a strip of buttons", async ({ server }) => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 900));
  await showUsers(server, [buildUser("daan"), buildUser("fleur")]);
  const names = () =>
    page
      .getByRole("row")
      .elements()
      .map((element) => element.textContent?.match(/daan|fleur/)?.[0]);
  await expect.element(row("fleur Visser")).toBeVisible();
  expect(names().filter(Boolean)).toEqual(["daan", "fleur"]);
  await page.getByRole("button", { name: "Sorteer aflopend" }).click();
  await expect.poll(() => names().filter(Boolean)).toEqual(["fleur", "daan"]);
  await page.getByRole("combobox", { name: "Sorteer" }).click();
  await page.getByRole("option", { name: "E-mail" }).click();
  await expect.poll(() => names().filter(Boolean)).toEqual(["daan", "fleur"]);
  expect(document.documentElement.scrollWidth).toBe(390);
});

test("a change refetches the signed-in admin, but not when it fails because the session has ended: that would close the form", async ({
  server,
}) => {
  const daan = buildUser("daan", { role: "super_admin" });
  const { client } = await showUsers(server, [daan]);
  client.setQueryData(adminSessionKey, { id: daan.id });
  const isReadAgain = () => client.getQueryState(adminSessionKey)?.isInvalidated;
  const ended = { error: "Niet ingelogd.", message: "Niet ingelogd.", code: "unauthenticated" };
  server.handle(usersRoutes.update, () => Response.json(ended, { status: 401 }));
  await page.getByRole("button", { name: "daan Visser bewerken" }).click();
  await dialog.getByLabelText("Achternaam").fill("de Wit");
  await dialog.getByRole("button", { name: "Opslaan" }).click();
  await expectErrorToast("Error", "Niet ingelogd.");
  expect(isReadAgain()).toBe(false);
  server.handle(usersRoutes.update, () => daan);
  await dialog.getByRole("button", { name: "Opslaan" }).click();
  await expectToast("Success", "User updated successfully");
  expect(isReadAgain()).toBe(true);
});

test("an invited user gets no password on the screen, and companies of the same name can be told apart", async ({
  server,
}) => {
  await showUsers(server, [buildUser("daan")]);
  const twin = { ...COMPANY, id: "60352ab5-590f-4d0a-a397-ed102a8c2f0f", name: "noorderlicht", city: null };
  server.handle(companiesRoutes.list, () => listResponse([COMPANY, twin]));
  await page.getByRole("button", { name: "Gebruiker toevoegen" }).click();
  // Too short, and out of sight with the invitation: it must not hold up the form.
  await newDialog.getByLabelText("Wachtwoord *").fill("abc");
  await newDialog.getByRole("switch", { name: "Stuur uitnodiging" }).click();
  await expect.element(newDialog.getByLabelText("Wachtwoord *")).not.toBeInTheDocument();
  await newDialog.getByRole("combobox", { name: "Bedrijf" }).click();
  await expect.element(page.getByRole("option", { name: "Noorderlicht · Hoorn · 50352ab5" })).toBeVisible();
  await page.getByRole("option", { name: "noorderlicht · 60352ab5" }).click();
  await newDialog.getByLabelText("Voornaam *").fill("Anna");
  await newDialog.getByLabelText("Achternaam *").fill("Tweede");
  await newDialog.getByLabelText("Gebruikersnaam *").fill("anna");
  await newDialog.getByLabelText("E-mailadres").fill("anna@voorbeeld.example");
  server.handle(usersRoutes.create, () => buildUser("anna"));
  await newDialog.getByRole("button", { name: "Opslaan" }).click();
  await expect
    .poll(() => server.requestsOf(usersRoutes.create).map(({ body }) => body))
    .toMatchObject([{ companyId: twin.id, sendInvitation: true, password: expect.stringMatching(/^.{16,}$/) }]);
});
