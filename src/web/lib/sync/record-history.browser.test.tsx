import { expect } from "vitest";
import { page } from "vitest/browser";
import { airtableRoutes } from "#contract/airtable.ts";
import { renderScreen, test } from "#web/testing/component-test.tsx";
import { RecordLinks } from "./record-history.tsx";

test("an empty history claims nothing about the time before its retention", async ({ server }) => {
  server.handle(airtableRoutes.history, () => ({ recordName: "Anna Jansen", airtableUrl: null, changes: [] }));
  await renderScreen(<RecordLinks table="leads" recordId="50352ab5-590f-4d0a-a397-ed102a8c2f0e" />);
  await page.getByRole("button", { name: "Geschiedenis" }).click();
  await expect
    .element(page.getByText("De synchronisatie heeft hier de laatste 180 dagen niets gewijzigd."))
    .toBeVisible();
});
