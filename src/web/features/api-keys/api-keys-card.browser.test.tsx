import { expect } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type ApiKey, apiKeysRoutes } from "#contract/api-keys.ts";
import { ListKeys } from "#lib/lists/list-keys.tsx";
import {
  expectErrorToast,
  expectFocusWithin,
  expectToast,
  focus,
  renderScreen,
  test,
} from "#web/testing/component-test.tsx";
import type { FakeServer } from "#web/testing/fake-server.ts";
import { ApiKeysCard } from "./api-keys-card.tsx";

const KEY: ApiKey = {
  id: "50352ab5-590f-4d0a-a397-ed102a8c2f0e",
  name: "n8n",
  scope: "write",
  tokenEnding: "x7Qk",
  createdBy: "Anna Bakker",
  creatorHasLeft: false,
  createdAt: "2026-11-14T08:30:00.000Z",
  expiresAt: "2038-02-12T08:30:00.000Z",
  lastUsedAt: null,
  status: "active",
};

const dialog = page.getByRole("dialog", { name: "Nieuwe API-sleutel" });

const showCard = async (server: FakeServer, keys: ApiKey[]) => {
  server.handle(apiKeysRoutes.list, () => keys);
  await renderScreen(
    <>
      <ListKeys />
      <ApiKeysCard />
    </>,
  );
};

test("a key has its rights, dates and state, and only a valid one can be revoked, after a question", async ({
  server,
}) => {
  await showCard(server, [KEY, { ...KEY, id: "2", name: "Make", scope: "read", status: "expired" }]);
  const row = page.getByRole("listitem").filter({ hasText: "n8n" });
  await expect.element(row).toHaveTextContent("usa_…x7Qk");
  await expect.element(row).toHaveTextContent("Lezen en schrijven");
  await expect.element(row).toHaveTextContent("geldig tot 12 februari 2038 · nog niet gebruikt");
  const expired = page.getByRole("listitem").filter({ hasText: "Make" });
  await expect.element(expired).toHaveTextContent("Verlopen");
  await expect.element(expired.getByRole("button")).not.toBeInTheDocument();

  server.handle(apiKeysRoutes.revoke, () => ({ ...KEY, status: "revoked" as const }));
  await page.getByRole("button", { name: "Sleutel n8n intrekken" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Annuleren" }).click();
  expect(server.requestsOf(apiKeysRoutes.revoke)).toEqual([]);
  await page.getByRole("button", { name: "Sleutel n8n intrekken" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Intrekken" }).click();
  await expectToast("Sleutel ingetrokken", "De sleutel n8n werkt niet meer.");
  expect(server.requestsOf(apiKeysRoutes.revoke)).toMatchObject([{ params: { id: KEY.id } }]);
});

test("a new key is shown once", async ({ server }) => {
  await showCard(server, []);
  await expect.element(page.getByText("Nog geen API-sleutels")).toBeVisible();
  await page.getByRole("button", { name: "Nieuwe sleutel" }).click();
  await dialog.getByRole("button", { name: "Opslaan" }).click();
  await expect.element(dialog.getByLabelText("Naam *")).toHaveAccessibleDescription(/Geef de sleutel een naam/);
  server.refuse(apiKeysRoutes.create, 409, "Er zijn al 20 geldige API-sleutels. Trek er eerst een in.");
  await dialog.getByLabelText("Naam *").fill("n8n");
  await dialog.getByRole("button", { name: "Opslaan" }).click();
  await expectErrorToast("Fout", "Er zijn al 20 geldige API-sleutels. Trek er eerst een in.");
  server.handle(apiKeysRoutes.create, () => Response.json({ key: KEY, token: "usa_geheim" }, { status: 201 }));
  await dialog.getByRole("button", { name: "Opslaan" }).click();
  await expect.element(dialog).toHaveTextContent("usa_geheim");
  await expect.element(dialog.getByRole("button", { name: "Kopieer de sleutel" })).toBeVisible();
  expect(server.requestsOf(apiKeysRoutes.create).at(-1)?.body).toEqual({
    name: "n8n",
    scope: "read",
    expiresInDays: "90",
  });
  await dialog.getByRole("button", { name: "Klaar" }).click();
  await expect.element(page.getByText("usa_geheim")).not.toBeInTheDocument();
});

test("a list that cannot be loaded can be tried again", async ({ server }) => {
  server.breakRoute(apiKeysRoutes.list);
  await renderScreen(<ApiKeysCard />);
  await expect.element(page.getByText("De API-sleutels konden niet worden geladen")).toBeVisible();
  server.handle(apiKeysRoutes.list, () => [KEY]);
  await page.getByRole("button", { name: "Opnieuw proberen" }).click();
  await expect.element(page.getByText("usa_…x7Qk")).toBeVisible();
});

test("Delete asks whether to revoke the key with the focus, and Enter does not", async ({ server }) => {
  await showCard(server, [KEY]);
  const row = page.getByRole("listitem").filter({ hasText: "n8n" });
  await expect.element(row).toBeVisible();
  focus(row);
  await userEvent.keyboard("{Enter}{Delete}");
  const question = page.getByRole("alertdialog", { name: "Sleutel n8n intrekken?" });
  await expectFocusWithin(question);
  await userEvent.keyboard("{Escape}");
  await expect.element(question).not.toBeInTheDocument();
  await userEvent.keyboard("{Enter}");
  await expect.element(question).not.toBeInTheDocument();
});
