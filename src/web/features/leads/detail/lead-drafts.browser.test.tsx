import { expect } from "vitest";
import { page } from "vitest/browser";
import { writerRoutes } from "#contract/writer.ts";
import { expectToast, renderScreen, test } from "#web/testing/component-test.tsx";
import { buildLead } from "../lead.fixture.ts";
import { LeadDrafts } from "./lead-drafts.tsx";

const lead = buildLead({ id: "50352ab5-590f-4d0a-a397-ed102a8c2f0e", fullName: "Jan de Vries" });
const button = page.getByRole("button", { name: "Ice breaker laten schrijven" });

test("a draft is requested for the lead, or refused with the reason", async ({ server }) => {
  server.handle(writerRoutes.progress, () => ({
    writer: "builtin" as const,
    waiting: 0,
    running: 0,
    doneToday: 0,
    failedToday: 0,
    problem: null,
  }));
  server.handle(writerRoutes.requestDrafts, () => ({ requested: 1, skipped: 0 }));
  await renderScreen(<LeadDrafts lead={lead} />);
  await button.click();
  await expectToast("Concept aangevraagd", "De tekst voor Jan de Vries komt bij de berichten te staan.");
  expect(server.requestsOf(writerRoutes.requestDrafts).map(({ body }) => body)).toEqual([
    { leadIds: [lead.id], messageType: "icebreaker" },
  ]);
  server.handle(writerRoutes.requestDrafts, () => ({ requested: 0, skipped: 1 }));
  await page.getByRole("button", { name: "Follow-up laten schrijven" }).click();
  await expectToast("Geen concept", "Deze lead heeft al zo'n bericht of mag niet worden benaderd.");
});

test("without the built-in writer there is no button", async ({ server }) => {
  await renderScreen(<LeadDrafts lead={lead} />);
  await expect.poll(() => server.requestsOf(writerRoutes.progress).length).toBe(1);
  await expect.element(button).not.toBeInTheDocument();
});
