import { useState } from "react";
import { describe, expect } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type LeadImport, leadImportsRoutes } from "#contract/lead-imports.ts";
import { leadsRoutes } from "#contract/leads.ts";
import { clickTwice, expectErrorToast, renderScreen, test } from "#web/testing/component-test.tsx";
import type { FakeServer } from "#web/testing/fake-server.ts";
import { AddLeadsPage } from "../add-leads.page.tsx";
import { ImportPanel } from "./import-panel.tsx";

const ID = "00000000-0000-4000-8000-000000000001";

const buildImport = (overrides: Partial<LeadImport> = {}): LeadImport => ({
  id: ID,
  fileName: "leads.csv",
  status: "uploaded",
  columns: [
    { name: "Contact", samples: ["Anna", "Bea"] },
    { name: "Mail", samples: ["anna@zon.example"] },
  ],
  mapping: { email: 1 },
  totalRows: 3,
  processedRows: 0,
  addedRows: 0,
  duplicateRows: 0,
  rejectedRows: 0,
  problem: null,
  uploadedBy: "Anna Bakker",
  uploadedAt: "2026-11-14T09:00:00.000Z",
  finishedAt: null,
  ...overrides,
});

const showImport = async (server: FakeServer, overrides: Partial<LeadImport>) => {
  server.handle(leadImportsRoutes.one, () => buildImport(overrides));
  await renderScreen(<ImportPanel id={ID} onOpen={() => undefined} />);
};

describe("choosing a file", () => {
  const input = page.getByLabelText("CSV-bestand");
  const choose = (name: string, content: string) => userEvent.upload(input, new File([content], name));

  test.for([
    ["leads.xlsx", "x", "Dit is een spreadsheet."],
    ["leads.csv", "", "Dit bestand is leeg."],
  ] as const)("rejects %s with content %j before the upload", async ([name, content, reason], { server }) => {
    server.handle(leadImportsRoutes.recent, () => []);
    await renderScreen(<ImportPanel id={undefined} onOpen={() => undefined} />);
    await choose(name, content);
    await expect.element(page.getByRole("alert")).toHaveTextContent(reason);
    expect(server.requestsOf(leadImportsRoutes.upload)).toEqual([]);
  });

  test("uploads the file and opens the import", async ({ server }) => {
    const opened: (string | undefined)[] = [];
    server.handle(leadImportsRoutes.recent, () => []);
    server.handle(leadImportsRoutes.upload, () => buildImport());
    await renderScreen(<ImportPanel id={undefined} onOpen={(id) => opened.push(id)} />);
    await choose("leads.csv", "Contact;Mail\nAnna;anna@zon.example");
    await expect.poll(() => opened).toEqual([ID]);
    expect(server.requestsOf(leadImportsRoutes.upload)[0]?.query).toEqual({ fileName: "leads.csv" });
  });

  test("shows the server's explanation of a refused file", async ({ server }) => {
    server.handle(leadImportsRoutes.recent, () => []);
    server.refuse(leadImportsRoutes.upload, 400, "Dit bestand heeft geen kolommen.");
    await renderScreen(<ImportPanel id={undefined} onOpen={() => undefined} />);
    await choose("leads.csv", "x");
    await expectErrorToast("Fout", "Dit bestand heeft geen kolommen.");
  });

  test("says that earlier imports cannot be loaded", async ({ server }) => {
    server.refuse(leadImportsRoutes.recent, 409, "Even niet.");
    await renderScreen(<ImportPanel id={undefined} onOpen={() => undefined} />);
    await expect.element(page.getByRole("alert")).toHaveTextContent("De eerdere imports konden niet worden geladen.");
    server.handle(leadImportsRoutes.recent, () => [buildImport({ status: "done" })]);
    await page.getByRole("button", { name: "Opnieuw proberen" }).click();
    await expect.element(page.getByRole("button", { name: /leads.csv/ })).toBeVisible();
  });

  test("lists earlier imports", async ({ server }) => {
    const opened: (string | undefined)[] = [];
    server.handle(leadImportsRoutes.recent, () => [buildImport({ status: "done", addedRows: 1200, duplicateRows: 3 })]);
    await renderScreen(<ImportPanel id={undefined} onOpen={(id) => opened.push(id)} />);
    const earlier = page.getByRole("button", { name: /leads.csv/ });
    await expect.element(earlier).toHaveTextContent("1.200 toegevoegd, 3 dubbel");
    await expect.element(earlier).toHaveTextContent("Klaar");
    await earlier.click();
    expect(opened).toEqual([ID]);
  });
});

