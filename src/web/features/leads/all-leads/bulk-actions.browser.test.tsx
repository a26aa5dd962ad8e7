import { describe, expect } from "vitest";
import { page, userEvent } from "vitest/browser";
import { leadsRoutes } from "#contract/leads.ts";
import { expectFocusWithin, expectToast, renderScreen, test } from "#web/testing/component-test.tsx";
import type { FakeServer } from "#web/testing/fake-server.ts";
import { expectAccessible, expectNoSidewaysScroll, setWidth, tabTo } from "#web/testing/journey.ts";
import { AllLeadsPage } from "../all-leads.page.tsx";
import { serveAllLeads } from "./served-leads.fixture.ts";

const bar = page.getByRole("toolbar", { name: "Selectie" });
const row = (name: string) => page.getByRole("row").filter({ hasText: name });
const box = (name: string) => page.getByRole("checkbox", { name: `Selecteer ${name}` });
const BACK = "{Shift>}{Tab}{/Shift}";

const showLeads = async (server: FakeServer) => {
  serveAllLeads(server, "Anna", "Bea", "Cor");
  await renderScreen(<AllLeadsPage />);
  await expect.element(box("Anna")).toBeVisible();
};

const selectWithKeys = async (name: string) => {
  (row(name).element() as HTMLElement).focus();
  await expect.element(row(name)).toHaveFocus();
  await userEvent.keyboard("x");
  await expect.element(box(name)).toBeChecked();
  await expect.element(bar.getByRole("status")).toHaveTextContent("1 lead geselecteerd");
};

describe("with the keyboard", () => {
  test("selected leads get a class, and the row has the focus again", async ({ server }) => {
    await showLeads(server);
    await selectWithKeys("Bea");
    await tabTo(bar.getByRole("button", { name: "Classificatie" }), BACK);
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("menuitem").first()).toHaveFocus();
    await userEvent.keyboard("hot");
    await expect.element(page.getByRole("menuitem", { name: "HOT | 80" })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expectToast("Classificatie Bijgewerkt", "1 lead op HOT | 80 gezet.");
    await expect.element(bar).not.toBeInTheDocument();
    await expect.element(row("Bea")).toHaveFocus();
  });

  test("a digit chooses the class in the menu", async ({ server }) => {
    await showLeads(server);
    await selectWithKeys("Bea");
    await tabTo(bar.getByRole("button", { name: "Classificatie" }), BACK);
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("menuitem").first()).toHaveFocus();
    await userEvent.keyboard("7");
    await expectToast("Classificatie Bijgewerkt", "1 lead op HOT | 80 gezet.");
  });

  test("selected leads get an owner and a label, and Escape changes nothing", async ({ server }) => {
    await showLeads(server);
    await selectWithKeys("Bea");
    const owner = bar.getByRole("button", { name: "Contact Owner" });
    await tabTo(owner, BACK);
    await userEvent.keyboard("{Enter}");
    const field = page.getByRole("combobox", { name: "Contact Owner" });
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(owner).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard("Lotte{Enter}");
    await expectToast("Contact Owner gewijzigd", "1 lead toegewezen aan Lotte.");
    await expect.element(row("Bea")).toHaveFocus();

    await selectWithKeys("Cor");
    await tabTo(bar.getByRole("button", { name: "Label" }), BACK);
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("combobox", { name: "Label" })).toHaveFocus();
    await userEvent.keyboard("VIP{Control>}{Enter}{/Control}");
    await expectToast("Label toegevoegd", '"VIP" toegevoegd aan 1 lead.');
    expect(server.requestsOf(leadsRoutes.tagMany)[0]?.body.tag).toBe("VIP");
    await expect.element(row("Cor")).toHaveFocus();
  });

  test("selected leads are deleted, and the next row has the focus", async ({ server }) => {
    await showLeads(server);
    await selectWithKeys("Bea");
    await tabTo(bar.getByRole("button", { name: "Verwijderen" }), BACK);
    await userEvent.keyboard("{Enter}");
    await expectFocusWithin(page.getByRole("alertdialog", { name: "1 lead verwijderen?" }));
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expectToast("Leads verwijderd", "1 lead uit de lijsten gehaald.");
    await expect.element(row("Cor")).toHaveFocus();
  });

  test("the selection is cleared, and the row has the focus again", async ({ server }) => {
    await showLeads(server);
    await selectWithKeys("Bea");
    await tabTo(bar.getByRole("button", { name: "Wis selectie" }), BACK);
    await userEvent.keyboard(" ");
    await expect.element(bar).not.toBeInTheDocument();
    await expect.element(row("Bea")).toHaveFocus();
  });
});

describe("on a phone", () => {
  test("selected leads get a class, an owner and a label, and are deleted, with taps", async ({ server }) => {
    await setWidth(390);
    await showLeads(server);
    await box("Bea").click();
    await expect.element(bar.getByRole("status")).toHaveTextContent("1 lead geselecteerd");
    expectNoSidewaysScroll();
    await bar.getByRole("button", { name: "Classificatie" }).click();
    await page.getByRole("menuitem", { name: "HOT | 80" }).click();
    await expectToast("Classificatie Bijgewerkt", "1 lead op HOT | 80 gezet.");

    await box("Bea").click();
    await bar.getByRole("button", { name: "Contact Owner" }).click();
    await page.getByRole("combobox", { name: "Contact Owner" }).fill("Lotte");
    expectNoSidewaysScroll();
    await page.getByRole("button", { name: "Opslaan" }).click();
    await expectToast("Contact Owner gewijzigd", "1 lead toegewezen aan Lotte.");

    await box("Bea").click();
    await bar.getByRole("button", { name: "Label" }).click();
    await page.getByRole("combobox", { name: "Label" }).fill("VIP");
    expectNoSidewaysScroll();
    await page.getByRole("button", { name: "Opslaan" }).click();
    await expectToast("Label toegevoegd", '"VIP" toegevoegd aan 1 lead.');

    await box("Bea").click();
    await bar.getByRole("button", { name: "Verwijderen" }).click();
    await expect.element(page.getByRole("alertdialog")).toBeVisible();
    expectNoSidewaysScroll();
    await page.getByRole("alertdialog").getByRole("button", { name: "1 lead verwijderen" }).click();
    await expectToast("Leads verwijderd", "1 lead uit de lijsten gehaald.");
    await expect.element(box("Bea")).not.toBeInTheDocument();
  });
});

test.for([1280, 390] as const)(
  "the bar, its menu, its dialogs and its question are accessible in both themes, at %i pixels",
  async (width, { server }) => {
    await setWidth(width);
    await showLeads(server);
    await box("Bea").click();
    await expect.element(bar.getByRole("button", { name: "Verwijderen" })).toBeInTheDocument();
    await expectAccessible();
    await bar.getByRole("button", { name: "Classificatie" }).click();
    await expect.element(page.getByRole("menu")).toBeVisible();
    await expectAccessible();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
    for (const name of ["Contact Owner", "Nodig uit"]) {
      await bar.getByRole("button", { name }).click();
      await expect.element(page.getByRole("dialog")).toBeVisible();
      await expectAccessible();
      await userEvent.keyboard("{Escape}");
      await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    }
    await bar.getByRole("button", { name: "Verwijderen" }).click();
    await expect.element(page.getByRole("alertdialog")).toBeVisible();
    await expectAccessible();
  },
);
