import { useState } from "react";
import { beforeEach, describe, expect, onTestFinished } from "vitest";
import { page, userEvent } from "vitest/browser";
import { leadListsRoutes } from "#contract/lead-lists.ts";
import { type LeadView, leadViewsRoutes } from "#contract/lead-views.ts";
import { type Lead, leadsRoutes, type TimelineEntry } from "#contract/leads.ts";
import { sendersRoutes } from "#contract/senders.ts";
import { undoRoutes } from "#contract/undo.ts";
import { writerRoutes } from "#contract/writer.ts";
import {
  expectErrorToast,
  expectFocusWithin,
  expectToast,
  focus,
  holdUndo,
  renderScreen,
  type ScreenOptions,
  test,
} from "#web/testing/component-test.tsx";
import type { FakeServer } from "#web/testing/fake-server.ts";
import { IDLE_BUILTIN_WRITER } from "#web/testing/fake-server.ts";
import { setWidth } from "#web/testing/journey.ts";
import { buildSender } from "#web/testing/sender.fixture.ts";
import { AllLeadsPage } from "./all-leads.page.tsx";
import { buildLead, buildLeads } from "./lead.fixture.ts";

beforeEach(holdUndo);

const popup = (name: string) => page.getByRole("dialog", { name });
/** Opens the popup; the name itself opens the page of the lead. */
const detailsButton = (name: string) => page.getByRole("button", { name: `Details van ${name}`, exact: true });

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

/** What the screen asks for besides the leads. */
const serveListTools = (server: FakeServer, total: () => number) => {
  server.handle(leadListsRoutes.total, () => ({ total: total(), isExact: true }));
  server.handle(leadListsRoutes.filterOptions, () => ({
    owners: ["Frank", "Lotte"],
    industries: ["Energie", "Zorg"],
    tags: [],
  }));
  server.handle(leadViewsRoutes.list, () => []);
};

