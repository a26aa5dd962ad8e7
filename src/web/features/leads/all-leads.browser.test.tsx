import { describe, expect } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type Lead, leadsRoutes, type TimelineEntry } from "#contract/leads.ts";
import { undoRoutes } from "#contract/undo.ts";
import {
  expectErrorToast,
  expectToast,
  focus,
  renderScreen,
  type ScreenOptions,
  test,
} from "#web/testing/component-test.tsx";
import type { FakeServer } from "#web/testing/fake-server.ts";
import { AllLeadsPage } from "./all-leads.page.tsx";
import { buildLead, buildLeads } from "./lead.fixture.ts";

const popup = (name: string) => page.getByRole("dialog", { name });
const nameButton = (name: string) => page.getByRole("button", { name, exact: true });

const buildEntry = (id: string, entry: Partial<TimelineEntry> & Pick<TimelineEntry, "kind">): TimelineEntry => ({
  id,
  at: "2026-11-15T10:00:00Z",
  by: null,
  detail: null,
  previous: null,
  plannedAt: null,
  waitsFor: null,
  ...entry,
});

/** Serves a list of leads and applies changes to it, as the real server does. Classifying a lead as DELETED deletes it. */
const serveLeads = (server: FakeServer, initial: readonly Lead[]) => {
  let leads = [...initial];
  server.handle(leadsRoutes.all, () => ({ items: leads, nextCursor: null }));
  server.handle(leadsRoutes.settings, () => ({
    formUrl: null,
    formFrame: null,
    hubspotPortalUrl: "https://app.hubspot.com/contacts/123",
  }));
  server.handle(leadsRoutes.timeline, () => [
    buildEntry("1", { kind: "classified", by: "Anna", previous: "COLD", detail: "HOT" }),
    buildEntry("2", {
      kind: "queued",
      by: "Frank",
      detail: "Bericht 2",
      waitsFor: { code: "order", text: 'Wacht op "Bericht 1".' },
    }),
    buildEntry("3", { kind: "added" }),
  ]);
  server.handle(leadsRoutes.classify, ({ params, body }) => {
    const classification = body.classification as Lead["leadClassification"];
    const lead = buildLead({ ...leads.find(({ id }) => id === params["leadId"]), leadClassification: classification });
    leads = leads.flatMap((listed) => {
      if (listed.id !== lead.id) return listed;
      return classification === "DELETED" ? [] : lead;
    });
    return { ...lead, stoppedMessages: 0, undo: { token: lead.id, until: "2026-11-16T09:00:10.000Z" } };
  });
  server.handle(undoRoutes.perform, () => {
    leads = [...initial];
    return { message: "De actie is ongedaan gemaakt." };
  });
  server.handle(leadsRoutes.restore, ({ params }) => {
    const restored = initial.find(({ id }) => id === params["id"]) ?? buildLead();
    leads = [...initial];
    return restored;
  });
  server.handle(leadsRoutes.erase, ({ params }) => {
    leads = leads.filter(({ id }) => id !== params["id"]);
    return undefined;
  });
};

const showLeads = async (server: FakeServer, leads: readonly Lead[], options?: ScreenOptions) => {
  serveLeads(server, leads);
  const screen = await renderScreen(<AllLeadsPage />, options);
  await expect.element(page.getByText("leads geladen")).toBeVisible();
  return screen;
};

