import type { ReactNode } from "react";
import { beforeEach, describe, expect, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type Message, messagesRoutes } from "#contract/messages.ts";
import { reviewRoutes } from "#contract/review.ts";
import { undoRoutes } from "#contract/undo.ts";
import { usersRoutes } from "#contract/users.ts";
import { writerRoutes } from "#contract/writer.ts";
import { expectFocusWithin, expectToast, holdUndo, renderScreen, test } from "#web/testing/component-test.tsx";
import { type FakeServer, IDLE_BUILTIN_WRITER } from "#web/testing/fake-server.ts";
import { IceBreakersPage } from "../ice-breakers.page.tsx";
import { serveMessages } from "../served-messages.fixture.ts";

const TEN = ["Anna", "Bram", "Cees", "Daan", "Els", "Fred", "Gijs", "Hans", "Ina", "Jan"];

const card = (contact: string) => page.getByRole("article", { name: contact });
const list = page.getByRole("navigation", { name: "Berichten in deze lijst" });
const item = (contact: string) => list.getByRole("button", { name: new RegExp(`^${contact}`) });
const group = (name: string | RegExp) => page.getByRole("button", { name });

beforeEach(() => page.viewport(1440, 900));
beforeEach(() => localStorage.clear());
beforeEach(holdUndo);

const showPanes = async (
  server: FakeServer,
  names: readonly string[],
  fields: Partial<Message> = {},
  above: ReactNode = null,
) => {
  serveMessages(server, names, fields);
  const screen = await renderScreen(
    <>
      {above}
      <IceBreakersPage renderLead={(id) => <p>Lead {id}</p>} />
    </>,
  );
  await expect.element(card(names[0] ?? "")).toBeVisible();
  return screen;
};

