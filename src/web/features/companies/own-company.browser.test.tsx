import { expect } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type Company, companiesRoutes } from "#contract/companies.ts";
import { expectErrorToast, renderScreen, test } from "#web/testing/component-test.tsx";
import type { FakeServer } from "#web/testing/fake-server.ts";
import { OwnCompanyCard } from "./own-company-card.tsx";

const COMPANY: Company = {
  id: "50352ab5-590f-4d0a-a397-ed102a8c2f0e",
  name: "Noorderlicht",
  address: null,
  zipCode: null,
  city: "Hoorn",
  vatNumber: null,
  adminEmail: "post@noorderlicht.example",
  logoUrl: null,
  subscriptionTier: "basic",
  isActive: true,
};

const edit = page.getByRole("button", { name: "Bewerken", exact: true });
const dialog = page.getByRole("dialog", { name: "Bedrijfsinformatie bewerken" });
const save = dialog.getByRole("button", { name: "Opslaan" });

const showCard = async (server: FakeServer, disabledReason?: string) => {
  server.handle(companiesRoutes.own, () => COMPANY);
  await renderScreen(<OwnCompanyCard companyId={COMPANY.id} disabledReason={disabledReason} />);
  await expect.element(edit).toBeVisible();
};

test("the form explains its fields, refuses invalid values and forgets what is cancelled", async ({ server }) => {
  await showCard(server);
  await edit.click();
  for (const [label, placeholder] of [
    ["Adres (Straat + Huisnummer)", "Kerkstraat 123"],
    ["Postcode", "1234 AB"],
    ["Woonplaats", "Amsterdam"],
    ["BTW Nummer", "NL123456789B01"],
  ] as const)
    await expect.element(dialog.getByLabelText(label)).toHaveAttribute("placeholder", placeholder);
  await expect.element(dialog.getByLabelText("Administratie Email")).toHaveAttribute("type", "email");
  await expect.element(dialog.getByRole("button", { name: "Logo Uploaden (PNG, JPG, SVG)" })).toBeVisible();
  await expect.element(dialog).toHaveTextContent("Max. 5MB. Aanbevolen formaat: PNG of SVG voor beste kwaliteit.");

  await dialog.getByLabelText("Bedrijfsnaam *").fill("");
  await dialog.getByLabelText("Administratie Email").fill("geen adres");
  await save.click();
  await expect.element(dialog.getByLabelText("Bedrijfsnaam *")).toHaveAccessibleDescription("Vul de bedrijfsnaam in.");
  await expect
    .element(dialog.getByLabelText("Administratie Email"))
    .toHaveAccessibleDescription("Vul een geldig e-mailadres in.");
  expect(server.requestsOf(companiesRoutes.updateOwn)).toEqual([]);
  await dialog.getByRole("button", { name: "Annuleren" }).click();
  await edit.click();
  await expect.element(dialog.getByLabelText("Bedrijfsnaam *")).toHaveValue("Noorderlicht");
});

test("a failure shows the server's message or a general one, and keeps what was typed", async ({ server }) => {
  await showCard(server);
  server.breakRoute(companiesRoutes.updateOwn);
  await edit.click();
  await dialog.getByLabelText("Woonplaats").fill("Edam");
  await save.click();
  await expectErrorToast("Fout", "Er ging iets mis bij het bijwerken van het bedrijf.");
  await expect.element(dialog.getByLabelText("Woonplaats")).toHaveValue("Edam");
  // Only the change: a colleague may have changed the rest meanwhile.
  expect(server.requestsOf(companiesRoutes.updateOwn).map(({ body }) => body)).toEqual([{ city: "Edam" }]);
  server.refuse(companiesRoutes.updateOwn, 403, "Je hebt geen rechten om dit te doen.");
  await save.click();
  await expectErrorToast("Fout", "Je hebt geen rechten om dit te doen.");
});

test("without the right to edit, the button says why", async ({ server }) => {
  const reason = "Alleen een beheerder van je bedrijf kan dit wijzigen.";
  await showCard(server, reason);
  await expect.element(edit).toHaveAttribute("aria-disabled", "true");
  await userEvent.keyboard("{Tab}");
  await expect.element(edit).toHaveFocus();
  await expect.element(page.getByRole("tooltip")).toHaveTextContent(reason);
  await edit.click({ force: true });
  await expect.element(dialog).not.toBeInTheDocument();
});
