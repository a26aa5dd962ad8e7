import { expect } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type Webhook, type WebhookDelivery, webhooksRoutes } from "#contract/webhooks.ts";
import { ListKeys } from "#lib/lists/list-keys.tsx";
import { expectFocusWithin, expectToast, focus, renderScreen, test } from "#web/testing/component-test.tsx";
import { type FakeServer, fieldErrorResponse } from "#web/testing/fake-server.ts";
import { WebhooksCard } from "./webhooks-card.tsx";

const HOOK: Webhook = {
  id: "50352ab5-590f-4d0a-a397-ed102a8c2f0e",
  url: "https://n8n.voorbeeld.nl/webhook/leads",
  events: ["message.sent", "lead.class_changed"],
  isActive: true,
  problem: null,
  createdAt: "2026-11-14T08:30:00.000Z",
};

const FAILED: WebhookDelivery = {
  id: "1",
  eventId: "2",
  type: "message.sent",
  occurredAt: "2026-11-14T08:30:00.000Z",
  status: "failed",
  attempts: 10,
  attemptedAt: "2026-11-17T08:30:00.000Z",
  nextAttemptAt: null,
  responseStatus: 500,
  problem: "Het adres antwoordde met status 500.",
};

const showCard = async (server: FakeServer, webhooks: Webhook[]) => {
  server.handle(webhooksRoutes.list, () => webhooks);
  await renderScreen(
    <>
      <ListKeys />
      <WebhooksCard />
    </>,
  );
};

test("a new webhook needs an address and an event, and shows its secret once", async ({ server }) => {
  await showCard(server, []);
  await expect.element(page.getByText("Nog geen webhooks")).toBeVisible();
  await page.getByRole("button", { name: "Nieuwe webhook" }).click();
  const dialog = page.getByRole("dialog", { name: "Nieuwe webhook" });
  const save = dialog.getByRole("button", { name: "Opslaan" });
  await dialog.getByLabelText("Adres *").fill("http://10.0.0.1");
  await save.click();
  await expect.element(dialog.getByRole("alert")).toHaveTextContent("Kies minstens één gebeurtenis.");
  await dialog.getByRole("checkbox", { name: "Bericht verstuurd" }).click();
  server.handle(webhooksRoutes.create, () => fieldErrorResponse("url", "Dit adres is niet toegestaan."));
  await save.click();
  await expect.element(dialog.getByLabelText("Adres *")).toHaveAccessibleDescription(/Dit adres is niet toegestaan/);
  server.handle(webhooksRoutes.create, () => Response.json({ webhook: HOOK, secret: "whsec_geheim" }, { status: 201 }));
  await dialog.getByLabelText("Adres *").fill(HOOK.url);
  await save.click();
  await expect.element(dialog).toHaveTextContent("whsec_geheim");
  expect(server.requestsOf(webhooksRoutes.create).at(-1)?.body).toEqual({ url: HOOK.url, events: ["message.sent"] });
});

test("a webhook can be switched off, and deleted after a question", async ({ server }) => {
  await showCard(server, [{ ...HOOK, problem: "Het adres wil geen gebeurtenissen meer ontvangen (status 410)." }]);
  await expect.element(page.getByText(/status 410/)).toBeVisible();
  await page.getByRole("button", { name: `${HOOK.url} bewerken` }).click();
  const dialog = page.getByRole("dialog", { name: "Webhook bewerken" });
  await expect.element(dialog.getByRole("checkbox", { name: "Classificatie van lead gewijzigd" })).toBeChecked();
  await dialog.getByRole("switch", { name: "Actief" }).click();
  server.handle(webhooksRoutes.update, () => HOOK);
  await dialog.getByRole("button", { name: "Opslaan" }).click();
  await expectToast("Webhook bijgewerkt", "De wijzigingen zijn opgeslagen.");
  // Only the change: the server may have switched it off meanwhile.
  expect(server.requestsOf(webhooksRoutes.update)[0]?.body).toEqual({ isActive: false });

  await page.getByRole("button", { name: `${HOOK.url} verwijderen` }).click();
  server.handle(webhooksRoutes.remove, () => ({ message: "De webhook is verwijderd." }));
  await page.getByRole("alertdialog").getByRole("button", { name: "Verwijderen" }).click();
  await expectToast("Webhook verwijderd", "De webhook is verwijderd.");
});

test("the log shows every delivery with its reason, and one can be sent again", async ({ server }) => {
  await showCard(server, [HOOK]);
  server.handle(webhooksRoutes.deliveries, () => [FAILED]);
  await page.getByRole("button", { name: `Log van ${HOOK.url}` }).click();
  const dialog = page.getByRole("dialog", { name: "Log van de webhook" });
  await expect.element(dialog.getByRole("listitem")).toHaveTextContent("Bericht verstuurd");
  await expect.element(dialog.getByRole("listitem")).toHaveTextContent("Mislukt");
  await expect.element(dialog.getByRole("listitem")).toHaveTextContent("10 pogingen");
  await expect.element(dialog.getByRole("listitem")).toHaveTextContent("Het adres antwoordde met status 500.");
  server.handle(webhooksRoutes.resend, () => ({ message: "De gebeurtenis wordt opnieuw verstuurd." }));
  await dialog.getByRole("button", { name: "Bericht verstuurd opnieuw versturen" }).click();
  await expectToast("Opnieuw verstuurd", "De gebeurtenis wordt opnieuw verstuurd.");
  server.handle(webhooksRoutes.test, () => Response.json({ message: "De testgebeurtenis wordt verstuurd." }));
  await dialog.getByRole("button", { name: "Testgebeurtenis versturen" }).click();
  await expectToast("Test gestart", "De testgebeurtenis wordt verstuurd.");
});

test("Enter edits the webhook with the focus, and Delete asks whether to delete it", async ({ server }) => {
  await showCard(server, [HOOK]);
  const row = page.getByRole("listitem").filter({ hasText: HOOK.url });
  await expect.element(row).toBeVisible();
  focus(row);
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("dialog").getByLabelText("Adres *")).toHaveValue(HOOK.url);
  await expectFocusWithin(page.getByRole("dialog"));
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await userEvent.keyboard("{Delete}");
  await expect.element(page.getByRole("alertdialog", { name: "Webhook verwijderen?" })).toBeVisible();
});