describe("in a wide window", () => {
  test("the list, one message and its lead are beside each other", async ({ server }) => {
    await showPanes(server, ["Anna", "Bram"]);
    await expect.element(item("Anna")).toHaveAttribute("aria-current", "true");
    await expect.element(item("Anna")).toHaveTextContent("Bakkerij Jansen");
    await expect.element(page.getByRole("region", { name: "De lead" })).toHaveTextContent("Lead lead");
    await expect.element(card("Bram")).not.toBeInTheDocument();
    await item("Bram").click();
    await expect.element(card("Bram")).toHaveFocus();
    await userEvent.keyboard("k");
    await expect.element(card("Anna")).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("dialog", { name: "Berichten Bewerken - Anna" })).toBeVisible();
  });

  test("the text of a message begins high in the window, and what is known of the lead is shown once, beside it", async ({
    server,
  }) => {
    server.handle(writerRoutes.progress, () => ({ ...IDLE_BUILTIN_WRITER, doneToday: 3 }));
    const motivationRating = "Het bedrijf groeit en zoekt hulp. ".repeat(10);
    await showPanes(server, ["Anna"], { motivationRating, hasReport: true }, <p style={{ height: 41 }}>Vandaag</p>);
    await expect.element(page.getByText("3 teksten geschreven vandaag")).toBeVisible();
    const text = card("Anna").getByText("hoi", { exact: true });
    expect(text.element().getBoundingClientRect().top).toBeLessThan(380);
    const lead = page.getByRole("region", { name: "De lead" });
    await expect.element(lead.getByText("Het bedrijf groeit en zoekt hulp.")).toBeVisible();
    for (const fact of ["CFO", "Bakkerij Jansen", "Provider ID:", "8/10", "COLD"]) {
      await expect.element(lead.getByText(fact).first()).toBeVisible();
      expect(card("Anna").getByText(fact).elements(), fact).toHaveLength(0);
    }
    await lead.getByRole("button", { name: "8 van 10, open het rapport" }).click();
    await expect.element(page.getByRole("dialog", { name: "Lead Rapport - Anna" })).toBeVisible();
  });

  test("the skeleton has the shape of the panes", async ({ server }) => {
    serveMessages(server, ["Anna"]);
    const release = server.hold(messagesRoutes.list);
    await renderScreen(<IceBreakersPage renderLead={(id) => <p>Lead {id}</p>} />);
    await expect.poll(() => document.querySelectorAll("[data-skeleton-card]")).toHaveLength(3);
    const placeOf = (element: Element | null) => {
      const { left, width } = element?.getBoundingClientRect() ?? new DOMRect();
      return [left, width];
    };
    const skeleton = placeOf(document.querySelector("[data-skeleton-card]"));
    release();
    await expect.element(card("Anna")).toBeVisible();
    expect(placeOf(card("Anna").element())).toEqual(skeleton);
  });

  test("choosing another message leaves the page where it is while its top is in sight", async ({ server }) => {
    const messageContent = `Ice Breaker: ${"Een lange zin over hun winkel. ".repeat(200)}`;
    await showPanes(server, ["Anna", "Bram"], { messageContent }, <p style={{ height: 41 }}>Vandaag</p>);
    await item("Bram").click();
    await expect.element(card("Bram")).toHaveFocus();
    expect(scrollY).toBe(0);
    scrollTo(0, 600);
    await item("Anna").click();
    await expect.element(card("Anna")).toHaveFocus();
    const header = () => document.querySelector("main > header")?.getBoundingClientRect().bottom ?? 0;
    await expect.poll(() => card("Anna").element().getBoundingClientRect().top >= header()).toBe(true);
  });

  test("the list follows the message that the keys move to", async ({ server }) => {
    await page.viewport(1440, 500);
    await showPanes(server, TEN);
    for (const name of TEN.slice(1)) {
      await userEvent.keyboard("j");
      await expect.element(card(name)).toBeVisible();
    }
    const bottom = () => item("Jan").element().getBoundingClientRect().bottom;
    await expect.poll(() => bottom() <= list.element().getBoundingClientRect().bottom).toBe(true);
  });

  test("ten messages are reviewed by keyboard with one key each, and the progress counts them", async ({ server }) => {
    await showPanes(server, TEN);
    let keys = 0;
    for (const name of TEN) {
      await expect.element(card(name)).toBeVisible();
      await userEvent.keyboard("a");
      keys += 1;
      if (name === "Cees") await expect.element(page.getByText("3 van 10")).toBeVisible();
    }
    await expect.poll(() => server.requestsOf(messagesRoutes.change)).toHaveLength(TEN.length);
    expect(keys / TEN.length).toBeLessThanOrEqual(1.2);
    await expect.element(page.getByText("Klaar voor vandaag")).toBeVisible();
    await expect.element(page.getByText(/In de wachtrij staan 4 berichten voor morgen/)).toBeVisible();
  });

  test("ten long messages are reviewed by mouse with one click each, and none needs scrolling back", async ({
    server,
  }) => {
    await page.viewport(1440, 600);
    await showPanes(server, TEN, { messageContent: `Ice Breaker: ${"Een lange zin over hun winkel. ".repeat(50)}` });
    let clicks = 0;
    const headerBottom = () => document.querySelector("main > header")?.getBoundingClientRect().bottom ?? Number.NaN;
    for (const name of TEN) {
      await expect.element(card(name)).toBeVisible();
      const heading = card(name).getByRole("heading", { level: 2 }).element();
      const isHeadingShown = () => {
        const { top, bottom } = heading.getBoundingClientRect();
        return top >= headerBottom() && bottom < innerHeight;
      };
      // The focus moves, and the card is scrolled to its top, after the next paint.
      if (clicks > 0) await expect.element(card(name)).toHaveFocus();
      await expect.poll(isHeadingShown).toBe(true);
      // The button at the end of the text; the one beside the name needs no scrolling at all.
      await userEvent.wheel(card(name), { delta: { y: 2000 } });
      await expect.poll(isHeadingShown).toBe(true);
      await card(name).getByRole("button", { name: "Goedkeuren" }).last().click();
      clicks += 1;
    }
    await expect.poll(() => server.requestsOf(messagesRoutes.change)).toHaveLength(TEN.length);
    expect(clicks / TEN.length).toBeLessThanOrEqual(1.2);
  });
});

