import { expect } from "vitest";
import { page, userEvent } from "vitest/browser";
import { companiesRoutes } from "#contract/companies.ts";
import { type AdminUser, usersRoutes } from "#contract/users.ts";
import { expectErrorToast, expectToast, focus, renderScreen, test } from "#web/testing/component-test.tsx";
import { type FakeServer, listResponse } from "#web/testing/fake-server.ts";
import { AdminUsersPage } from "./admin-users.page.tsx";

const buildUser = (username: string, overrides: Partial<AdminUser> = {}): AdminUser => ({
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

const showUsers = async (server: FakeServer, users: AdminUser[], url = "/admin/users") => {
  server.handle(usersRoutes.list, () => listResponse(users));
  server.handle(companiesRoutes.list, () => listResponse([]));
  const screen = await renderScreen(<AdminUsersPage />, { url, user: { id: "id-daan", role: "super_admin" } });
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent(/^Users/);
  return screen;
};

const row = (name: string) => page.getByRole("row").filter({ hasText: name });
const dialog = page.getByRole("dialog", { name: "Gebruiker bewerken" });

test("the search filters the table and is in the URL", async ({ server }) => {
  const { currentUrl } = await showUsers(server, [buildUser("daan"), buildUser("fleur")]);
  await page.getByRole("searchbox", { name: "Zoek een gebruiker" }).fill("fle");
  await expect.element(row("daan Visser")).not.toBeInTheDocument();
  await expect.element(row("fleur Visser")).toBeVisible();
  await expect.poll(currentUrl).toBe("/?q=fle");
  await page.getByRole("searchbox").fill("niemand");
  await expect.element(page.getByText('Niets gevonden voor "niemand"')).toBeVisible();
  await page.getByRole("button", { name: "Wis zoekterm" }).last().click();
  await expect.element(row("daan Visser")).toBeVisible();
});

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
  await expect
    .element(page.getByRole("button", { name: "daan Visser verwijderen" }))
    .toHaveAttribute("aria-disabled", "true");
  await expect
    .element(page.getByRole("button", { name: "Stuur uitnodiging naar fleur Visser" }))
    .toHaveAttribute("aria-disabled", "true");
});

test("deleting asks first and shows the server's explanation of a refusal", async ({ server }) => {
  await showUsers(server, [buildUser("daan"), buildUser("fleur")]);
  server.refuse(usersRoutes.remove, 409, "Dit is de laatste actieve beheerder van het bedrijf.");
  const remove = page.getByRole("button", { name: "fleur Visser verwijderen" });
  const confirmation = page.getByRole("alertdialog", { name: "Are you sure?" });
  await remove.click();
  await confirmation.getByRole("button", { name: "Annuleren" }).click();
  expect(server.requestsOf(usersRoutes.remove)).toEqual([]);
  await remove.click();
  await confirmation.getByRole("button", { name: "Verwijderen" }).click();
  await expectErrorToast("Error", "Dit is de laatste actieve beheerder van het bedrijf.");
  await expect.element(row("fleur Visser")).toBeVisible();
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
