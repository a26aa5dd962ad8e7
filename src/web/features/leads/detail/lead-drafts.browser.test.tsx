import { expect } from "vitest";
import { page } from "vitest/browser";
import { type RatingProposal, writerRoutes } from "#contract/writer.ts";
import { expectToast, renderScreen, test } from "#web/testing/component-test.tsx";
import { IDLE_BUILTIN_WRITER } from "#web/testing/fake-server.ts";
import { buildLead } from "../lead.fixture.ts";
import { LeadDrafts } from "./lead-drafts.tsx";

const lead = buildLead({ id: "50352ab5-590f-4d0a-a397-ed102a8c2f0e", fullName: "Jan de Vries" });
const button = page.getByRole("button", { name: "Ice breaker laten schrijven" });

test("a draft is requested for the lead, or refused with the reason", async ({ server }) => {
  server.handle(writerRoutes.progress, () => IDLE_BUILTIN_WRITER);
  server.handle(writerRoutes.rating, () => ({ isWriting: false, problem: null, proposal: null }));
  server.handle(writerRoutes.requestDrafts, () => ({ requested: 1, skipped: [] }));
  await renderScreen(<LeadDrafts lead={lead} />);
  await button.click();
  await expectToast("Concept aangevraagd", "De tekst voor Jan de Vries komt bij de berichten te staan.");
  expect(server.requestsOf(writerRoutes.requestDrafts).map(({ body }) => body)).toEqual([
    { leadIds: [lead.id], messageType: "icebreaker" },
  ]);
  server.handle(writerRoutes.requestDrafts, () => ({
    requested: 0,
    skipped: [{ reason: "has_message" as const, count: 1 }],
  }));
  await page.getByRole("button", { name: "Follow-up laten schrijven" }).click();
  await expectToast("Geen concept", "Overgeslagen: heeft al zo'n bericht.");
});

test("a rating shows why it failed; a proposed one shows its motivation, report and warnings, and is accepted", async ({
  server,
}) => {
  const proposal = {
    rating: 8,
    motivation: "Functie: Directeur",
    report: "<h2>Wat we weten</h2><ul><li>Recent: een tweede vestiging.</li></ul>",
    facts: [],
    warnings: [{ code: "figure", text: "Motivatie: “37” staat in geen enkel feit." }],
    model: "sandbox-nl",
    madeAt: "2026-11-16T09:00:00.000Z",
  };
  const problem = "Over deze lead is te weinig bekend voor een rating.";
  let state: RatingProposal = { isWriting: false, problem, proposal: null };
  server.handle(writerRoutes.progress, () => IDLE_BUILTIN_WRITER);
  server.handle(writerRoutes.rating, () => state);
  server.handle(writerRoutes.requestRatings, () => {
    state = { isWriting: false, problem: null, proposal };
    return { requested: 1, skipped: [] };
  });
  server.handle(writerRoutes.decideRating, () => {
    state = { isWriting: false, problem: null, proposal: null };
    return { message: "De rating is overgenomen." };
  });
  await renderScreen(<LeadDrafts lead={lead} />);
  await expect.element(page.getByText(problem)).toBeVisible();
  await page.getByRole("button", { name: "Rating laten voorstellen" }).click();
  const section = page.getByRole("region", { name: "Voorgestelde rating" });
  await expect.element(section).toHaveTextContent("Voorgestelde rating: 8 van 10");
  await expect.element(section).toHaveTextContent("“37” staat in geen enkel feit");
  await section.getByText(/^Rapport, geschreven door AI/).click();
  await expect.element(section.getByText("Recent: een tweede vestiging.")).toBeVisible();
  await section.getByRole("button", { name: "Overnemen" }).click();
  await expectToast("Rating", "De rating is overgenomen.");
  expect(server.requestsOf(writerRoutes.decideRating).map(({ body }) => body)).toEqual([{ decision: "accepted" }]);
  await expect.element(section).not.toBeInTheDocument();
});

test("without the built-in writer there is no button", async ({ server }) => {
  await renderScreen(<LeadDrafts lead={lead} />);
  await expect.poll(() => server.requestsOf(writerRoutes.progress).length).toBe(1);
  await expect.element(button).not.toBeInTheDocument();
});