/** Serves a list of leads and applies changes to it, as the real server does. Classifying a lead as DELETED deletes it. */
const serveLeads = (server: FakeServer, initial: readonly Lead[]) => {
  let leads = [...initial];
  server.handle(leadListsRoutes.all, () => ({ items: leads, nextCursor: null }));
  serveListTools(server, () => leads.length);
  server.handle(leadsRoutes.settings, () => ({
    formUrl: null,
    formFrame: null,
    hubspotPortalUrl: "https://app.hubspot.com/contacts/123",
    readOnlyFields: [],
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
    return { ...restored, messagesToReview: 2, stoppedMessages: 1 };
  });
  server.handle(leadsRoutes.otherLeadsOfPerson, () => []);
  server.handle(leadsRoutes.erase, ({ params }) => {
    leads = leads.filter(({ id }) => id !== params["id"]);
    return undefined;
  });
};

const showLeads = async (server: FakeServer, leads: readonly Lead[], options?: ScreenOptions) => {
  serveLeads(server, leads);
  const screen = await renderScreen(<AllLeadsPage />, options);
  await expect.element(page.getByText(/leads? geladen/)).toBeVisible();
  return screen;
};

describe("the popup", () => {
  test("opens from the table, is in the URL, and returns the focus", async ({ server }) => {
    const { currentUrl } = await showLeads(server, buildLeads("Anna", "Bea"));
    await detailsButton("Bea").click();
    await expect.element(popup("Bea")).toBeVisible();
    await expect.poll(currentUrl).toContain("lead=00000000-0000-4000-8000-000000000002");
    await expectFocusWithin(popup("Bea"));
    await userEvent.keyboard("{Escape}");
    await expect.element(popup("Bea")).not.toBeInTheDocument();
    await expect.poll(currentUrl).not.toContain("lead=");
    await expect.element(detailsButton("Bea")).toHaveFocus();
  });

  test("shows the details with safe links", async ({ server }) => {
    await showLeads(server, [buildLead({ website: "javascript:alert(1)" })]);
    await detailsButton("Anna de Vries").click();
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

  test("shows the timeline in the server's order", async ({ server }) => {
    await showLeads(server, buildLeads("Anna"));
    await detailsButton("Anna").click();
    const entries = page.getByRole("region", { name: "Tijdlijn" }).getByRole("listitem");
    await expect.element(entries.first()).toHaveTextContent("Van COLD naar HOT door Anna");
    await expect.element(entries.nth(1)).toHaveTextContent("Bericht 2 in de wachtrij gezet namens Frank");
    await expect.element(entries.nth(1)).toHaveTextContent('Wacht op "Bericht 1".');
    await expect.element(entries.last()).toHaveTextContent("Toegevoegd");
  });

  test("goes to the previous and next lead; the buttons are disabled at the ends of the list", async ({ server }) => {
    await showLeads(server, buildLeads("Anna", "Bea"));
    await detailsButton("Anna").click();
    await expect.element(page.getByRole("button", { name: "Vorige lead" })).toBeDisabled();
    await page.getByRole("button", { name: "Volgende lead" }).click();
    await expect.element(popup("Bea")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Volgende lead" })).toBeDisabled();
  });

  test("and the name in a row link to the page of the lead", async ({ server }) => {
    const [anna] = buildLeads("Anna");
    await showLeads(server, buildLeads("Anna"));
    const href = `/leads/${anna?.id}`;
    await expect.element(page.getByRole("link", { name: "Anna", exact: true })).toHaveAttribute("href", href);
    await detailsButton("Anna").click();
    await expect.element(page.getByRole("link", { name: "Anna openen" })).toHaveAttribute("href", href);
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
    await detailsButton("Anna").click();
    await expect.element(page.getByRole("region", { name: "Tijdlijn" })).toBeVisible();
    await expect.element(page.getByRole("region", { name: "Privacy" })).not.toBeInTheDocument();
  });
});

test("the skeleton has the columns and the rows of the table", async ({ server }) => {
  serveLeads(server, buildLeads("Anna"));
  const release = server.hold(leadListsRoutes.all);
  await renderScreen(<AllLeadsPage />);
  const placeOf = (element: Element | null | undefined) => {
    const { left = 0, top = 0 } = element?.getBoundingClientRect() ?? {};
    return [Math.round(left), Math.round(top)];
  };
  const skeletonRow = () => document.querySelector("[data-skeleton-row]");
  await expect.poll(skeletonRow).not.toBeNull();
  const [row, company] = [placeOf(skeletonRow()), placeOf(page.getByText("Company", { exact: true }).element())];
  const height = skeletonRow()?.getBoundingClientRect().height;
  release();
  const anna = page.getByRole("row", { name: /Anna/ });
  await expect.element(anna).toBeVisible();
  expect(placeOf(anna.element())).toEqual(row);
  expect(anna.element().getBoundingClientRect().height).toBe(height);
  expect(placeOf(page.getByRole("columnheader", { name: "Company" }).element().firstElementChild)).toEqual(company);
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
    await expect.element(choices.first()).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}{Enter}");
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.poll(() => server.requestsOf(leadsRoutes.classify)).toHaveLength(1);
  });
});

describe("deleting", () => {
  const openDeleteConfirmationAndClick = async (name: string, buttonName: string) => {
    await detailsButton(name).click();
    await popup(name)
      .getByRole("button", { name: `${name} verwijderen` })
      .click();
    const question = page.getByRole("alertdialog", { name: "Lead verwijderen" });
    await expect.element(question).toHaveTextContent(`Weet je zeker dat je deze lead wilt verwijderen?${name}`);
    await question.getByRole("button", { name: buttonName }).click();
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
    await expect.element(detailsButton("Anna")).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Ongedaan maken" }).click();
    await expectToast("Lead hersteld", "Anna staat weer in de lijsten.");
    await detailsButton("Anna").click();
    await expect.element(popup("Anna")).toBeVisible();
  });

  test("is undone in a long list too, which is not refetched", async ({ server }) => {
    const leads = buildLeads("Anna", "Bea", "Cor", "Dirk", "Eva", "Fien");
    const { client } = await showLeads(server, leads);
    client.setQueryData(["lead-lists", "all", "-dateAdded", {}], {
      pages: leads.map((lead) => ({ items: [lead], total: 1 })),
      pageParams: leads.map(() => undefined),
    });
    await expect.element(detailsButton("Fien")).toBeVisible();
    await openDeleteConfirmationAndClick("Cor", "Verwijderen");
    await expect.element(detailsButton("Cor")).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Ongedaan maken" }).click();
    await expect.element(detailsButton("Cor")).toBeVisible();
    expect(server.requestsOf(leadListsRoutes.all)).toHaveLength(1);
  });

  test("brings the row back when the call fails", async ({ server }) => {
    await showLeads(server, buildLeads("Anna", "Bea"));
    server.breakRoute(leadsRoutes.classify);
    await openDeleteConfirmationAndClick("Anna", "Verwijderen");
    await expectErrorToast("Fout", "Kon de lead niet verwijderen. Probeer het opnieuw.");
    await expect.element(detailsButton("Anna")).toBeVisible();
  });
});