describe("mapping the columns", () => {
  test("names the number of new leads when the preview shows the whole file", async ({ server }) => {
    await showImport(server, { totalRows: 2, mapping: { fullName: 0 } });
    server.handle(leadImportsRoutes.preview, () => ({
      rows: [
        { row: 2, verdict: "new" as const, reason: null, values: { fullName: "Anna" } },
        { row: 3, verdict: "duplicate" as const, reason: "Staat al in de lijst.", values: { fullName: "Bea" } },
      ],
    }));
    await expect.element(page.getByRole("button", { name: "1 nieuwe lead importeren" })).toBeEnabled();
  });

  test("shows another preview when the user comes back after a lead was changed", async ({ server }) => {
    const leadImport = buildImport({ totalRows: 1, mapping: { fullName: 0 } });
    server.handle(leadImportsRoutes.one, () => leadImport);
    server.handle(leadImportsRoutes.recent, () => [leadImport]);
    const serveVerdict = (verdict: "new" | "duplicate") =>
      server.handle(leadImportsRoutes.preview, () => ({
        rows: [{ row: 2, verdict, reason: null, values: { fullName: "Anna" } }],
      }));
    serveVerdict("duplicate");
    const Panel = () => {
      const [id, setId] = useState<string | undefined>(ID);
      return <ImportPanel id={id} onOpen={setId} />;
    };
    await renderScreen(<Panel />);
    await expect.element(page.getByRole("button", { name: "0 nieuwe leads importeren" })).toBeDisabled();
    serveVerdict("new");
    await page.getByRole("button", { name: "Ander bestand" }).click();
    await page.getByRole("button", { name: /leads.csv/ }).click();
    await expect.element(page.getByRole("button", { name: "1 nieuwe lead importeren" })).toBeEnabled();
  });

  test("needs a name column before the import can start", async ({ server }) => {
    await showImport(server, {});
    server.handle(leadImportsRoutes.preview, () => ({
      rows: [
        { row: 2, verdict: "new" as const, reason: null, values: { fullName: "Anna", email: "anna@zon.example" } },
        { row: 3, verdict: "duplicate" as const, reason: "Staat al in de lijst.", values: { fullName: "Bea" } },
      ],
    }));
    server.handle(leadImportsRoutes.start, () => buildImport({ status: "queued" }));
    server.handle(leadImportsRoutes.recent, () => []);
    const start = page.getByRole("button", { name: "3 rijen importeren" });
    await expect
      .element(page.getByLabelText("Naam", { exact: true }))
      .toHaveAccessibleDescription("Kies de kolom waarin de naam staat.");
    await expect.element(start).toBeDisabled();

    await page.getByLabelText("Naam", { exact: true }).click();
    await page.getByRole("option", { name: "Contact" }).click();
    await expect.element(page.getByText("Bijvoorbeeld: Anna, Bea")).toBeVisible();
    const preview = page.getByRole("table", { name: "Voorbeeld van de eerste rijen" });
    await expect.element(preview).toHaveTextContent("Staat al in de lijst.");
    await expect.element(start).toBeEnabled();
    clickTwice(start);
    await expect.element(page.getByText("Wacht op zijn beurt")).toBeVisible();
    // A double click starts it once.
    expect(server.requestsOf(leadImportsRoutes.start).map(({ body }) => body)).toEqual([
      { mapping: { fullName: 0, email: 1 } },
    ]);
  });
});