describe("while the user is busy", () => {
  const voornaam = page.getByLabelText("Voornaam");
  const sendHeld = (server: FakeServer) => {
    server.handle(messagesRoutes.send, () => ({ message: "Onderweg.", departure: "now" as const }));
    return server.hold(messagesRoutes.send);
  };
  const clickSent = async (server: FakeServer, name: string) => {
    await card(name).getByRole("button", { name: "SENT" }).click();
    await expect.poll(() => server.requestsOf(messagesRoutes.send)).toHaveLength(1);
  };
  const decisions = (server: FakeServer) => [
    ...server.requestsOf(messagesRoutes.change),
    ...server.requestsOf(messagesRoutes.cancelAllOfLead),
  ];

  test("a message that a colleague decides stays in sight, no key decides on another, and j goes on from its place", async ({
    server,
  }) => {
    const { changeByColleague } = serveMessages(server, ["Anna", "Bram", "Cees"]);
    const { client } = await renderScreen(<IceBreakersPage />, { url: "/?groep=open" });
    await item("Bram").click();
    await expect.element(card("Bram")).toHaveFocus();
    changeByColleague("Bram", { status: "approved" });
    await client.invalidateQueries({ queryKey: ["messages"] });
    await expect.element(item("Bram")).not.toBeInTheDocument();
    await expect.element(page.getByText(/^Dit bericht staat intussen niet meer in deze lijst/)).toBeVisible();
    await expect.element(card("Bram")).toHaveFocus();
    await userEvent.keyboard("ax");
    await userEvent.keyboard("j");
    await expect.element(card("Cees")).toHaveFocus();
    expect(decisions(server)).toEqual([]);
    await expect.element(page.getByText(/staat intussen niet meer/)).not.toBeInTheDocument();
  });

  test("the last message of a list stays in sight too, until another group is chosen", async ({ server }) => {
    const { changeByColleague } = serveMessages(server, ["Anna"]);
    const { client } = await renderScreen(<IceBreakersPage />, { url: "/?groep=open" });
    await expect.element(card("Anna")).toBeVisible();
    changeByColleague("Anna", { status: "sent" });
    await client.invalidateQueries({ queryKey: ["messages"] });
    await expect.element(page.getByText(/^Dit bericht staat intussen niet meer in deze lijst/)).toBeVisible();
    await expect.element(card("Anna")).toBeVisible();
    await page.getByLabelText("Groep").click();
    await page.getByRole("option", { name: "Goedgekeurd" }).click();
    await expect.element(card("Anna")).not.toBeInTheDocument();
  });

  test("the message that is shown after the last one of another group stays in sight too", async ({ server }) => {
    const { changeByColleague } = serveMessages(server, ["Anna", "Bram", "Cees"]);
    changeByColleague("Cees", { status: "approved" });
    const { client } = await renderScreen(<IceBreakersPage />);
    await item("Cees").click();
    await expect.element(card("Cees")).toHaveFocus();
    await userEvent.keyboard("x");
    await expect.element(card("Anna")).toBeVisible();
    await expect.element(item("Cees")).not.toBeInTheDocument();
    changeByColleague("Anna", { status: "cancelled" });
    await client.invalidateQueries({ queryKey: ["messages"] });
    await expect.element(item("Anna")).not.toBeInTheDocument();
    await expect.element(card("Anna")).toBeVisible();
    await expect.element(page.getByText(/^Dit bericht staat intussen niet meer in deze lijst/)).toBeVisible();
  });

  test("a decision in a dialog does not say that a colleague has taken the message away", async ({ server }) => {
    serveMessages(server, ["Anna", "Bram"]);
    await renderScreen(<IceBreakersPage />, { url: "/?groep=open" });
    await expect.element(card("Anna")).toBeVisible();
    await userEvent.keyboard("{Shift>}a{/Shift}");
    const dialog = page.getByRole("dialog");
    await expectFocusWithin(dialog);
    const release = server.hold(messagesRoutes.change);
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.poll(() => document.querySelector("nav")?.textContent?.includes("Anna")).toBe(false);
    expect(document.body.textContent).not.toContain("staat intussen niet meer");
    release();
    await expect.element(card("Bram")).toHaveFocus();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test("an approval of several goes on to the next message that is not one of them", async ({ server }) => {
    await showPanes(server, ["Anna", "Bram", "Cees", "Daan"]);
    await userEvent.keyboard("sjsjjs");
    await item("Bram").click();
    await expect.element(card("Bram")).toHaveFocus();
    await page.getByRole("toolbar", { name: "Selectie" }).getByRole("button", { name: "Goedkeuren" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "3 berichten goedkeuren" }).click();
    await expect.element(card("Cees")).toHaveFocus();
    await expect.element(group(/^Goedgekeurd 3/)).toBeVisible();
    await expect.poll(() => server.requestsOf(messagesRoutes.batch)).toHaveLength(1);
  });

  test("the end of SENT does not take the focus out of a text field", async ({ server }) => {
    await showPanes(server, ["Anna", "Bram"]);
    const answer = sendHeld(server);
    await clickSent(server, "Anna");
    await userEvent.keyboard("/");
    await expect.element(voornaam).toHaveFocus();
    answer();
    await expectToast("Ice Breaker Verstuurd", "Onderweg.");
    await expect.element(card("Anna")).toBeVisible();
    await userEvent.keyboard("a");
    await expect.element(voornaam).toHaveValue("a");
    expect(decisions(server)).toEqual([]);
  });

  test("the end of SENT does not leave another message that was chosen meanwhile", async ({ server }) => {
    await showPanes(server, ["Anna", "Bram", "Cees"]);
    const answer = sendHeld(server);
    await clickSent(server, "Anna");
    await item("Cees").click();
    await expect.element(card("Cees")).toHaveFocus();
    answer();
    await expectToast("Ice Breaker Verstuurd", "Onderweg.");
    await expect.element(card("Cees")).toHaveFocus();
  });

  test("the end of SENT moves on from a message that the user has not left", async ({ server }) => {
    await showPanes(server, ["Anna", "Bram"]);
    const answer = sendHeld(server);
    await clickSent(server, "Anna");
    answer();
    await expect.element(card("Bram")).toHaveFocus();
  });

  test("the end of SENT leaves a dialog of the same message open", async ({ server }) => {
    server.handle(reviewRoutes.notes, () => []);
    await showPanes(server, ["Anna", "Bram"]);
    const answer = sendHeld(server);
    await clickSent(server, "Anna");
    await userEvent.keyboard("n");
    const note = page.getByRole("dialog", { name: "Notities bij Anna" }).getByLabelText("Nieuwe notitie");
    await note.fill("Eerst bellen.");
    answer();
    await expect.element(page.getByText("Ice Breaker Verstuurd")).toBeVisible();
    await expect.element(note).toHaveValue("Eerst bellen.");
  });

  test("an undo does not take the focus out of a text field", async ({ server }) => {
    await showPanes(server, ["Anna", "Bram"]);
    await userEvent.keyboard("a");
    await expectToast("Bericht Bijgewerkt", "Het bericht aan Anna is goedgekeurd.");
    const answer = server.hold(undoRoutes.perform);
    await userEvent.keyboard("z");
    await expect.poll(() => server.requestsOf(undoRoutes.perform)).toHaveLength(1);
    await userEvent.keyboard("/");
    answer();
    await expectToast("Actie ongedaan gemaakt", "Het bericht aan Anna wacht weer op een besluit.");
    await expect.element(item("Anna")).toBeVisible();
    await expect.element(card("Bram")).toBeVisible();
    await expect.element(voornaam).toHaveFocus();
  });
});

test("messages that were put off until today come back at midnight", async ({ server }) => {
  const utc = (time: string) => new Date(`2026-11-${time}Z`);
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"], now: utc("17T20:00:00") });
  onTestFinished(() => void vi.useRealTimers());
  serveMessages(server, ["Anna"], { snoozedUntil: "2026-11-18" });
  await renderScreen(<IceBreakersPage />);
  await expect.element(page.getByText("Klaar voor vandaag")).toBeVisible();
  vi.setSystemTime(utc("18T06:00:00"));
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ["Date"], now: utc("18T06:01:00") });
  await expect.element(card("Anna")).toBeVisible();
});