test("restoring a deleted lead says what happened to its messages", async ({ server }) => {
  const [anna = buildLead()] = buildLeads("Anna");
  const times = { deletedAt: "2026-11-16T09:00:00.000Z", restoreUntil: "2026-12-16T09:00:00.000Z" };
  server.handle(leadListsRoutes.deleted, () => ({
    items: [{ ...anna, ...times, deletedBy: "Bea" }],
    nextCursor: null,
  }));
  await showLeads(server, [anna]);
  await page.getByRole("button", { name: "Verwijderde leads" }).click();
  await page.getByRole("button", { name: "Anna herstellen" }).click();
  await expectToast(
    "Lead hersteld",
    "Anna staat weer in de lijsten. 2 berichten staan weer bij Te beoordelen. 1 vervolgbericht blijft geannuleerd.",
  );
});

test("of many deleted leads the next page can be shown", async ({ server }) => {
  const [anna = buildLead(), bea = buildLead()] = buildLeads("Anna", "Bea");
  const times = { deletedAt: "2026-11-16T09:00:00.000Z", restoreUntil: "2026-12-16T09:00:00.000Z", deletedBy: null };
  server.handle(leadListsRoutes.deleted, ({ query }) =>
    query["cursor"]
      ? { items: [{ ...bea, ...times }], nextCursor: null }
      : { items: [{ ...anna, ...times }], nextCursor: "next" },
  );
  await showLeads(server, [anna]);
  await page.getByRole("button", { name: "Verwijderde leads" }).click();
  await page.getByRole("button", { name: "Meer tonen" }).click();
  await expect.element(page.getByRole("button", { name: "Bea herstellen" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Anna herstellen" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Meer tonen" })).not.toBeInTheDocument();
});

