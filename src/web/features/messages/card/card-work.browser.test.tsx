import { expect } from "vitest";
import { page, userEvent } from "vitest/browser";
import { messagesRoutes } from "#contract/messages.ts";
import { reviewRoutes } from "#contract/review.ts";
import { usersRoutes } from "#contract/users.ts";
import { expectToast, renderScreen, test } from "#web/testing/component-test.tsx";
import { type FakeServer, listResponse } from "#web/testing/fake-server.ts";
import { expectAccessible, expectNoSidewaysScroll, setWidth } from "#web/testing/journey.ts";
import { IceBreakersPage } from "../ice-breakers.page.tsx";
import { serveMessages } from "../served-messages.fixture.ts";

const BRAM = {
  id: "5d6f3a52-9f0e-4c33-a5f8-6c1f7f5f5a99",
  email: "bram@b.nl",
  username: "bram",
  firstName: "Bram",
  lastName: "Visser",
  role: "user" as const,
  isActive: true,
  profileImageUrl: null,
  companyId: null,
};

const card = (contact: string) => page.getByRole("article", { name: contact });
const dialog = (name: string) => page.getByRole("dialog", { name });

const showMessages = async (server: FakeServer) => {
  const notes = [{ id: "1", author: "Bram", text: "Eerst bellen.", madeAt: "2026-11-16T09:00:00.000Z" }];
  serveMessages(server, ["Anna", "Bea"]);
  server.handle(usersRoutes.colleagues, () => listResponse([BRAM]));
  server.handle(reviewRoutes.notes, () => notes);
  server.handle(reviewRoutes.addNote, ({ body }) => {
    const note = { id: "2", author: "Anna", text: body.text, madeAt: "2026-11-16T10:00:00.000Z" };
    notes.push(note);
    return note;
  });
  await renderScreen(<IceBreakersPage />);
  await expect.element(card("Anna")).toBeVisible();
};

const chooseInMenu = async (contact: string, name: string | RegExp) => {
  await card(contact)
    .getByRole("button", { name: `Meer acties voor ${contact}` })
    .click();
  await page.getByRole("menuitem", { name }).click();
};

test("on a phone a message is assigned, gets a note, is rewritten and is put off, with taps", async ({ server }) => {
  await setWidth(390);
  await showMessages(server);
  await chooseInMenu("Anna", /^Toewijzen/);
  await expect.element(dialog("Toewijzen aan een collega")).toBeVisible();
  expectNoSidewaysScroll();
  await page.getByRole("button", { name: /Bram Visser/ }).click();
  await expectToast("Bericht toegewezen", "Het bericht aan Anna is voor Bram Visser.");

  await chooseInMenu("Anna", /^Notities/);
  await expect.element(dialog("Notities bij Anna").getByText("Eerst bellen.")).toBeVisible();
  await dialog("Notities bij Anna").getByLabelText("Nieuwe notitie").fill("Is op vakantie.");
  expectNoSidewaysScroll();
  await dialog("Notities bij Anna").getByRole("button", { name: "Notitie opslaan" }).click();
  await expect.element(dialog("Notities bij Anna").getByText("Is op vakantie.")).toBeVisible();
  await dialog("Notities bij Anna").getByRole("button", { name: "Sluiten" }).first().click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();

  await chooseInMenu("Anna", "Herschrijf");
  await page.getByRole("dialog").getByRole("button", { name: "Korter" }).click();
  expectNoSidewaysScroll();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^(Herschrijf|Verstuur)/ })
    .click();
  await expectToast("Feedback Verstuurd", "Het bericht aan Anna wordt herschreven.");
  // It stays for as long as the pointer is above it, and covers the last card.
  await page.getByRole("button", { name: "Melding sluiten" }).click();
  expect(server.requestsOf(messagesRoutes.change)[0]?.body).toMatchObject({
    feedback: "Ice Breaker: Maak het korter.",
  });

  await chooseInMenu("Bea", "Uitstellen");
  await dialog("Uitstellen").getByRole("button", { name: "Over drie dagen" }).click();
  expectNoSidewaysScroll();
  await dialog("Uitstellen").getByRole("button", { name: "Uitstellen" }).click();
  await expect.poll(() => server.requestsOf(reviewRoutes.snooze)).toHaveLength(1);
  await expect.element(dialog("Uitstellen")).not.toBeInTheDocument();
});

test.for([1280, 390] as const)(
  "the menu and the dialogs of a message are accessible in both themes, at %i pixels",
  async (width, { server }) => {
    await setWidth(width);
    await showMessages(server);
    await card("Anna").getByRole("button", { name: "Meer acties voor Anna" }).click();
    await expect.element(page.getByRole("menu")).toBeVisible();
    await expectAccessible();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
    for (const [name, loaded] of [
      ["Uitstellen", "Over een maand"],
      [/^Toewijzen/, "Bram Visser"],
      [/^Notities/, "Eerst bellen."],
      ["Bewerken en goedkeuren", "Annuleren"],
    ] as const) {
      await chooseInMenu("Anna", name);
      await expect.element(page.getByRole("dialog").getByText(loaded)).toBeVisible();
      await expectAccessible();
      await userEvent.keyboard("{Escape}");
      await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    }
  },
);