describe("groups", () => {
  test("a decided message moves to its group; groups collapse, and one can be chosen in the URL", async ({
    server,
  }) => {
    const { currentUrl } = await showPanes(server, ["Anna", "Bram"]);
    await userEvent.keyboard("a");
    await expect.element(group(/^Te beoordelen 1/)).toBeVisible();
    await expect.element(group(/^Goedgekeurd 1/)).toHaveAttribute("aria-expanded", "true");
    await group(/^Goedgekeurd 1/).click();
    await expect.element(item("Anna")).not.toBeInTheDocument();
    await page.getByLabelText("Groep").click();
    await page.getByRole("option", { name: "Goedgekeurd (1)" }).click();
    await expect.element(card("Anna")).toBeVisible();
    await expect.element(item("Bram")).not.toBeInTheDocument();
    await expect.poll(currentUrl).toContain("groep=approved");
    await expect.element(page.getByText("1 van 2 berichten weergegeven")).toBeVisible();
  });
});

describe("the work on a message", () => {
  test("is put off until a day", async ({ server }) => {
    await showPanes(server, ["Anna", "Bram"]);
    await userEvent.keyboard("u");
    const dialog = page.getByRole("dialog", { name: "Uitstellen" });
    await dialog.getByRole("button", { name: "Over drie dagen" }).click();
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(card("Bram")).toBeVisible();
    await expect.element(group(/^Uitgesteld 1/)).toHaveAttribute("aria-expanded", "false");
    await expect.poll(() => server.requestsOf(reviewRoutes.snooze)).toHaveLength(1);
  });

  test("is put off with a digit, or until tomorrow with Enter", async ({ server }) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-17T10:00:00Z") });
    onTestFinished(() => void vi.useRealTimers());
    await showPanes(server, ["Anna", "Bram", "Cees"]);
    const dialog = page.getByRole("dialog", { name: "Uitstellen" });
    await userEvent.keyboard("u");
    await expectFocusWithin(dialog);
    await expect.element(dialog.getByRole("button", { name: "Morgen" })).toHaveAttribute("aria-pressed", "true");
    await userEvent.keyboard("2");
    await expect
      .element(dialog.getByRole("button", { name: "Over drie dagen" }))
      .toHaveAttribute("aria-pressed", "true");
    await userEvent.keyboard("{Enter}");
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(card("Bram")).toBeVisible();
    await userEvent.keyboard("u");
    await expectFocusWithin(dialog);
    await userEvent.keyboard("{Enter}");
    await expect
      .poll(() => server.requestsOf(reviewRoutes.snooze).map(({ body }) => body.until))
      .toEqual(["2026-11-20", "2026-11-18"]);
  });

  test("a digit in the calendar does not change the day until which it is put off", async ({ server }) => {
    await showPanes(server, ["Anna", "Bram"]);
    await userEvent.keyboard("u");
    const dialog = page.getByRole("dialog", { name: "Uitstellen" });
    await dialog.getByRole("button", { name: "Open kalender" }).click();
    await expectFocusWithin(page.getByRole("dialog", { name: "Kalender" }).getByRole("grid"));
    await userEvent.keyboard("2");
    await expectFocusWithin(page.getByRole("dialog", { name: "Kalender" }).getByRole("grid"));
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog.getByRole("button", { name: "Morgen" })).toHaveAttribute("aria-pressed", "true");
  });

  test("is not put off until a text that is no date", async ({ server }) => {
    await showPanes(server, ["Anna", "Bram"]);
    await userEvent.keyboard("u");
    const dialog = page.getByRole("dialog", { name: "Uitstellen" });
    const day = dialog.getByLabelText("Tot");
    await day.fill("31-02-2099");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.element(day).toHaveAccessibleDescription(/Geef een datum als dd-mm-jjjj\./);
    await expect.element(day).toHaveFocus();
    await dialog.getByRole("button", { name: "Morgen" }).click();
    await expect.element(dialog.getByRole("alert")).not.toBeInTheDocument();
    await day.fill("01-12-98");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.element(dialog).not.toBeInTheDocument();
    await expect
      .poll(() => server.requestsOf(reviewRoutes.snooze).map(({ body }) => body))
      .toEqual([{ until: "2098-12-01" }]);
  });

  test("is assigned to a colleague with a digit", async ({ server }) => {
    const bram = {
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
    server.handle(usersRoutes.colleagues, () => Response.json([bram], { headers: { "x-total-count": "1" } }));
    const release = server.hold(usersRoutes.colleagues);
    await showPanes(server, ["Anna"]);
    await userEvent.keyboard("t");
    await expectFocusWithin(page.getByRole("dialog", { name: "Toewijzen aan een collega" }));
    await expect.element(page.getByRole("button", { name: "Niemand" })).not.toBeInTheDocument();
    await userEvent.keyboard("1");
    release();
    await expect.element(page.getByRole("button", { name: /Bram Visser/ })).toHaveFocus();
    await userEvent.keyboard("1");
    await expectToast("Bericht toegewezen", "Het bericht aan Anna is voor Bram Visser.");
    await expect.element(card("Anna").getByText("Voor Bram Visser")).toBeVisible();
    await userEvent.keyboard("z");
    await expectToast("Actie ongedaan gemaakt", "De toewijzing van het bericht aan Anna is teruggezet.");
    await expect.element(card("Anna").getByText("Voor Bram Visser")).not.toBeInTheDocument();
  });

  test("has notes of colleagues", async ({ server }) => {
    const notes = [{ id: "1", author: "Bram", text: "Eerst bellen.", madeAt: "2026-11-16T09:00:00.000Z" }];
    server.handle(reviewRoutes.notes, () => notes);
    server.handle(reviewRoutes.addNote, ({ body }) => {
      const note = { id: "2", author: "Anna", text: body.text, madeAt: "2026-11-16T10:00:00.000Z" };
      notes.push(note);
      return note;
    });
    await showPanes(server, ["Anna"]);
    await userEvent.keyboard("n");
    const dialog = page.getByRole("dialog", { name: "Notities bij Anna" });
    await expect.element(dialog.getByText("Eerst bellen.")).toBeVisible();
    await dialog.getByLabelText("Nieuwe notitie").fill("Is op vakantie.");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.element(dialog.getByRole("list").getByText("Is op vakantie.")).toBeVisible();
    await expect.element(dialog.getByLabelText("Nieuwe notitie")).toHaveValue("");
    await dialog.getByLabelText("Nieuwe notitie").fill("Belt zelf terug.");
    await userEvent.keyboard("{Escape}");
    await page.getByRole("alertdialog").getByRole("button", { name: "Verder typen" }).click();
    await expect.element(dialog.getByLabelText("Nieuwe notitie")).toHaveValue("Belt zelf terug.");
  });

  test("asks for a shorter text with a preset", async ({ server }) => {
    await showPanes(server, ["Anna", "Bram"]);
    await userEvent.keyboard("h");
    const dialog = page.getByRole("dialog");
    await expect.element(dialog.getByLabelText("Ice Breaker")).toHaveFocus();
    await dialog.getByRole("button", { name: "Korter" }).click();
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expectToast("Feedback Verstuurd", "Het bericht aan Anna wordt herschreven.");
    expect(server.requestsOf(messagesRoutes.change)[0]?.body).toMatchObject({
      feedback: "Ice Breaker: Maak het korter.",
    });
  });
});