test("an administrator erases a person after a confirmation", async ({ server }) => {
  await showLeads(server, buildLeads("Anna"), { user: { role: "company_admin" } });
  await detailsButton("Anna").click();
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

test("the question before an erasure names the other leads of the person, and is not asked without them", async ({
  server,
}) => {
  await showLeads(server, buildLeads("Anna"), { user: { role: "company_admin" } });
  server.breakRoute(leadsRoutes.otherLeadsOfPerson);
  await detailsButton("Anna").click();
  const erase = page.getByRole("button", { name: "Anna definitief wissen" });
  await erase.click();
  await expectErrorToast("Fout", "Kon de persoon niet wissen. Probeer het opnieuw.");
  server.handle(leadsRoutes.otherLeadsOfPerson, () => [
    { id: "2", fullName: "Anna de Vries", company: "Zon BV", isDeleted: false },
    { id: "3", fullName: "A. de Vries", company: null, isDeleted: true },
  ]);
  await erase.click();
  await expect
    .element(page.getByRole("alertdialog", { name: "Anna definitief wissen" }))
    .toHaveTextContent(
      "Ook 2 leads van dezelfde persoon worden gewist:Anna de Vries · Zon BVA. de Vries (verwijderd)Annuleren",
    );
  expect(server.requestsOf(leadsRoutes.erase)).toEqual([]);
});

test("the question before an erasure is not asked once the lead is closed", async ({ server }) => {
  await showLeads(server, buildLeads("Anna"), { user: { role: "company_admin" } });
  const release = server.hold(leadsRoutes.otherLeadsOfPerson);
  await detailsButton("Anna").click();
  const erase = page.getByRole("button", { name: "Anna definitief wissen" });
  await erase.click();
  await expect.element(erase).toHaveAttribute("aria-busy", "true");
  await userEvent.keyboard("{Escape}");
  await expect.element(erase).not.toBeInTheDocument();
  release();
  for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
  await expect.element(page.getByRole("alertdialog")).not.toBeInTheDocument();
});

describe("the table", () => {
  test("sorts by a column and keeps the order in the URL", async ({ server }) => {
    const { currentUrl } = await showLeads(server, buildLeads("Anna"));
    const header = page.getByRole("columnheader", { name: /^Lead Rating/ });
    await header.getByRole("button").click();
    await expect.element(header).toHaveAttribute("aria-sort", "descending");
    await expect.poll(currentUrl).toBe("/?sort=-leadRating");
    await header.getByRole("button").click();
    await expect.element(header).toHaveAttribute("aria-sort", "ascending");
    await expect
      .poll(() => server.requestsOf(leadListsRoutes.all).map(({ query }) => query["sort"]))
      .toEqual(["-dateAdded", "-leadRating", "leadRating"]);
  });

  test("has an empty state, and an error state with a retry", async ({ server }) => {
    serveLeads(server, []);
    server.breakRoute(leadListsRoutes.all);
    await renderScreen(<AllLeadsPage />);
    await expect.element(page.getByText("De leads konden niet worden geladen")).toBeVisible();
    server.handle(leadListsRoutes.all, () => ({ items: [], nextCursor: null }));
    await page.getByRole("button", { name: "Opnieuw proberen" }).click();
    await expect.element(page.getByText("Nog geen leads")).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Exporteren" })).not.toBeInTheDocument();
  });
});

describe("filters", () => {
  test("narrow the list and are in the URL", async ({ server }) => {
    const { currentUrl } = await showLeads(server, buildLeads("Anna"));
    await page.getByRole("combobox", { name: "Classificatie" }).click();
    await page.getByRole("option", { name: "HOT | 80" }).click();
    await page.getByRole("searchbox", { name: "Zoek in alle leads" }).fill("zon");
    await expect.poll(currentUrl).toBe("/?classification=HOT&q=zon");
    await expect
      .poll(() => server.requestsOf(leadListsRoutes.all).at(-1)?.query)
      .toEqual({ classification: "HOT", q: "zon", sort: "-dateAdded", limit: "100" });
    await expect
      .element(page.getByRole("link", { name: "Exporteren" }))
      .toHaveAttribute("href", "/api/all-leads/export?q=zon&classification=HOT&sort=-dateAdded");
  });

  test("that match nothing can be cleared", async ({ server }) => {
    serveLeads(server, []);
    const { currentUrl } = await renderScreen(<AllLeadsPage />, { url: "/all-leads?minRating=9&owner=Frank" });
    await expect.element(page.getByText("Geen leads gevonden")).toBeVisible();
    await page.getByRole("button", { name: "Wis Filters" }).first().click();
    await expect.poll(currentUrl).toBe("/");
  });

  test("show how many leads match, loaded or not", async ({ server }) => {
    serveLeads(server, buildLeads("Anna", "Bea"));
    server.handle(leadListsRoutes.total, () => ({ total: 5000, isExact: false }));
    await renderScreen(<AllLeadsPage />);
    await expect
      .element(page.getByRole("heading", { level: 1 }))
      .toHaveTextContent("All Leads2 leads geladen · meer dan 5.000 in totaal");
  });

  test("show their choice in full", async ({ server }) => {
    await page.viewport(1440, 900);
    onTestFinished(() => page.viewport(1280, 900));
    serveLeads(server, buildLeads("Anna"));
    await renderScreen(
      <div style={{ width: 1440 - 256 }}>
        <AllLeadsPage />
      </div>,
    );
    for (const text of ["Alle classificaties", "Elke rating", "Alle accountmanagers"]) {
      const choice = page.getByRole("combobox").getByText(text, { exact: true });
      await expect.element(choice).toBeVisible();
      const { scrollWidth, clientWidth } = choice.element();
      expect(scrollWidth, text).toBeLessThanOrEqual(clientWidth);
    }
  });
});

describe("selected leads", () => {
  const selectLead = (name: string) => page.getByRole("checkbox", { name: `Selecteer ${name}` }).click();
  const bar = page.getByRole("toolbar", { name: "Selectie" });

  test("keep the search field in sight on a phone, and move no row", async ({ server }) => {
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1280, 900));
    await showLeads(server, buildLeads("Anna", "Bea"));
    const top = () => page.getByRole("link", { name: "Bea", exact: true }).element().getBoundingClientRect().top;
    await expect.element(page.getByRole("link", { name: "Bea", exact: true })).toBeVisible();
    const before = top();
    await selectLead("Anna");
    await expect.element(bar.getByRole("status")).toHaveTextContent("1 lead geselecteerd");
    await expect.element(page.getByRole("searchbox")).toBeVisible();
    expect(top()).toBe(before);
  });

  test("get a class together, which can be undone", async ({ server }) => {
    await showLeads(server, buildLeads("Anna", "Bea", "Cor"));
    server.handle(leadsRoutes.classifyMany, () => ({
      changed: 2,
      unchanged: 0,
      stoppedMessages: 1,
      undo: { token: "1", until: "2026-11-16T09:00:10.000Z" },
    }));
    await selectLead("Anna");
    await selectLead("Cor");
    await expect.element(bar.getByRole("status")).toHaveTextContent("2 leads geselecteerd");
    await bar.getByRole("button", { name: "Classificatie" }).click();
    await page.getByRole("menuitem", { name: "NOT INTERESTED | 0" }).click();
    await expectToast(
      "Classificatie Bijgewerkt",
      "2 leads op NOT INTERESTED | 0 gezet. 1 klaarstaand bericht is gestopt.",
    );
    expect(server.requestsOf(leadsRoutes.classifyMany)[0]?.body).toEqual({
      ids: ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000003"],
      classification: "NOT INTERESTED",
    });
    await expect.element(bar).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Ongedaan maken" }).click();
    await expectToast("Actie ongedaan gemaakt", "2 leads teruggezet.");
  });

  test("that are skipped are counted for each reason", async ({ server }) => {
    await showLeads(server, buildLeads("Anna", "Bea", "Cor", "Dirk"));
    server.handle(leadsRoutes.classifyMany, () => ({ changed: 1, unchanged: 2, stoppedMessages: 0 }));
    await page.getByRole("checkbox", { name: "Selecteer alle geladen leads" }).click();
    await bar.getByRole("button", { name: "Classificatie" }).click();
    await page.getByRole("menuitem", { name: "HOT | 80" }).click();
    await expectToast(
      "Classificatie Bijgewerkt",
      "1 lead op HOT | 80 gezet. 2 leads overgeslagen: hadden dit al. 1 lead overgeslagen: intussen verwijderd.",
    );
  });

  test("do not move the list", async ({ server }) => {
    onTestFinished(() => page.viewport(1280, 900));
    serveLeads(server, buildLeads("Anna", "Bea"));
    server.handle(writerRoutes.progress, () => IDLE_BUILTIN_WRITER);
    server.handle(leadListsRoutes.total, () => ({ total: 1525, isExact: true }));
    const sidebarWidth = 256;
    for (const width of [1440, 1280]) {
      await page.viewport(width, 900);
      const { unmount } = await renderScreen(
        <div style={{ width: width - sidebarWidth }}>
          <AllLeadsPage />
        </div>,
      );
      const box = page.getByRole("checkbox", { name: "Selecteer Anna" });
      await expect.element(box).toBeVisible();
      // It comes later than the rows, above them.
      await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("1.525");
      const topOfBox = () => box.element().getBoundingClientRect().top;
      const before = topOfBox();
      await box.click();
      await expect.element(bar.getByRole("button", { name: "Laten schrijven" })).toBeVisible();
      expect(topOfBox()).toBe(before);
      expect(bar.element().scrollWidth).toBe(bar.element().clientWidth);
      await unmount();
    }
  });

  test("get drafts from the writer, and those skipped are counted for each reason", async ({ server }) => {
    serveLeads(server, buildLeads("Anna", "Bea"));
    server.handle(writerRoutes.progress, () => IDLE_BUILTIN_WRITER);
    server.handle(leadListsRoutes.total, () => ({ total: 150, isExact: true }));
    server.handle(leadListsRoutes.ids, () => Array.from({ length: 150 }, (_id, nth) => String(nth + 1)));
    // The server takes a hundred leads a call: two calls.
    server.handle(writerRoutes.requestDrafts, ({ body }) => ({
      requested: "leadIds" in body ? body.leadIds.length - 2 : 0,
      skipped: [
        { reason: "has_message" as const, count: 1 },
        { reason: "unwelcome" as const, count: 1 },
      ].slice(0, "leadIds" in body && body.leadIds.length === 100 ? 2 : 1),
    }));
    await renderScreen(<AllLeadsPage />);
    await page.getByRole("checkbox", { name: "Selecteer alle geladen leads" }).click();
    await bar.getByRole("button", { name: "Selecteer alle 150" }).click();
    await bar.getByRole("button", { name: "Laten schrijven" }).click();
    await page.getByRole("menuitem", { name: "Ice breakers laten schrijven" }).click();
    await expectToast(
      "Schrijver",
      "146 aangevraagd. 2 leads overgeslagen: hebben al zo'n bericht. 1 lead overgeslagen: mag niet benaderd worden.",
    );
  });

  test("are a range with Shift, by mouse and by keyboard", async ({ server }) => {
    await showLeads(server, buildLeads("Anna", "Bea", "Cor", "Dirk", "Eva"));
    const status = bar.getByRole("status");
    await selectLead("Dirk");
    await page.getByRole("checkbox", { name: "Selecteer Bea" }).click({ modifiers: ["Shift"] });
    await expect.element(status).toHaveTextContent("3 leads geselecteerd");
    await expect.element(page.getByRole("checkbox", { name: "Selecteer Cor" })).toBeChecked();
    expect(document.getSelection()?.toString()).toBe("");
    await page.getByRole("checkbox", { name: "Selecteer Cor" }).click({ modifiers: ["Shift"] });
    await expect.element(status).toHaveTextContent("1 lead geselecteerd");
    await expect.element(page.getByRole("checkbox", { name: "Selecteer Dirk" })).toBeChecked();

    await bar.getByRole("button", { name: "Wis selectie" }).click();
    await userEvent.keyboard("jxjj{Shift>}X{/Shift}");
    await expect.element(status).toHaveTextContent("3 leads geselecteerd");
    await expect.element(page.getByRole("checkbox", { name: "Selecteer Bea" })).toBeChecked();
  });

  test("are all that match, also those that are not loaded", async ({ server }) => {
    serveLeads(server, buildLeads("Anna", "Bea"));
    server.handle(leadListsRoutes.total, () => ({ total: 3, isExact: true }));
    server.handle(leadListsRoutes.ids, () => ["1", "2", "3"]);
    await renderScreen(<AllLeadsPage />);
    await page.getByRole("checkbox", { name: "Selecteer alle geladen leads" }).click();
    await expect.element(bar.getByRole("status")).toHaveTextContent("2 leads geselecteerd");
    await bar.getByRole("button", { name: "Selecteer alle 3" }).click();
    await expect.element(bar.getByRole("status")).toHaveTextContent("3 leads geselecteerd");
    await bar.getByRole("button", { name: "Wis selectie" }).click();
    await expect.element(page.getByRole("searchbox", { name: "Zoek in alle leads" })).toBeVisible();
  });

  test("get an owner, by keyboard too", async ({ server }) => {
    await showLeads(server, buildLeads("Anna"));
    server.handle(leadsRoutes.changeOwnerOfMany, () => ({ changed: 1, unchanged: 0, stoppedMessages: 0 }));
    server.handle(sendersRoutes.list, () => [buildSender("Marieke"), buildSender("Frank")]);
    await selectLead("Anna");
    await bar.getByRole("button", { name: "Contact Owner" }).click();
    const suggestions = () =>
      [...document.querySelectorAll("datalist option")].map((option) => option.getAttribute("value"));
    await expect.poll(suggestions).toEqual(["Frank", "Lotte", "Marieke"]);
    await page.getByRole("combobox", { name: "Contact Owner" }).fill("Lotte");
    await userEvent.keyboard("{Enter}");
    await expectToast("Contact Owner gewijzigd", "1 lead toegewezen aan Lotte.");
  });

  test("that have left the list are not selected any more", async ({ server }) => {
    const leads = buildLeads("Anna", "Bea", "Cor");
    const { client } = await showLeads(server, leads);
    await selectLead("Anna");
    await selectLead("Cor");
    server.handle(leadListsRoutes.all, () => ({ items: leads.slice(1), nextCursor: null }));
    await client.invalidateQueries({ queryKey: ["lead-lists"] });
    await expect.element(bar.getByRole("status")).toHaveTextContent("1 lead geselecteerd");
    server.breakRoute(leadsRoutes.classifyMany);
    await bar.getByRole("button", { name: "Verwijderen" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "1 lead verwijderen" }).click();
    await expectErrorToast("Fout", "Kon classificatie niet bijwerken. Probeer opnieuw.");
    expect(server.requestsOf(leadsRoutes.classifyMany)[0]?.body).toMatchObject({ ids: [leads[2]?.id] });
    // The user can try again.
    await expect.element(bar.getByRole("status")).toHaveTextContent("1 lead geselecteerd");
  });

  test("beyond the number that one action changes stay selected", async ({ server }) => {
    const leads = buildLeads(...Array.from({ length: 510 }, (_, index) => `Lead ${index + 1}`));
    await showLeads(server, leads);
    server.handle(leadsRoutes.classifyMany, ({ body }) => {
      const changed = body.ids as string[];
      server.handle(leadListsRoutes.all, () => ({
        items: leads.filter(({ id }) => !changed.includes(id)),
        nextCursor: null,
      }));
      return { changed: changed.length, unchanged: 0, stoppedMessages: 0 };
    });
    await page.getByRole("checkbox", { name: "Selecteer alle geladen leads" }).click();
    await expect.element(bar.getByRole("status")).toHaveTextContent("De eerste 500 van 510 leads geselecteerd");
    await bar.getByRole("button", { name: "Verwijderen" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "500 leads verwijderen" }).click();
    await expectToast("Leads verwijderd", "500 leads uit de lijsten gehaald.");
    await expect.element(bar.getByRole("status")).toHaveTextContent("10 leads geselecteerd");
  });

  test("are deleted after a confirmation", async ({ server }) => {
    await showLeads(server, buildLeads("Anna", "Bea"));
    server.handle(leadsRoutes.classifyMany, () => ({ changed: 1, unchanged: 0, stoppedMessages: 0 }));
    await selectLead("Bea");
    await bar.getByRole("button", { name: "Verwijderen" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "1 lead verwijderen" }).click();
    await expectToast("Leads verwijderd", "1 lead uit de lijsten gehaald.");
    expect(server.requestsOf(leadsRoutes.classifyMany)[0]?.body).toMatchObject({ classification: "DELETED" });
  });
});

