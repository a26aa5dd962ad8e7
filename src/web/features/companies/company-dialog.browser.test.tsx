import { expect } from "vitest";
import { page, userEvent } from "vitest/browser";
import { airtableRoutes } from "#contract/airtable.ts";
import { type AdminCompany, companiesRoutes } from "#contract/companies.ts";
import { COMPANY } from "#web/testing/company.fixture.ts";
import { expectErrorToast, expectToast, renderScreen, test } from "#web/testing/component-test.tsx";
import { type FakeServer, listResponse } from "#web/testing/fake-server.ts";
import { CompanyDialog } from "./company-dialog.tsx";

const showDialog = async (server: FakeServer, company: AdminCompany | null) => {
  server.handle(airtableRoutes.health, () => []);
  server.handle(companiesRoutes.list, () => listResponse([COMPANY]));
  let closed = false;
  const { client } = await renderScreen(
    <CompanyDialog
      open
      company={company}
      onClose={() => {
        closed = true;
      }}
    />,
  );
  await expect.element(dialog).toBeVisible();
  // The other companies, whose names are compared when it is saved.
  await expect.poll(() => client.getQueryData(["admin", "companies"])).toHaveLength(1);
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
  await field("Logo-adres").fill("javascript:alert(1)");
  await save();
  await expect.element(field("Bedrijfsnaam *")).toHaveFocus();
  await expect.element(field("Bedrijfsnaam *")).toHaveAccessibleDescription("Vul de bedrijfsnaam in.");
  await expect.element(field("Administratie Email")).toHaveAccessibleDescription("Vul een geldig e-mailadres in.");
  await expect
    .element(field("Logo-adres"))
    .toHaveAccessibleDescription("Vul een adres in dat begint met http:// of https://.");
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

test("an edit that fails shows the server's message, or a general one", async ({ server }) => {
  await showDialog(server, COMPANY);
  server.breakRoute(companiesRoutes.update);
  await field("Woonplaats").fill("Edam");
  await save();
  await expectErrorToast("Error", "Failed to update company");
  // It covers the button, and does not expire while the pointer rests on it.
  await page.getByRole("button", { name: "Melding sluiten" }).click();
  server.refuse(companiesRoutes.update, 404, "Niet gevonden.");
  await save();
  await expectErrorToast("Error", "Niet gevonden.");
});

test("a stored secret is never shown, and is replaced only on request", async ({ server }) => {
  await showDialog(server, COMPANY);
  await expect.element(field("Airtable API-sleutel")).toHaveAttribute("readonly");
  await dialog.getByRole("button", { name: "Vervangen" }).click();
  await expect.element(field("Airtable API-sleutel")).toHaveFocus();
  await expect.element(field("Airtable API-sleutel")).toHaveValue("");
  await expect.element(field("Airtable API-sleutel")).toHaveAttribute("type", "password");
  await expect
    .element(field("Airtable API-sleutel"))
    .toHaveAccessibleDescription("Blijft dit leeg, dan blijft de huidige in gebruik.");
});

test("the connection is tested with the values in the form, and the outcome is hidden when they change", async ({
  server,
}) => {
  await showDialog(server, COMPANY);
  server.handle(companiesRoutes.testConnection, () => ({ ok: false, message: "Airtable weigert het toegangstoken." }));
  await dialog.getByRole("button", { name: "Test verbinding" }).click();
  await expect.element(dialog.getByText("Airtable weigert het toegangstoken.")).toBeVisible();
  expect(server.requestsOf(companiesRoutes.testConnection)[0]?.body).toEqual({
    companyId: COMPANY.id,
    airtableBaseId: COMPANY.airtableBaseId,
    airtableApiKey: "",
  });
  await field("Airtable base-id").fill("appAndersAnders01");
  await expect.element(dialog.getByText("Airtable weigert het toegangstoken.")).not.toBeInTheDocument();
});

test("the webhook fields appear with the webhook channel", async ({ server }) => {
  await showDialog(server, COMPANY);
  await expect.element(field("Adres van de webhook")).not.toBeInTheDocument();
  await dialog.getByRole("combobox", { name: "Kanaal" }).click();
  await page.getByRole("option", { name: "Webhook" }).click();
  await expect.element(field("Adres van de webhook")).toBeVisible();
});

test("an invalid field of a channel that is not chosen is shown and focused, until the form is saved", async ({
  server,
}) => {
  await showDialog(server, { ...COMPANY, hasDeliverySecret: true });
  const channel = dialog.getByRole("combobox", { name: "Kanaal" });
  await channel.click();
  await page.getByRole("option", { name: "Webhook" }).click();
  await dialog.getByRole("button", { name: "Vervangen" }).last().click();
  await field("Geheim van de webhook").fill("te kort");
  await channel.click();
  await page.getByRole("option", { name: "Airtable" }).click();
  await expect.element(field("Geheim van de webhook")).not.toBeInTheDocument();
  await save();
  await expect.element(field("Geheim van de webhook")).toHaveFocus();
  await expect.element(dialog).toHaveTextContent("Minimaal 16 tekens.");
  // Not hidden when it becomes valid: the user is still typing.
  await userEvent.fill(field("Geheim van de webhook"), "precies-zestien!");
  await expect.element(dialog).not.toHaveTextContent("Minimaal 16 tekens.");
  await userEvent.keyboard("-en-langer");
  await expect.element(field("Geheim van de webhook")).toHaveValue("precies-zestien!-en-langer");
});

test("the built-in writer shows its settings, and which data leaves before it is switched on", async ({ server }) => {
  await showDialog(server, COMPANY);
  server.handle(companiesRoutes.update, () => COMPANY);
  await expect.element(field("Adres van het taalmodel")).not.toBeInTheDocument();
  await dialog.getByRole("combobox", { name: "Wie schrijft de berichten" }).click();
  await page.getByRole("option", { name: "Ingebouwde schrijver" }).click();
  await field("Adres van het taalmodel").fill("https://api.mistral.ai/v1");
  await field("Model").fill("groot");
  await expect.element(dialog).toHaveTextContent("Aanbieder: Mistral. Regio: Europese Unie.");
  await save();
  await page.getByRole("button", { name: "Bevestigen en opslaan" }).click();
  await expectToast("Success", "Company updated successfully");
  expect(server.requestsOf(companiesRoutes.update)[0]?.body).toEqual({
    writer: "builtin",
    aiBaseUrl: "https://api.mistral.ai/v1",
    aiModel: "groot",
    writerConfirmed: true,
  });
});

test("a second company of the same name is asked first", async ({ server }) => {
  await showDialog(server, null);
  server.handle(companiesRoutes.create, () => COMPANY);
  await field("Bedrijfsnaam *").fill(COMPANY.name.toUpperCase());
  await save();
  const question = page.getByRole("alertdialog", { name: "Er is al een bedrijf met deze naam" });
  await expect.element(question).toHaveTextContent(`${COMPANY.name} in Hoorn bestaat al.`);
  expect(server.requestsOf(companiesRoutes.create)).toEqual([]);
  await question.getByRole("button", { name: "Toch opslaan" }).click();
  await expectToast("Success", "Company created successfully");
});
