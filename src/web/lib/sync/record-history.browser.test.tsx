import { expect } from "vitest";
import { page } from "vitest/browser";
import { airtableRoutes } from "#contract/airtable.ts";
import type { RecordHistory } from "#contract/sync-questions.ts";
import { renderScreen, test } from "#web/testing/component-test.tsx";
import { companyCardKey } from "../session/session.ts";
import { RecordLinks, SyncedRecordLinks } from "./record-history.tsx";

test("an empty history names the 180 days for which changes are kept", async ({ server }) => {
  server.handle(airtableRoutes.history, () => ({ recordName: "Anna Jansen", airtableUrl: null, changes: [] }));
  await renderScreen(<RecordLinks table="leads" recordId="50352ab5-590f-4d0a-a397-ed102a8c2f0e" />);
  await page.getByRole("button", { name: "Geschiedenis" }).click();
  await expect
    .element(page.getByText("De synchronisatie heeft hier de laatste 180 dagen niets gewijzigd."))
    .toBeVisible();
});

const COMPANY = { name: "Bakkerij Zon", logoUrl: null };
const RECORD_ID = "50352ab5-590f-4d0a-a397-ed102a8c2f0e";
const URL = "https://airtable.com/app1/tbl1/rec1";

test("a synchronised row has its history and its record, in a company that synchronises", async ({ server }) => {
  server.handle(airtableRoutes.record, () => ({ isSynced: true, airtableUrl: URL }));
  const { client } = await renderScreen(<SyncedRecordLinks table="prompts" recordId={RECORD_ID} />);
  const link = page.getByRole("link", { name: "Open in Airtable" });
  client.setQueryData(companyCardKey, { ...COMPANY, syncsWithAirtable: false });
  await expect.element(link).not.toBeInTheDocument();
  client.setQueryData(companyCardKey, { ...COMPANY, syncsWithAirtable: true });
  await expect.element(link).toHaveAttribute("href", URL);
  await expect.element(page.getByRole("button", { name: "Wijzigingen met Airtable" })).toBeVisible();
});

test("the history tells what happened to the record and to its report", async ({ server }) => {
  const event = { before: null, after: null, isPending: false, author: "Bea", fieldName: "", field: "" };
  const at = "2026-11-18T10:00:00Z";
  const changes: RecordHistory["changes"] = [
    { ...event, at, kind: "deleted", side: "airtable" },
    { ...event, at, kind: "replaced", side: "airtable", field: "html_report", fieldName: "HTML Report" },
    { ...event, at, kind: "created", side: "here" },
  ];
  server.handle(airtableRoutes.history, () => ({ recordName: "Anna Jansen", airtableUrl: null, changes }));
  await renderScreen(<RecordLinks table="leads" recordId={RECORD_ID} />);
  await page.getByRole("button", { name: "Geschiedenis" }).click();
  const list = page.getByRole("list", { name: "Geschiedenis" });
  await expect.element(list).toHaveTextContent(/in AirtableVerwijderd.*HTML Report gewijzigd.*hierAangemaakt/);
});