test("columns are chosen and remembered", async ({ server }) => {
  const first = await showLeads(server, buildLeads("Anna"));
  await page.getByRole("button", { name: "Kolommen" }).click();
  await page.getByRole("checkbox", { name: "Branche" }).click();
  await page.getByRole("checkbox", { name: "HubSpot ID" }).click();
  await expect.element(page.getByRole("columnheader", { name: "Branche" })).toBeInTheDocument();
  await expect.element(page.getByRole("columnheader", { name: "HubSpot ID" })).not.toBeInTheDocument();
  await first.unmount();
  await renderScreen(<AllLeadsPage />);
  await expect.element(page.getByRole("columnheader", { name: "Branche" })).toBeInTheDocument();
  await page.getByRole("button", { name: "Kolommen" }).click();
  await page.getByRole("button", { name: "Standaardkolommen" }).click();
  await expect.element(page.getByRole("columnheader", { name: "HubSpot ID" })).toBeInTheDocument();
});

test("views that cannot be loaded say so", async ({ server }) => {
  const { client } = await showLeads(server, buildLeads("Anna"));
  server.refuse(leadViewsRoutes.list, 409, "Even niet.");
  await client.resetQueries({ predicate: ({ queryKey }) => queryKey.includes("views") }).catch(() => undefined);
  await page.getByRole("button", { name: "Weergaven" }).click();
  await expect
    .element(page.getByRole("menuitem", { name: "De weergaven konden niet worden geladen. Opnieuw proberen" }))
    .toBeVisible();
});

