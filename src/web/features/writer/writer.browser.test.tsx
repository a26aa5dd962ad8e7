import { expect } from "vitest";
import { page } from "vitest/browser";
import { type WriterSettings, writerRoutes } from "#contract/writer.ts";
import { expectToast, renderScreen, test } from "#web/testing/component-test.tsx";
import { type FakeServer, fieldErrorResponse } from "#web/testing/fake-server.ts";
import { WriterCard } from "./writer-card.tsx";

const OFF: WriterSettings = {
  writer: "airtable",
  aiBaseUrl: null,
  aiModel: null,
  hasAiApiKey: false,
  aiDailyDrafts: 0,
  aiDailyTokens: 300_000,
  aiStructuredOutput: null,
  confirmedBy: null,
  confirmedAt: null,
  tokensToday: 0,
  costToday: 0,
  costThisMonth: 0,
  hasUnknownCosts: false,
  isLocalModel: false,
};

const dialog = page.getByRole("dialog", { name: "Schrijver instellen" });
const save = dialog.getByRole("button", { name: "Opslaan" });

const openDialog = async (server: FakeServer, settings: WriterSettings) => {
  server.handle(writerRoutes.settings, () => settings);
  await renderScreen(<WriterCard />);
  await page.getByRole("button", { name: "Instellen" }).click();
  await expect.element(dialog).toBeVisible();
};

test("switching the writer on: which data leaves, a test of the connection, and a confirmation", async ({ server }) => {
  await openDialog(server, OFF);
  await expect.element(dialog.getByLabelText("Model")).not.toBeInTheDocument();
  await dialog.getByLabelText("Wie schrijft de berichten").click();
  await page.getByRole("option", { name: "Ingebouwde schrijver" }).click();
  await expect.element(dialog).toHaveTextContent("Nooit: e-mailadres, telefoonnummer");
  await dialog.getByLabelText("Adres van het taalmodel").fill("https://ai.voorbeeld.nl/v1");
  await dialog.getByLabelText("Model", { exact: true }).fill("groot");
  await dialog.getByLabelText("Sleutel").fill("geheim");

  server.handle(writerRoutes.testModel, ({ body }) => ({ ok: true, message: `Verbinding gelukt: ${body.aiModel}.` }));
  await dialog.getByRole("button", { name: "Test verbinding" }).click();
  await expect.element(dialog.getByRole("status")).toHaveTextContent("Verbinding gelukt: groot.");
  // It says nothing about another model.
  await dialog.getByLabelText("Model", { exact: true }).fill("klein");
  await expect.element(dialog.getByText("Verbinding gelukt", { exact: false })).not.toBeInTheDocument();
  await dialog.getByLabelText("Model", { exact: true }).fill("groot");

  const on: WriterSettings = {
    ...OFF,
    writer: "builtin",
    aiModel: "groot",
    tokensToday: 1200,
    costToday: 0.04,
    costThisMonth: 1.5,
  };
  server.handle(writerRoutes.changeSettings, ({ body }) =>
    body.confirmed ? on : fieldErrorResponse("confirmed", "Bevestig eerst."),
  );
  await save.click();
  await expect.element(dialog).toHaveTextContent("Bevestig eerst.");
  await dialog.getByRole("switch", { name: /Ik bevestig/ }).click();
  await save.click();
  await expectToast("Schrijver bijgewerkt", "De instellingen van de schrijver zijn opgeslagen.");
  await expect.element(page.getByText("1.200 van 300.000")).toBeVisible();
  await expect.element(page.getByText(/€\s0,04 vandaag, €\s1,50 deze maand/)).toBeVisible();
  expect(server.requestsOf(writerRoutes.changeSettings).at(-1)?.body).toMatchObject({
    writer: "builtin",
    aiApiKey: "geheim",
    confirmed: true,
  });
});