describe("a started import", () => {
  test("shows its progress and can be stopped", async ({ server }) => {
    await showImport(server, {
      status: "running",
      totalRows: 1000,
      processedRows: 250,
      addedRows: 240,
      rejectedRows: 10,
    });
    const progress = page.getByRole("progressbar", { name: "Rijen verwerkt" });
    await expect.element(progress).toHaveAttribute("aria-valuenow", "250");
    await expect.element(page.getByText("240 toegevoegd, 10 niet bruikbaar")).toBeVisible();
    server.handle(leadImportsRoutes.stop, () =>
      buildImport({ status: "stopped", processedRows: 250, totalRows: 1000, addedRows: 250 }),
    );
    await page.getByRole("button", { name: "Importeren stoppen" }).click();
    await expect.element(page.getByText("Gestopt")).toBeVisible();
  });

  test("reports the skipped rows", async ({ server }) => {
    server.handle(leadImportsRoutes.skippedRows, () => ({
      items: [{ id: "1", row: 4, kind: "rejected" as const, personLabel: "?", reason: "Geen naam." }],
      nextCursor: null,
    }));
    await showImport(server, { status: "done", totalRows: 3, processedRows: 3, addedRows: 2, rejectedRows: 1 });
    await expect.element(page.getByRole("status").first()).toHaveTextContent("Toegevoegd2");
    const skipped = page.getByRole("table", { name: "Overgeslagen rijen" });
    await expect.element(skipped).toHaveTextContent("Geen naam.");
    await expect.element(page.getByRole("link", { name: "Downloaden als CSV" })).toBeVisible();
  });

  test("offers to retry the next skipped rows when they cannot be loaded", async ({ server }) => {
    const skipped = { id: "1", row: 4, kind: "rejected" as const, personLabel: "?", reason: "Geen naam." };
    server.handle(leadImportsRoutes.skippedRows, ({ query }) =>
      query["cursor"] ? Response.json({ message: "kapot" }, { status: 400 }) : { items: [skipped], nextCursor: "next" },
    );
    await showImport(server, { status: "done", totalRows: 3, processedRows: 3, addedRows: 1, rejectedRows: 2 });
    await page.getByRole("button", { name: "Meer tonen" }).click();
    await expect.element(page.getByText("De volgende rijen konden niet worden geladen.")).toBeVisible();
    server.handle(leadImportsRoutes.skippedRows, () => ({
      items: [{ ...skipped, id: "2", row: 9, reason: "Geen profiel." }],
      nextCursor: null,
    }));
    await page.getByRole("button", { name: "Opnieuw proberen" }).click();
    await expect.element(page.getByRole("table", { name: "Overgeslagen rijen" })).toHaveTextContent("Geen profiel.");
    await expect.element(page.getByRole("button", { name: "Meer tonen" })).not.toBeInTheDocument();
  });

  test("that no longer exists offers to choose another file", async ({ server }) => {
    const opened: (string | undefined)[] = [];
    server.refuse(leadImportsRoutes.one, 404, "Niet gevonden.");
    await renderScreen(<ImportPanel id={ID} onOpen={(id) => opened.push(id)} />);
    await expect.element(page.getByText("Dit bestand is er niet meer")).toBeVisible();
    await page.getByRole("button", { name: "Kies een bestand" }).click();
    expect(opened).toEqual([undefined]);
  });
});

test("a half-filled form stays while the other tab is open, and so does an opened import", async ({ server }) => {
  server.handle(leadsRoutes.settings, () => ({
    formUrl: null,
    formFrame: null,
    hubspotPortalUrl: null,
    readOnlyFields: [],
  }));
  server.handle(leadImportsRoutes.recent, () => [buildImport({ status: "done", totalRows: 3, processedRows: 3 })]);
  server.handle(leadImportsRoutes.one, () => buildImport({ status: "done", totalRows: 3, processedRows: 3 }));
  await renderScreen(<AddLeadsPage />, { url: "/add-leads" });
  const name = page.getByRole("textbox", { name: "Naam" });
  await name.fill("Chloë Brandsma");
  await page.getByRole("tab", { name: "CSV importeren" }).click();
  await expect.element(name).not.toBeInTheDocument();
  await page.getByRole("button", { name: /leads.csv/ }).click();
  const report = page.getByRole("button", { name: "Ander bestand" });
  await expect.element(report).toBeVisible();
  await page.getByRole("tab", { name: "Formulier" }).click();
  await expect.element(name).toHaveValue("Chloë Brandsma");
  await page.getByRole("tab", { name: "CSV importeren" }).click();
  await expect.element(report).toBeVisible();
});