test("a view is saved, shared and opened again", async ({ server }) => {
  const views: LeadView[] = [];
  const { currentUrl } = await showLeads(server, buildLeads("Anna"), {
    url: "/all-leads?classification=HOT&minRating=8",
  });
  server.handle(leadViewsRoutes.list, () => views);
  server.handle(leadViewsRoutes.create, ({ body }) => {
    const saved = { ...body, id: "00000000-0000-4000-8000-0000000000aa", mayChange: true, sharedBy: null };
    views.push(saved as LeadView);
    return saved as LeadView;
  });
  await page.getByRole("button", { name: "Weergaven" }).click();
  await page.getByRole("menuitem", { name: "Opslaan als nieuwe weergave..." }).click();
  await page.getByRole("button", { name: "Opslaan" }).click();
  await expect.element(page.getByText("Geef de weergave een naam.")).toBeVisible();
  await page.getByRole("textbox", { name: "Naam" }).fill("Heet en goed");
  await page.getByRole("checkbox", { name: "Delen met alle collega's" }).click();
  await page.getByRole("button", { name: "Opslaan" }).click();
  await expectToast("Weergave opgeslagen", '"Heet en goed" staat nu bij alle collega\'s.');
  expect(server.requestsOf(leadViewsRoutes.create)[0]?.body).toMatchObject({
    isShared: true,
    settings: { classification: "HOT", minRating: 8, sort: "-dateAdded" },
  });
  await page.getByRole("button", { name: "Wis Filters" }).click();
  await page.getByRole("button", { name: "Heet en goed" }).click();
  await page.getByRole("menuitem", { name: /^Gedeeld Heet en goed/ }).click();
  await expect.poll(currentUrl).toContain("classification=HOT");
  await expect.poll(currentUrl).toContain("minRating=8");

  // Renaming the view does not apply its filters.
  await page.getByRole("button", { name: "Wis Filters" }).click();
  await expect.poll(currentUrl).not.toContain("classification=HOT");
  server.handle(leadViewsRoutes.change, () => ({ ...(views[0] as LeadView), name: "Heet" }));
  await page.getByRole("button", { name: "Heet en goed" }).click();
  await page.getByRole("menuitem", { name: "Naam en delen..." }).click();
  await page.getByRole("textbox", { name: "Naam" }).fill("Heet");
  await page.getByRole("button", { name: "Opslaan" }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(currentUrl()).not.toContain("classification=HOT");
});

test("a view that is deleted after the screen was left does not change the URL of the next screen", async ({
  server,
}) => {
  const view: LeadView = {
    id: "00000000-0000-4000-8000-0000000000aa",
    name: "Heet",
    isShared: false,
    sharedBy: null,
    mayChange: true,
    settings: { classification: "HOT", sort: "-dateAdded" },
  };
  serveLeads(server, buildLeads("Anna"));
  server.handle(leadViewsRoutes.list, () => [view]);
  server.handle(leadViewsRoutes.remove, () => undefined);
  const release = server.hold(leadViewsRoutes.remove);
  const Screens = () => {
    const [isLeft, setIsLeft] = useState(false);
    if (isLeft) return <p>Een ander scherm</p>;
    return (
      <>
        <button type="button" onClick={() => setIsLeft(true)}>
          Verlaten
        </button>
        <AllLeadsPage />
      </>
    );
  };
  const { client, currentUrl } = await renderScreen(<Screens />, { url: `/?classification=HOT&view=${view.id}` });
  await page.getByRole("button", { name: "Heet" }).click();
  await page.getByRole("menuitem", { name: "Weergave verwijderen" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Verwijderen" }).click();
  await expect.poll(() => client.isMutating()).toBe(1);
  await page.getByRole("button", { name: "Verlaten" }).click();
  await expect.element(page.getByText("Een ander scherm")).toBeVisible();
  release();
  await expectToast("Weergave verwijderd", '"Heet" is verwijderd; de leads blijven.');
  await expect.poll(currentUrl).toContain("classification=HOT");
});

test("the columns of a view do not replace those that the user has chosen", async ({ server }) => {
  const view: LeadView = {
    id: "00000000-0000-4000-8000-0000000000aa",
    name: "Branches",
    isShared: true,
    sharedBy: "Bea",
    mayChange: false,
    settings: { columns: ["name", "industry"] },
  };
  serveLeads(server, buildLeads("Anna"));
  server.handle(leadViewsRoutes.list, () => [view]);
  const header = (name: string) => page.getByRole("columnheader", { name });
  // Opened by its link.
  await renderScreen(<AllLeadsPage />, { url: `/?view=${view.id}` });
  await expect.element(header("Branche")).toBeInTheDocument();
  await expect.element(header("HubSpot ID")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Branches" }).click();
  await page.getByRole("menuitem", { name: "Alle leads tonen" }).click();
  await expect.element(header("Branche")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Kolommen" }).click();
  await page.getByRole("checkbox", { name: "HubSpot ID" }).click();
  await userEvent.keyboard("{Escape}");
  await expect.element(header("HubSpot ID")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Weergaven" }).click();
  await page.getByRole("menuitem", { name: /^Gedeeld Branches/ }).click();
  await expect.element(header("Branche")).toBeInTheDocument();
  await page.getByRole("button", { name: "Branches" }).click();
  await page.getByRole("menuitem", { name: "Alle leads tonen" }).click();
  await expect.element(header("Branche")).not.toBeInTheDocument();
  await expect.element(header("HubSpot ID")).not.toBeInTheDocument();
  localStorage.clear();
});

test("w opens the views, of which a digit opens one, and Shift+K the columns, through which the arrows go", async ({
  server,
}) => {
  const { client, currentUrl } = await showLeads(server, buildLeads("Anna"));
  const view = (name: string, minRating: number): LeadView => ({
    id: `00000000-0000-4000-8000-00000000000${minRating}`,
    name,
    settings: { minRating },
    isShared: false,
    sharedBy: null,
    mayChange: true,
  });
  server.handle(leadViewsRoutes.list, () => [view("Goede leads", 7), view("Beste leads", 9)]);
  await client.resetQueries({ predicate: ({ queryKey }) => queryKey.includes("views") });
  await userEvent.keyboard("w");
  await expect.element(page.getByRole("menuitem", { name: "Beste leads" })).toBeVisible();
  await expectFocusWithin(page.getByRole("menu"));
  await userEvent.keyboard("2");
  await expect.poll(currentUrl).toContain("minRating=9");
  await userEvent.keyboard("{Shift>}K{/Shift}");
  const columns = page.getByRole("dialog", { name: "Kolommen" });
  await expectFocusWithin(columns);
  const boxes = columns.getByRole("checkbox", { disabled: false });
  await expect.element(boxes.first()).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(boxes.nth(1)).toHaveFocus();
  await userEvent.keyboard("{ArrowUp}{ArrowUp}");
  await expect.element(columns.getByRole("button", { name: "Standaardkolommen" })).toHaveFocus();
  // As after a click beside the columns.
  focus(columns);
  await userEvent.keyboard("{ArrowUp}");
  await expect.element(columns.getByRole("button", { name: "Standaardkolommen" })).toHaveFocus();
  focus(columns);
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(boxes.first()).toHaveFocus();
});

test("on a phone, where the columns have no button, Shift+K does not open them", async ({ server }) => {
  await setWidth(390);
  await showLeads(server, buildLeads("Anna"));
  const button = page.getByRole("button", { name: "Kolommen", includeHidden: true }).element();
  let presses = 0;
  button.addEventListener("click", () => presses++);
  await userEvent.keyboard("{Shift>}K{/Shift}");
  // A later key.
  await userEvent.keyboard("w");
  await expect.element(page.getByRole("menu")).toBeVisible();
  expect(presses).toBe(0);
});
