import { describe, expect } from "vitest";
import { page, userEvent } from "vitest/browser";
import { leadListsRoutes } from "#contract/lead-lists.ts";
import { leadViewsRoutes } from "#contract/lead-views.ts";
import { expectToast, renderScreen, type ScreenOptions, test } from "#web/testing/component-test.tsx";
import type { FakeServer } from "#web/testing/fake-server.ts";
import { expectAccessible, expectNoSidewaysScroll, setWidth, tabTo } from "#web/testing/journey.ts";
import { AllLeadsPage } from "../all-leads.page.tsx";
import { serveAllLeads } from "./served-leads.fixture.ts";

const showLeads = async (server: FakeServer, options?: ScreenOptions) => {
  serveAllLeads(server, "Anna", "Bea");
  const screen = await renderScreen(<AllLeadsPage />, options);
  await expect.element(page.getByRole("checkbox", { name: "Selecteer Anna" })).toBeVisible();
  return screen;
};

const viewDialog = page.getByRole("dialog", { name: "Weergave opslaan" });

describe("with the keyboard", () => {
  test("the list is filtered, and sorted by a column", async ({ server }) => {
    const { currentUrl } = await showLeads(server);
    await tabTo(page.getByRole("searchbox", { name: "Zoek in alle leads" }));
    await userEvent.keyboard("zon");
    await expect.poll(currentUrl).toBe("/?q=zon");
    await tabTo(page.getByRole("combobox", { name: "Classificatie" }));
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("option", { name: "Alle classificaties" })).toHaveFocus();
    await userEvent.keyboard("HOT");
    await expect.element(page.getByRole("option", { name: /^HOT/ })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.poll(currentUrl).toContain("classification=HOT");
    await expect.element(page.getByRole("combobox", { name: "Classificatie" })).toHaveFocus();
    await tabTo(page.getByRole("button", { name: /^Toegevoegd:/ }));
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("dialog", { name: "Toegevoegd" }).getByRole("textbox").first()).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("button", { name: /^Toegevoegd:/ })).toHaveFocus();
    await tabTo(page.getByRole("columnheader", { name: /^Lead Rating/ }).getByRole("button"));
    await userEvent.keyboard("{Enter}");
    await expect.poll(currentUrl).toContain("sort=-leadRating");
  });

  test("columns are chosen", async ({ server }) => {
    await showLeads(server);
    await tabTo(page.getByRole("button", { name: "Kolommen" }));
    await userEvent.keyboard("{Enter}");
    await tabTo(page.getByRole("checkbox", { name: "Branche" }));
    await userEvent.keyboard(" ");
    await expect.element(page.getByRole("columnheader", { name: "Branche" })).toBeInTheDocument();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("button", { name: "Kolommen" })).toHaveFocus();
  });

  test("a view is saved and left again", async ({ server }) => {
    const { currentUrl } = await showLeads(server, { url: "/?classification=HOT" });
    await tabTo(page.getByRole("button", { name: "Weergaven" }));
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("menuitem", { name: "Opslaan als nieuwe weergave..." })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.element(viewDialog.getByRole("textbox", { name: "Naam" })).toHaveFocus();
    await userEvent.keyboard("Heet");
    await tabTo(viewDialog.getByRole("checkbox", { name: "Delen met alle collega's" }));
    await userEvent.keyboard(" {Control>}{Enter}{/Control}");
    await expectToast("Weergave opgeslagen", '"Heet" staat nu bij alle collega\'s.');
    expect(server.requestsOf(leadViewsRoutes.create)[0]?.body).toMatchObject({ name: "Heet", isShared: true });
    const button = page.getByRole("button", { name: "Heet", exact: true });
    await expect.element(button).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("menuitem", { name: /Heet/ }).first()).toHaveFocus();
    await userEvent.keyboard("alle");
    await expect.element(page.getByRole("menuitem", { name: "Alle leads tonen" })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.poll(currentUrl).not.toContain("classification=HOT");
  });

  test("deleted leads are restored one after the other", async ({ server }) => {
    await showLeads(server);
    await tabTo(page.getByRole("button", { name: "Verwijderde leads" }));
    await userEvent.keyboard("{Enter}");
    const dialog = page.getByRole("dialog", { name: "Verwijderde leads" });
    const restore = (name: string) => dialog.getByRole("button", { name: `${name} herstellen` });
    await tabTo(restore("Wim"));
    await userEvent.keyboard("{Enter}");
    await expectToast("Lead hersteld", "Wim staat weer in de lijsten.");
    await expect.element(restore("Xandra")).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.element(dialog.getByText("Geen verwijderde leads.")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("button", { name: "Verwijderde leads" })).toHaveFocus();
  });
});

