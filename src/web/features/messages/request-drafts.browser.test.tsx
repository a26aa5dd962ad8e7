import { expect } from "vitest";
import { page } from "vitest/browser";
import { writerRoutes } from "#contract/writer.ts";
import { expectToast, renderScreen, test } from "#web/testing/component-test.tsx";
import { RequestDraftsDialog } from "./request-drafts.tsx";

test.for([
  [2, "Er worden 2 concepten geschreven."],
  [0, "Er is geen te benaderen lead met deze rating zonder zo'n bericht, of het wordt al geschreven."],
] as const)("a request of which %i drafts are new says so", async ([requested, text], { server }) => {
  server.handle(writerRoutes.requestDrafts, () => ({ requested, skipped: [] }));
  await renderScreen(<RequestDraftsDialog onClose={() => {}} />);
  await page.getByRole("button", { name: "Schrijven" }).click();
  await expectToast("Concepten", text);
  expect(server.requestsOf(writerRoutes.requestDrafts).map(({ body }) => body)).toEqual([
    { minRating: 7, limit: 10, messageType: "icebreaker" },
  ]);
});