describe("the popup", () => {
  test("opens from the table, is in the URL, and returns the focus", async ({ server }) => {
    const { currentUrl } = await showLeads(server, buildLeads("Anna", "Bea"));
    await nameButton("Bea").click();
    await expect.element(popup("Bea")).toBeVisible();
    expect(currentUrl()).toContain("lead=00000000-0000-4000-8000-000000000002");
    await userEvent.keyboard("{Escape}");
    await expect.element(popup("Bea")).not.toBeInTheDocument();
    expect(currentUrl()).not.toContain("lead=");
    await expect.element(nameButton("Bea")).toHaveFocus();
  });

  test("shows the details with safe links", async ({ server }) => {
    await showLeads(server, [buildLead({ website: "javascript:alert(1)" })]);
    await nameButton("Anna de Vries").click();
    const dialog = popup("Anna de Vries");
    await expect
      .element(dialog.getByRole("link", { name: "Anna de Vries", exact: true }))
      .toHaveAttribute("href", "https://www.linkedin.com/in/anna");
    await expect
      .element(dialog.getByRole("link", { name: "anna@zon.example" }))
      .toHaveAttribute("href", "mailto:anna@zon.example");
    await expect.element(dialog.getByRole("link", { name: "06 12345678" })).toHaveAttribute("href", "tel:0612345678");
    await expect
      .element(dialog.getByRole("link", { name: "42" }))
      .toHaveAttribute("href", "https://app.hubspot.com/contacts/123/record/0-1/42");
    await expect.element(dialog.getByRole("link", { name: "Zon B.V." })).not.toBeInTheDocument();
    await expect.element(dialog.getByText("Zon B.V.")).toBeVisible();
    await expect.element(dialog.getByText("Geen motivatie beschikbaar")).toBeVisible();
  });

  test("shows the timeline, the newest entry first", async ({ server }) => {
    await showLeads(server, buildLeads("Anna"));
    await nameButton("Anna").click();
    const entries = page.getByRole("region", { name: "Tijdlijn" }).getByRole("listitem");
    await expect.element(entries.first()).toHaveTextContent("Van COLD naar HOT door Anna");
    await expect.element(entries.nth(1)).toHaveTextContent("Bericht 2 in de wachtrij gezet namens Frank");
    await expect.element(entries.nth(1)).toHaveTextContent('Wacht op "Bericht 1".');
    await expect.element(entries.last()).toHaveTextContent("Toegevoegd");
  });

  test("goes to the previous and next lead; the buttons are disabled at the ends of the list", async ({ server }) => {
    await showLeads(server, buildLeads("Anna", "Bea"));
    await nameButton("Anna").click();
    await expect.element(page.getByRole("button", { name: "Vorige lead" })).toBeDisabled();
    await page.getByRole("button", { name: "Volgende lead" }).click();
    await expect.element(popup("Bea")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Volgende lead" })).toBeDisabled();
  });

  test("loads a lead that the list does not have", async ({ server }) => {
    const other = buildLead({ id: "00000000-0000-4000-8000-000000000009", fullName: "Cor" });
    server.handle(leadsRoutes.one, () => other);
    await showLeads(server, buildLeads("Anna"), { url: `/all-leads?lead=${other.id}` });
    await expect.element(popup("Cor")).toBeVisible();
  });

  test("offers to retry when the lead cannot be loaded", async ({ server }) => {
    server.breakRoute(leadsRoutes.one);
    await showLeads(server, buildLeads("Anna"), { url: "/all-leads?lead=00000000-0000-4000-8000-000000000009" });
    await expect.element(page.getByText("De lead kon niet worden geladen")).toBeVisible();
    server.handle(leadsRoutes.one, () => buildLead({ id: "00000000-0000-4000-8000-000000000009", fullName: "Cor" }));
    await page.getByRole("button", { name: "Opnieuw proberen" }).click();
    await expect.element(popup("Cor")).toBeVisible();
  });

  test("hides the privacy buttons from users who are not administrators", async ({ server }) => {
    await showLeads(server, buildLeads("Anna"));
    await nameButton("Anna").click();
    await expect.element(page.getByRole("region", { name: "Tijdlijn" })).toBeVisible();
    await expect.element(page.getByRole("region", { name: "Privacy" })).not.toBeInTheDocument();
  });
});

describe("classifying", () => {
  const choose = async (name: string, classification: RegExp) => {
    await page.getByRole("button", { name: new RegExp(`^Classificatie van ${name}`) }).click();
    await page
      .getByRole("dialog", { name: "Classificatie wijzigen" })
      .getByRole("button", { name: classification })
      .click();
  };

  test("shows the new classification before the server has responded", async ({ server }) => {
    await showLeads(server, buildLeads("Anna"));
    const release = server.hold(leadsRoutes.classify);
    await choose("Anna", /^HOT/);
    await expect.element(page.getByRole("button", { name: /^Classificatie van Anna: HOT/ })).toBeVisible();
    release();
    await expectToast("Classificatie Bijgewerkt", "Anna staat nu op HOT | 80.");
  });

  test("restores the old classification when the call fails", async ({ server }) => {
    await showLeads(server, buildLeads("Anna"));
    server.breakRoute(leadsRoutes.classify);
    await choose("Anna", /^HOT/);
    await expectErrorToast("Fout", "Kon classificatie niet bijwerken. Probeer opnieuw.");
    await expect.element(page.getByRole("button", { name: /^Classificatie van Anna: COLD/ })).toBeVisible();
  });

  test("can be chosen with the arrow keys", async ({ server }) => {
    await showLeads(server, buildLeads("Anna"));
    await page.getByRole("button", { name: /^Classificatie van Anna/ }).click();
    const dialog = page.getByRole("dialog", { name: "Classificatie wijzigen" });
    const choices = dialog.getByRole("listitem").getByRole("button");
    await expect.element(choices.first()).toBeVisible();
    focus(choices.first());
    await userEvent.keyboard("{ArrowDown}{Enter}");
    await expect.element(dialog).not.toBeInTheDocument();
    expect(server.requestsOf(leadsRoutes.classify)).toHaveLength(1);
  });
});

describe("deleting", () => {
  const openDeleteConfirmationAndClick = async (name: string, buttonName: string) => {
    await nameButton(name).click();
    await popup(name)
      .getByRole("button", { name: `${name} verwijderen` })
      .click();
    await page.getByRole("alertdialog").getByRole("button", { name: buttonName }).click();
  };

  test("does nothing without a confirmation", async ({ server }) => {
    await showLeads(server, buildLeads("Anna"));
    await openDeleteConfirmationAndClick("Anna", "Annuleren");
    await expect.element(popup("Anna")).toBeVisible();
    expect(server.requestsOf(leadsRoutes.classify)).toEqual([]);
  });

  test("closes the popup, removes the row and can be undone", async ({ server }) => {
    await showLeads(server, buildLeads("Anna", "Bea"));
    await openDeleteConfirmationAndClick("Anna", "Verwijderen");
    await expectToast("Lead verwijderd", "Anna is uit de lijsten gehaald.");
    await expect.element(popup("Anna")).not.toBeInTheDocument();
    await expect.element(nameButton("Anna")).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Ongedaan maken" }).click();
    await expectToast("Lead hersteld", "Anna staat weer in de lijsten.");
    await expect.element(nameButton("Anna")).toBeVisible();
  });

  test("brings the row back when the call fails", async ({ server }) => {
    await showLeads(server, buildLeads("Anna", "Bea"));
    server.breakRoute(leadsRoutes.classify);
    await openDeleteConfirmationAndClick("Anna", "Verwijderen");
    await expectErrorToast("Fout", "Kon de lead niet verwijderen. Probeer het opnieuw.");
    await expect.element(nameButton("Anna")).toBeVisible();
  });
});

test("an administrator erases a person after a confirmation", async ({ server }) => {
  await showLeads(server, buildLeads("Anna"), { user: { role: "company_admin" } });
  await nameButton("Anna").click();
  const privacy = page.getByRole("region", { name: "Privacy" });
  await expect
    .element(privacy.getByRole("link", { name: "Alle gegevens van Anna exporteren" }))
    .toHaveAttribute("href", "/api/leads/00000000-0000-4000-8000-000000000001/export");
  await privacy.getByRole("button", { name: "Anna definitief wissen" }).click();
  const confirmation = page.getByRole("alertdialog", { name: "Anna definitief wissen" });
  await confirmation.getByRole("button", { name: "Definitief wissen" }).click();
  await expectToast("Persoon gewist", "Alle gegevens zijn hier gewist");
  await expect.element(page.getByText("Nog geen leads")).toBeVisible();
});

describe("the table", () => {
  test("sorts by a column and keeps the order in the URL", async ({ server }) => {
    const { currentUrl } = await showLeads(server, buildLeads("Anna"));
    const header = page.getByRole("columnheader", { name: /^Lead Rating/ });
    await header.getByRole("button").click();
    await expect.element(header).toHaveAttribute("aria-sort", "descending");
    expect(currentUrl()).toBe("/?sort=-leadRating");
    await header.getByRole("button").click();
    await expect.element(header).toHaveAttribute("aria-sort", "ascending");
    expect(server.requestsOf(leadsRoutes.all).map(({ query }) => query["sort"])).toEqual([
      "-dateAdded",
      "-leadRating",
      "leadRating",
    ]);
  });

  test("has an empty state, and an error state with a retry", async ({ server }) => {
    serveLeads(server, []);
    server.breakRoute(leadsRoutes.all);
    await renderScreen(<AllLeadsPage />);
    await expect.element(page.getByText("De leads konden niet worden geladen")).toBeVisible();
    server.handle(leadsRoutes.all, () => ({ items: [], nextCursor: null }));
    await page.getByRole("button", { name: "Opnieuw proberen" }).click();
    await expect.element(page.getByText("Nog geen leads")).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Exporteren" })).not.toBeInTheDocument();
  });
});