describe("on a phone", () => {
  test("the list is filtered in a sheet, and the filters are saved as a view, with taps", async ({ server }) => {
    await setWidth(390);
    const { currentUrl } = await showLeads(server);
    expectNoSidewaysScroll();
    await page.getByRole("button", { name: "Filters" }).click();
    const sheet = page.getByRole("dialog", { name: "Filters" });
    await sheet.getByRole("combobox", { name: "Classificatie" }).click();
    await page.getByRole("option", { name: "HOT | 80" }).click();
    await expect
      .poll(() => server.requestsOf(leadListsRoutes.all).at(-1)?.query)
      .toMatchObject({ classification: "HOT" });
    expectNoSidewaysScroll();
    await sheet.getByRole("button", { name: "Toon de lijst" }).click();
    await expect.element(sheet).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Weergaven" }).click();
    await page.getByRole("menuitem", { name: "Opslaan als nieuwe weergave..." }).click();
    await viewDialog.getByRole("textbox", { name: "Naam" }).fill("Heet");
    expectNoSidewaysScroll();
    await viewDialog.getByRole("button", { name: "Opslaan" }).click();
    await expect.element(viewDialog).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Heet", exact: true }).click();
    await page.getByRole("menuitem", { name: "Alle leads tonen" }).click();
    await expect.poll(currentUrl).not.toContain("classification=HOT");
  });

  test("a deleted lead is restored with a tap", async ({ server }) => {
    await setWidth(390);
    await showLeads(server);
    await page.getByRole("button", { name: "Verwijderde leads" }).click();
    const dialog = page.getByRole("dialog", { name: "Verwijderde leads" });
    await expect.element(dialog.getByRole("button", { name: "Wim herstellen" })).toBeVisible();
    expectNoSidewaysScroll();
    await dialog.getByRole("button", { name: "Wim herstellen" }).click();
    await expectToast("Lead hersteld", "Wim staat weer in de lijsten.");
  });
});

test.for([1280, 390] as const)(
  "filters, views, columns and deleted leads are accessible in both themes, at %i pixels",
  async (width, { server }) => {
    await setWidth(width);
    await showLeads(server, { user: { role: "company_admin" } });
    const openAndClose = async (name: string | RegExp, role: "dialog" | "menu") => {
      await page.getByRole("button", { name }).click();
      await expect.element(page.getByRole(role)).toBeVisible();
      await expectAccessible();
      await userEvent.keyboard("{Escape}");
      await expect.element(page.getByRole(role)).not.toBeInTheDocument();
    };
    await openAndClose("Weergaven", "menu");
    if (width === 390) await openAndClose("Filters", "dialog");
    else {
      await openAndClose("Kolommen", "dialog");
      await openAndClose(/^Toegevoegd:/, "dialog");
    }
    await page.getByRole("button", { name: "Weergaven" }).click();
    await page.getByRole("menuitem", { name: "Opslaan als nieuwe weergave..." }).click();
    await expect.element(viewDialog).toBeVisible();
    await expectAccessible();
    await userEvent.keyboard("{Escape}");
    await expect.element(viewDialog).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Verwijderde leads" }).click();
    await expect.element(page.getByRole("button", { name: "Wim herstellen" })).toBeVisible();
    await expectAccessible();
  },
);
