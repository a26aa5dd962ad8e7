import { expect } from "vitest";
import { page } from "vitest/browser";
import { airtableRoutes } from "#contract/airtable.ts";
import { type AdminCompany, companiesRoutes, DEFAULT_CADENCE } from "#contract/companies.ts";
import { expectErrorToast, expectToast, renderScreen, test } from "#web/testing/component-test.tsx";
import type { FakeServer } from "#web/testing/fake-server.ts";
import { CompanyDialog } from "./company-dialog.tsx";

const COMPANY: AdminCompany = {
  id: "50352ab5-590f-4d0a-a397-ed102a8c2f0e",
  name: "Noorderlicht",
  address: null,
  zipCode: null,
  city: "Hoorn",
  vatNumber: null,
  adminEmail: null,
  logoUrl: null,
  subscriptionTier: "basic",
  isActive: true,
  airtableBaseId: "appAbCdEfGhIjKlMn",
  hasAirtableApiKey: true,
  airtableFormUrl: null,
  hubspotPortalUrl: null,
  statisticsPerson: "Frank",
  syncIntervalMinutes: 5,
  workflowUrls: {},
  deliveryChannel: "airtable",
  deliveryWebhookUrl: null,
  hasDeliverySecret: false,
  aiBaseUrl: null,
  aiModel: null,
  cadenceDays: DEFAULT_CADENCE,
  hasAiApiKey: false,
  userCount: 3,
  createdAt: "2026-11-14T08:30:00.000Z",
};

const showDialog = async (server: FakeServer, company: AdminCompany | null) => {
  server.handle(airtableRoutes.health, () => []);
  let closed = false;
  await renderScreen(
    <CompanyDialog
      open
      company={company}
      onClose={() => {
        closed = true;
      }}
    />,
  );
  await expect.element(dialog).toBeVisible();
  return { isClosed: () => closed };
};

const dialog = page.getByRole("dialog", { name: /^Bedrijf (toevoegen|bewerken)$/ });
const field = (label: string) => dialog.getByLabelText(label, { exact: true });
const save = () => dialog.getByRole("button", { name: "Opslaan" }).click();

test("an edit sends only the changed fields and closes the dialog", async ({ server }) => {
  const { isClosed } = await showDialog(server, COMPANY);
  server.handle(companiesRoutes.update, () => COMPANY);
  await field("Woonplaats").fill("Edam");
  await save();
  await expectToast("Success", "Company updated successfully");
  expect(server.requestsOf(companiesRoutes.update)[0]?.body).toEqual({ city: "Edam" });
  await expect.poll(isClosed).toBe(true);
});

test("invalid values are reported at their fields and nothing is sent", async ({ server }) => {
  await showDialog(server, null);
  await field("Administratie Email").fill("geen adres");
  await save();
  await expect.element(field("Bedrijfsnaam *")).toHaveFocus();
  await expect.element(field("Bedrijfsnaam *")).toHaveAccessibleDescription("Vul de bedrijfsnaam in.");
  await expect.element(field("Administratie Email")).toHaveAccessibleDescription("Vul een geldig e-mailadres in.");
  expect(server.requestsOf(companiesRoutes.create)).toEqual([]);
});

test("a failure keeps what was typed", async ({ server }) => {
  const { isClosed } = await showDialog(server, null);
  server.breakRoute(companiesRoutes.create);
  await field("Bedrijfsnaam *").fill("Duinwijck");
  await save();
  await expectErrorToast("Error", "Failed to create company");
  await expect.element(field("Bedrijfsnaam *")).toHaveValue("Duinwijck");
  expect(isClosed()).toBe(false);
});

test("a stored secret is never shown, and is replaced only on request", async ({ server }) => {
  await showDialog(server, COMPANY);
  await expect.element(field("Airtable API-sleutel")).toHaveAttribute("readonly");
  await dialog.getByRole("button", { name: "Vervangen" }).click();
  await expect.element(field("Airtable API-sleutel")).toHaveFocus();
  await expect.element(field("Airtable API-sleutel")).toHaveValue("");
});

test("the connection is tested with the values in the form", async ({ server }) => {
  await showDialog(server, COMPANY);
  server.handle(companiesRoutes.testConnection, () => ({ ok: false, message: "Airtable weigert het toegangstoken." }));
  await dialog.getByRole("button", { name: "Test verbinding" }).click();
  await expect.element(dialog.getByText("Airtable weigert het toegangstoken.")).toBeVisible();
  expect(server.requestsOf(companiesRoutes.testConnection)[0]?.body).toEqual({
    companyId: COMPANY.id,
    airtableBaseId: COMPANY.airtableBaseId,
    airtableApiKey: "",
  });
});

test("the webhook fields appear with the webhook channel", async ({ server }) => {
  await showDialog(server, COMPANY);
  await expect.element(field("Adres van de webhook")).not.toBeInTheDocument();
  await dialog.getByRole("combobox", { name: "Kanaal" }).click();
  await page.getByRole("option", { name: "Webhook" }).click();
  await expect.element(field("Adres van de webhook")).toBeVisible();
});
