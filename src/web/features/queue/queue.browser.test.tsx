import { describe, expect, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { airtableRoutes } from "#contract/airtable.ts";
import {
  AIRTABLE_UNREACHABLE_TEXT,
  CANCEL_PENDING_TEXT,
  type QueuedMessage,
  queueRoutes,
  type SentMessage,
} from "#contract/queue.ts";
import { MINE } from "#contract/senders.ts";
import { undoRoutes } from "#contract/undo.ts";
import { type CompanyUser, usersRoutes } from "#contract/users.ts";
import { useCompanyEvents } from "#lib/api/company-events.ts";
import { companyCardKey } from "#lib/session/session.ts";
import {
  clickTwice,
  expectErrorToast,
  expectToast,
  focus,
  holdUndo,
  renderScreen,
  test,
} from "#web/testing/component-test.tsx";
import { type FakeServer, listResponse, serveSyncRun } from "#web/testing/fake-server.ts";
import { expectAccessible, expectNoSidewaysScroll, setWidth } from "#web/testing/journey.ts";
import { startOtherTab } from "#web/testing/other-tab.ts";
import { QueuedPage } from "./queued.page.tsx";
import { SentPage } from "./sent.page.tsx";

const buildQueued = (overrides: Partial<QueuedMessage> = {}): QueuedMessage => ({
  id: "00000000-0000-4000-8000-000000000001",
  leadId: "00000000-0000-4000-8000-0000000000aa",
  providerId: "ACoAAB1",
  fullName: "Anna de Vries",
  company: "Bakkerij De Vries",
  linkedInUrl: "https://www.linkedin.com/in/anna",
  message: "Nog even dit.",
  messageName: "Bericht 1",
  messageFlow: "Frank",
  hasReport: true,
  sync: "synced",
  channel: "airtable",
  plannedAt: "2038-03-29T07:30:00.000Z",
  waitsFor: null,
  dateDue: "2038-03-29T07:30:00.000Z",
  isLate: false,
  paused: false,
  pausedBy: null,
  problem: null,
  remoteStatus: null,
  isCancelPending: false,
  ...overrides,
});

const row = (contact: string) => page.getByRole("row").filter({ hasText: contact });
const doNotSend = (contact: string) => row(contact).getByRole("button", { name: "DO NOT SEND" });

/** Serves the queue without the cancelled messages. */
const serveQueue = (server: FakeServer, messages: readonly QueuedMessage[]) => {
  let queue = [...messages];
  server.handle(queueRoutes.queuedFlows, () => ["Frank", "Marieke"]);
  server.handle(queueRoutes.queued, ({ query }) =>
    listResponse(query["flow"] ? queue.filter(({ messageFlow }) => messageFlow === query["flow"]) : queue),
  );
  server.handle(queueRoutes.cancel, ({ params }) => {
    queue = queue.filter(({ id }) => id !== params["id"]);
    const undo = { token: params["id"] ?? "", until: "2026-11-16T09:00:10.000Z" };
    return { message: "Het bericht aan Anna wordt niet verstuurd.", isPending: false, remaining: [], undo };
  });
  server.handle(undoRoutes.perform, () => {
    queue = [...messages];
    return { message: "De actie is ongedaan gemaakt." };
  });
};

const showQueue = async (server: FakeServer, messages: readonly QueuedMessage[], url?: string) => {
  serveQueue(server, messages);
  return renderScreen(<QueuedPage />, url ? { url } : {});
};

const queuedFor = (...names: string[]) =>
  names.map((fullName, index) => buildQueued({ id: `00000000-0000-4000-8000-00000000000${index + 1}`, fullName }));

describe("a row of the queue", () => {
  test("shows the contact, the due date and the text", async ({ server }) => {
    await showQueue(server, [buildQueued()]);
    const anna = row("Anna de Vries");
    await expect
      .element(anna.getByRole("link", { name: "LinkedIn-profiel van Anna de Vries" }))
      .toHaveAttribute("href", "https://www.linkedin.com/in/anna");
    await expect
      .element(anna.getByRole("link", { name: "Anna de Vries", exact: true }))
      .toHaveAttribute("href", "/leads/00000000-0000-4000-8000-0000000000aa");
    await expect.element(anna.getByText("29 maart 2038 09:30")).toHaveClass("text-success");
    // It is sent on the date that was set: the time is there once.
    await expect.element(anna).not.toHaveTextContent("gaat");
    await expect.element(anna.getByText("Bakkerij De Vries")).toBeVisible();
    await expect.element(anna.getByText("van Frank")).toBeVisible();
    await anna.getByRole("button", { name: "Lees Bericht 1 aan Anna de Vries" }).click();
    const dialog = page.getByRole("dialog", { name: "Bericht 1 - Anna de Vries" });
    await expect.element(dialog).toHaveTextContent("Nog even dit.");
  });

  test("shows in the dialog with its text what the sync has changed, in a company that synchronises", async ({
    server,
  }) => {
    const airtableUrl = "https://airtable.com/app1/tbl1/rec1";
    server.handle(airtableRoutes.record, () => ({ isSynced: true, airtableUrl }));
    server.handle(airtableRoutes.history, () => ({ recordName: "Bericht 1", airtableUrl, changes: [] }));
    const { client } = await showQueue(server, [buildQueued()]);
    client.setQueryData(companyCardKey, { name: "Bakkerij Zon", logoUrl: null, syncsWithAirtable: true });
    await row("Anna de Vries").getByRole("button", { name: "Lees Bericht 1 aan Anna de Vries" }).click();
    const dialog = page.getByRole("dialog", { name: "Bericht 1 - Anna de Vries" });
    await expect.element(dialog.getByRole("link", { name: "Open in Airtable" })).toHaveAttribute("href", airtableUrl);
    await dialog.getByRole("button", { name: "Wijzigingen met Airtable" }).click();
    await expect.element(dialog.getByText("niets gewijzigd", { exact: false })).toBeVisible();
    expect(server.requestsOf(airtableRoutes.history)[0]?.params).toMatchObject({ table: "queue" });
  });

  test("says what it waits for", async ({ server }) => {
    const text = 'Wacht op "Ice Breaker".';
    await showQueue(server, [buildQueued({ plannedAt: null, waitsFor: { code: "order", text } })]);
    await expect.element(row("Anna de Vries").getByText(text)).toBeVisible();
  });

  test("says below the date that was set when it is really sent, if that is another moment", async ({ server }) => {
    await showQueue(server, [buildQueued({ plannedAt: "2038-03-30T06:31:00.000Z" })]);
    await expect.element(row("Anna de Vries")).toHaveTextContent("29 maart 2038 09:30gaat di 30 mrt om 08:31");
  });

  test("says how long it still takes, within a day", async ({ server }) => {
    const soon = new Date(Date.now() + 140 * 60_000).toISOString();
    await showQueue(server, [buildQueued({ plannedAt: soon, dateDue: soon })]);
    await expect.element(row("Anna de Vries").getByText("over 2 uur")).toBeVisible();
  });

  test("leaves what many rows wait for to one notice above the list", async ({ server }) => {
    const wait = (text: string) => ({ plannedAt: null, waitsFor: { code: "automation" as const, text } });
    const rows = queuedFor("Anna", "Bea", "Cees", "Dirk").map((message, index) => ({
      ...message,
      ...(index < 3 ? wait(`Sinds 1${index} maart niet verstuurd.`) : {}),
    }));
    await showQueue(server, rows);
    await expect
      .element(page.getByRole("note"))
      .toHaveTextContent("De automatisering van het bedrijf heeft 3 berichten niet op tijd verstuurd.");
    await expect.element(page.getByRole("link", { name: "Bedrijf Beheer" })).toBeVisible();
    await expect
      .element(row("Bea").getByText("Nog niet verstuurd"))
      .toHaveAttribute("title", "Sinds 11 maart niet verstuurd.");
    await expect.element(row("Bea")).not.toHaveTextContent("Sinds 11 maart");
    await expect.element(row("Dirk")).not.toHaveTextContent("Nog niet verstuurd");
  });

  test("leaves the reason that several messages were not sent to one notice above the list", async ({ server }) => {
    const rows = queuedFor("Anna", "Bea", "Cees").map((message, index) => ({
      ...message,
      isLate: true,
      problem: index < 2 ? "LinkedIn weigerde dit bericht." : "Geen verbinding.",
    }));
    await showQueue(server, rows, "/?status=problem");
    await expect.element(page.getByRole("note")).toHaveTextContent("Bij 2 berichten: LinkedIn weigerde dit bericht.");
    await expect.element(page.getByRole("note")).not.toHaveTextContent("Geen verbinding.");
    await expect.element(row("Anna").getByRole("button", { name: "Niet verstuurd" })).toBeVisible();
    await expect.element(row("Anna")).not.toHaveTextContent("LinkedIn weigerde");
    await expect.element(row("Cees")).toHaveTextContent("Geen verbinding.");
  });

  test("keeps the reason in each row when messages were not sent for several shared reasons", async ({ server }) => {
    const rows = queuedFor("Anna", "Bea", "Cees", "Dirk").map((message, index) => ({
      ...message,
      isLate: true,
      problem: index < 2 ? "LinkedIn weigerde dit bericht." : "Geen verbinding.",
    }));
    await showQueue(server, rows, "/?status=problem");
    await expect.element(row("Anna")).toHaveTextContent("LinkedIn weigerde dit bericht.");
    await expect.element(row("Dirk")).toHaveTextContent("Geen verbinding.");
  });

  test("that waits for something of its own is not counted in the notice above the list", async ({ server }) => {
    const waiting = { plannedAt: null, waitsFor: { code: "airtable" as const, text: AIRTABLE_UNREACHABLE_TEXT } };
    const pending = { ...waiting, waitsFor: { ...waiting.waitsFor, text: CANCEL_PENDING_TEXT }, isCancelPending: true };
    const deleted = { plannedAt: null, waitsFor: { code: "paused" as const, text: "In Airtable verwijderd." } };
    const rows = queuedFor("Anna", "Bea", "Cees", "Dirk", "Els", "Finn", "Gijs", "Hans", "Ine");
    await showQueue(
      server,
      rows.map((message, index) => ({ ...message, ...[waiting, pending, deleted][index % 3] })),
    );
    await expect.element(page.getByRole("note")).toHaveTextContent(/^3 berichten: Airtable is nu niet te lezen\./);
    expect(page.getByRole("note").getByRole("listitem").elements()).toHaveLength(1);
    await expect.element(row("Anna").getByText(AIRTABLE_UNREACHABLE_TEXT)).toBeVisible();
    await expect.element(row("Cees").getByText("In Airtable verwijderd.")).toBeVisible();
  });

  test("is fetched again until its plan is computed", async ({ server }) => {
    await showQueue(server, [buildQueued({ plannedAt: null })]);
    await expect.element(row("Anna de Vries")).toHaveTextContent("De planning wordt berekend.");
    server.handle(queueRoutes.queued, () => listResponse([buildQueued()]));
    await expect.element(row("Anna de Vries")).not.toHaveTextContent("De planning wordt berekend.");
  });

  test("that could not be delivered yet shows why and when it is tried again", async ({ server }) => {
    await showQueue(server, [buildQueued({ problem: "Het verzendadres had het te druk." })]);
    await expect.element(row("Anna de Vries")).toHaveTextContent("Het verzendadres had het te druk.");
    await expect.element(row("Anna de Vries")).toHaveTextContent("29 maart 2038 09:30");
  });

  test("marks an overdue message, and shows no link to an unsafe profile URL", async ({ server }) => {
    const dateDue = "2026-01-05T08:00:00.000Z";
    await showQueue(server, [buildQueued({ dateDue, isLate: true, linkedInUrl: "javascript:alert(1)" })]);
    await expect.element(page.getByText("5 januari 2026 09:00")).toHaveClass("text-danger");
    const links = row("Anna de Vries").getByRole("link").elements();
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["/leads/00000000-0000-4000-8000-0000000000aa"]);
  });

  test("shows a status of Airtable that stops it", async ({ server }) => {
    const [anna, bea] = queuedFor("Anna", "Bea").map((message, index) => ({
      ...message,
      remoteStatus: index === 0 ? "ON HOLD" : "",
    }));
    await showQueue(
      server,
      [anna, bea].flatMap((message) => message ?? []),
    );
    await expect.element(row("Anna").getByText("Status in Airtable: ON HOLD")).toBeVisible();
    await expect.element(row("Bea").getByText("Geen status in Airtable")).toBeVisible();
  });

  test("without a report has a disabled report button", async ({ server }) => {
    await showQueue(server, [buildQueued({ hasReport: false })]);
    const button = row("Anna de Vries").getByRole("button", { name: "Rapport", exact: true });
    await expect.element(button).toHaveAttribute("aria-disabled", "true");
  });
});

describe("DO NOT SEND", () => {
  /** Ten seconds, on a slow machine. */
  const AFTER_UNDO_PERIOD = { timeout: 40_000 };

  test("keeps the row in its place for the undo period, then moves the focus to the next row", async ({ server }) => {
    await showQueue(server, queuedFor("Anna", "Bea"));
    const release = server.hold(queueRoutes.cancel);
    await expect.element(doNotSend("Anna")).toBeVisible();
    focus(doNotSend("Anna"));
    await userEvent.keyboard("{Enter}");
    await expect.element(row("Anna").getByRole("button", { name: "Annuleren..." })).toBeVisible();
    release();
    await expectToast("Bericht Geannuleerd", "Het bericht aan Anna wordt niet verstuurd.");
    await expect.element(row("Anna").getByText("Geannuleerd")).toBeVisible();
    await expect.element(doNotSend("Anna")).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => server.requestsOf(queueRoutes.queued).length).toBeGreaterThan(1);
    await expect.element(row("Anna")).toHaveAttribute("aria-rowindex", "2");
    expect(server.requestsOf(queueRoutes.cancel)).toHaveLength(1);
    await expect.element(row("Anna"), AFTER_UNDO_PERIOD).not.toBeInTheDocument();
    await expect.element(doNotSend("Bea")).toHaveFocus();
  });

  test("says what stays queued for the lead, and stops that too", async ({ server }) => {
    holdUndo();
    await showQueue(server, queuedFor("Anna", "Bram"));
    const remaining = ["00000000-0000-4000-8000-0000000000b1", "00000000-0000-4000-8000-0000000000b2"];
    const undo = { token: "een", until: "2026-11-16T09:00:10.000Z" };
    server.handle(queueRoutes.cancel, ({ params }) => ({
      message: "Het bericht aan Anna wordt niet verstuurd.",
      isPending: false,
      remaining: remaining.includes(params["id"] ?? "") ? [] : remaining,
      undo,
    }));
    await doNotSend("Anna").click();
    await expectToast(
      "Bericht Geannuleerd",
      "Het bericht aan Anna wordt niet verstuurd. Er staan nog 2 berichten klaar voor Anna. Die ook niet versturen",
    );
    clickTwice(page.getByRole("button", { name: "Die ook niet versturen" }));
    await expectToast("Berichten Geannuleerd", "2 berichten aan Anna gaan niet uit.");
    expect(server.requestsOf(queueRoutes.cancel).map(({ params }) => params["id"])).toEqual([
      "00000000-0000-4000-8000-000000000001",
      ...remaining,
    ]);
    await page.getByRole("button", { name: "Ongedaan maken" }).click();
    await expectToast("Actie ongedaan gemaakt", "De berichten aan Anna staan weer klaar.");
    expect(server.requestsOf(undoRoutes.perform)).toHaveLength(2);
  });

  test("marks the other messages in the list too, which is not fetched again if it is long", async ({ server }) => {
    holdUndo();
    const rows = queuedFor("Anna", "Bea", "Cor");
    await showQueue(server, rows);
    const remaining = rows.slice(1, 2).map(({ id }) => id);
    // The list goes on to have them, as the pages of a long one.
    server.handle(queueRoutes.cancel, ({ params: { id = "" } }) => ({
      message: "Het bericht aan Anna wordt niet verstuurd.",
      isPending: false,
      remaining: remaining.includes(id) ? [] : remaining,
      undo: { token: id, until: "2026-11-16T09:00:10.000Z" },
    }));
    await doNotSend("Anna").click();
    await page.getByRole("button", { name: "Die ook niet versturen" }).click();
    await expectToast("Berichten Geannuleerd", "1 bericht aan Anna gaat niet uit.");
    await expect.element(row("Bea").getByText("Geannuleerd")).toBeVisible();
    await expect.element(row("Cor").getByText("Geannuleerd")).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Ongedaan maken" }).click();
    await expect.element(row("Bea").getByText("Geannuleerd")).not.toBeInTheDocument();
  });

  test("says which of the other messages wait for Airtable", async ({ server }) => {
    await showQueue(server, queuedFor("Anna", "Bram"));
    const remaining = [1, 2, 3].map((nth) => `00000000-0000-4000-8000-0000000000b${nth}`);
    server.handle(queueRoutes.cancel, ({ params: { id = "" } }) => ({
      message: "Het bericht aan Anna wordt niet verstuurd.",
      isPending: remaining.slice(1).includes(id),
      remaining: remaining.includes(id) ? [] : remaining,
    }));
    await doNotSend("Anna").click();
    await page.getByRole("button", { name: "Die ook niet versturen" }).click();
    await expectToast(
      "Nog niet alles geannuleerd",
      "1 bericht aan Anna gaat niet uit. 2 berichten aan Anna worden geannuleerd zodra Airtable bereikbaar is.",
    );
  });

  test("twice in quick succession cancels one message, and can be undone", async ({ server }) => {
    holdUndo();
    await showQueue(server, queuedFor("Anna", "Bea"));
    await doNotSend("Anna").dblClick();
    await expectToast("Bericht Geannuleerd", "Het bericht aan Anna wordt niet verstuurd.");
    await expect.element(doNotSend("Anna")).toHaveAttribute("aria-disabled", "true");
    await page.getByRole("button", { name: "Ongedaan maken" }).click();
    await expectToast("Actie ongedaan gemaakt", "Het bericht aan Anna staat weer klaar.");
    await expect.element(doNotSend("Anna")).not.toHaveAttribute("aria-disabled");
    expect(server.requestsOf(queueRoutes.cancel)).toHaveLength(1);
    expect(server.requestsOf(undoRoutes.perform)).toHaveLength(1);
  });

  test("again after an undo keeps the row for the whole second undo period", async ({ server }) => {
    await showQueue(server, queuedFor("Anna", "Bea"));
    await expect.element(doNotSend("Anna")).toBeVisible();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    // What the app does at once goes on; its time passes so slowly that a slow machine does not end an undo period.
    const ticking = setInterval(() => vi.advanceTimersByTime(1), 20);
    onTestFinished(() => {
      clearInterval(ticking);
      vi.useRealTimers();
    });
    await doNotSend("Anna").click();
    await page.getByRole("button", { name: "Ongedaan maken" }).click();
    await expect.element(doNotSend("Anna")).not.toHaveAttribute("aria-disabled");
    await vi.advanceTimersByTimeAsync(6_000);
    await doNotSend("Anna").click();
    await expect.element(row("Anna").getByText("Geannuleerd")).toBeVisible();
    await vi.advanceTimersByTimeAsync(4_500);
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
    await expect.element(row("Bea")).toHaveAttribute("aria-rowindex", "3");
    await vi.advanceTimersByTimeAsync(6_000);
    await expect.element(row("Bea")).toHaveAttribute("aria-rowindex", "2");
  });

  test("moves the focus to the row above when the last row disappears", async ({ server }) => {
    await showQueue(server, queuedFor("Anna", "Bea"));
    await expect.element(doNotSend("Bea")).toBeVisible();
    focus(doNotSend("Bea"));
    await userEvent.keyboard("{Enter}");
    await expect.element(row("Bea"), AFTER_UNDO_PERIOD).not.toBeInTheDocument();
    await expect.element(doNotSend("Anna")).toHaveFocus();
  });

  test("keeps the row and says so when Airtable is unreachable", async ({ server }) => {
    holdUndo();
    const [anna, bea] = queuedFor("Anna", "Bea").map((message) => [message]);
    await showQueue(server, [...(anna ?? []), ...(bea ?? [])]);
    server.handle(queueRoutes.cancel, () => {
      server.handle(queueRoutes.queued, () =>
        listResponse([
          ...(anna ?? []).map((message) => ({
            ...message,
            isCancelPending: true,
            plannedAt: null,
            waitsFor: { code: "airtable" as const, text: CANCEL_PENDING_TEXT },
          })),
          ...(bea ?? []),
        ]),
      );
      return {
        message: CANCEL_PENDING_TEXT,
        isPending: true,
        remaining: [],
        undo: { token: "een", until: "2026-11-16T09:00:10.000Z" },
      };
    });
    await doNotSend("Anna").click();
    await expectToast("Nog niet geannuleerd", `${CANCEL_PENDING_TEXT}.`);
    await expect.element(row("Anna").getByText(CANCEL_PENDING_TEXT)).toBeVisible();
    await expect.element(doNotSend("Anna")).not.toBeInTheDocument();
    await expect.element(doNotSend("Bea")).toBeVisible();
    await userEvent.keyboard("z");
    await expectToast("Actie ongedaan gemaakt", "Het bericht aan Anna wordt niet geannuleerd.");
  });

  test("of an already removed message refreshes the list", async ({ server }) => {
    await showQueue(server, queuedFor("Anna"));
    server.refuse(queueRoutes.cancel, 409, "Dit bericht is al weg (already removed).");
    await doNotSend("Anna").click();
    await expectToast("Bericht al verwijderd", "De lijst is ververst.");
    await expect.poll(() => server.requestsOf(queueRoutes.queued).length).toBeGreaterThan(1);
  });

  test("keeps the row when the call fails", async ({ server }) => {
    await showQueue(server, queuedFor("Anna"));
    server.breakRoute(queueRoutes.cancel);
    await doNotSend("Anna").click();
    await expectErrorToast("Fout", "Kon bericht niet annuleren. Probeer het opnieuw.");
    await expect.element(doNotSend("Anna")).toBeEnabled();
  });
});

test("on a phone a message is cancelled and put back, and another is opened to change it, with taps", async ({
  server,
}) => {
  holdUndo();
  await setWidth(390);
  await showQueue(server, queuedFor("Anna", "Bea"));
  await doNotSend("Anna").click();
  await expectToast("Bericht Geannuleerd", "Het bericht aan Anna wordt niet verstuurd.");
  expectNoSidewaysScroll();
  await page.getByRole("button", { name: "Ongedaan maken" }).click();
  await expectToast("Actie ongedaan gemaakt", "Het bericht aan Anna staat weer klaar.");
  await expect.element(doNotSend("Anna")).not.toHaveAttribute("aria-disabled");
  await row("Bea").getByRole("button", { name: "Meer acties voor Bea" }).click();
  await page.getByRole("menuitem", { name: "Tekst en datum wijzigen" }).click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByRole("button", { name: "Opslaan" })).toBeVisible();
  expectNoSidewaysScroll();
  await expectAccessible();
  await dialog.getByRole("button", { name: "Annuleren" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

describe("the dialog of a message", () => {
  test("resumes a paused lead", async ({ server }) => {
    await showQueue(server, [buildQueued({ paused: true, pausedBy: "Bram" })]);
    server.handle(queueRoutes.resume, () => ({ message: "De berichten gaan weer uit." }));
    await row("Anna de Vries").getByRole("button", { name: "Gepauzeerd" }).click();
    const dialog = page.getByRole("dialog");
    await expect.element(dialog).toHaveTextContent("Gepauzeerd door Bram");
    // Not on the cross, also when the code of the dialog is still to be loaded.
    await expect.element(dialog.getByRole("button", { name: "Hervatten" })).toHaveFocus();
    await dialog.getByRole("button", { name: "Hervatten" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect
      .poll(() => server.requestsOf(queueRoutes.resume).map(({ params }) => params["leadId"]))
      .toEqual(["00000000-0000-4000-8000-0000000000aa"]);
  });

  test("retries a message that was not sent", async ({ server }) => {
    await showQueue(server, [buildQueued({ problem: "LinkedIn weigerde dit bericht." })], "/?status=problem");
    server.handle(queueRoutes.retry, () => ({ message: "Het bericht staat weer klaar om verstuurd te worden." }));
    await row("Anna de Vries").getByRole("button", { name: "Niet verstuurd" }).click();
    const dialog = page.getByRole("dialog");
    await expect.element(dialog).toHaveTextContent("LinkedIn weigerde dit bericht.");
    await dialog.getByRole("button", { name: "Opnieuw proberen" }).click();
    await expectToast("Bericht klaargezet", "Het bericht staat weer klaar om verstuurd te worden.");
    expect(server.requestsOf(queueRoutes.queued)[0]?.query).toMatchObject({ state: "problem" });
  });

  test("stays open when a retry fails", async ({ server }) => {
    await showQueue(server, [buildQueued({ problem: "LinkedIn weigerde dit bericht." })]);
    server.breakRoute(queueRoutes.retry);
    await row("Anna de Vries").getByRole("button", { name: "Niet verstuurd" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Opnieuw proberen" }).click();
    await expectErrorToast("Fout", "Kon het bericht niet opnieuw klaarzetten. Probeer het opnieuw.");
    await expect.element(page.getByRole("dialog")).toBeVisible();
  });
});

describe("the menu of a row", () => {
  const openMenu = () => row("Anna de Vries").getByRole("button", { name: "Meer acties voor Anna de Vries" }).click();

  test("has the report on a phone, as a line like the others", async ({ server }) => {
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1280, 900));
    await showQueue(server, [buildQueued()]);
    await openMenu();
    // Sizes of the layout: the menu is still being scaled while it opens.
    const sizeOf = (name: string) => {
      const item = page.getByRole("menuitem", { name }).element() as HTMLElement;
      return { left: item.offsetLeft, height: item.offsetHeight, icon: item.querySelector("svg")?.clientWidth };
    };
    await expect.element(page.getByRole("menuitem", { name: "Rapport" })).toBeVisible();
    expect(sizeOf("Rapport")).toEqual(sizeOf("Lead openen"));
  });

  test("opens the page of the lead", async ({ server }) => {
    const { currentUrl } = await showQueue(server, [buildQueued({ leadId: "00000000-0000-4000-8000-0000000000aa" })]);
    await openMenu();
    await page.getByRole("menuitem", { name: "Lead openen" }).click();
    await expect.poll(currentUrl).toBe("/leads/00000000-0000-4000-8000-0000000000aa");
  });

  test("changes the text", async ({ server }) => {
    holdUndo();
    await showQueue(server, [buildQueued()]);
    const undo = { token: "een", until: "2026-11-16T09:00:10.000Z" };
    server.handle(queueRoutes.change, ({ body }) => ({ ...buildQueued({ message: body.text ?? "" }), undo }));
    await openMenu();
    await page.getByRole("menuitem", { name: "Tekst en datum wijzigen" }).click();
    const dialog = page.getByRole("dialog", { name: "Bericht 1 wijzigen" });
    await dialog.getByLabelText("Tekst").fill("Iets anders.");
    await dialog.getByRole("button", { name: "Opslaan" }).click();
    await expectToast("Bericht gewijzigd", "Bericht 1 aan Anna de Vries is bijgewerkt.");
    expect(server.requestsOf(queueRoutes.change).map(({ body }) => body)).toEqual([
      { text: "Iets anders.", originalText: "Nog even dit." },
    ]);
    await page.getByRole("button", { name: "Ongedaan maken" }).click();
    await expectToast("Actie ongedaan gemaakt", "Bericht 1 aan Anna de Vries is weer zoals het was.");
  });

  test("has the text that was not saved when the tab was closed, until it is saved", async ({ server }) => {
    const { unmount } = await showQueue(server, [buildQueued()]);
    const dialog = page.getByRole("dialog", { name: "Bericht 1 wijzigen" });
    const open = async () => {
      await openMenu();
      await page.getByRole("menuitem", { name: "Tekst en datum wijzigen" }).click();
    };
    await open();
    await dialog.getByLabelText("Tekst").fill("Iets anders.");
    await unmount();
    await renderScreen(<QueuedPage />);
    await open();
    await expect.element(dialog.getByText("Je eerdere tekst is teruggezet.")).toBeVisible();
    await expect.element(dialog.getByLabelText("Tekst")).toHaveValue("Iets anders.");
    server.handle(queueRoutes.change, ({ body }) => buildQueued({ message: body.text ?? "" }));
    await dialog.getByRole("button", { name: "Opslaan" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await open();
    await expect.element(dialog.getByLabelText("Tekst")).toHaveValue("Nog even dit.");
  });

  test("shows the text that somebody else saved meanwhile, and lets the user choose", async ({ server }) => {
    await showQueue(server, [buildQueued()]);
    await openMenu();
    await page.getByRole("menuitem", { name: "Tekst en datum wijzigen" }).click();
    const dialog = page.getByRole("dialog", { name: "Bericht 1 wijzigen" });
    await dialog.getByLabelText("Tekst").fill("Nog even dit!");
    server.handle(queueRoutes.queued, () =>
      listResponse([buildQueued({ message: "Van Bea.", dateDue: "2038-03-30T07:30:00.000Z" })]),
    );
    const reason = "Deze tekst is intussen gewijzigd. Kies welke tekst moet blijven.";
    server.refuse(queueRoutes.change, 409, reason);
    await dialog.getByRole("button", { name: "Opslaan" }).click();
    await expectErrorToast("Fout", reason);
    await expect.element(dialog.getByRole("alert")).toHaveTextContent("Van Bea.");
    await expect.element(dialog.getByLabelText("Tekst")).toHaveValue("Nog even dit!");
    await dialog.getByRole("button", { name: "Houd mijn tekst" }).click();
    await expect.element(dialog.getByRole("alert")).not.toBeInTheDocument();
    server.handle(queueRoutes.change, ({ body }) => buildQueued({ message: body.text ?? "" }));
    await dialog.getByRole("button", { name: "Opslaan" }).click();
    await expectToast("Bericht gewijzigd", "Bericht 1 aan Anna de Vries is bijgewerkt.");
    // Without a date: that of the colleague stays.
    expect(server.requestsOf(queueRoutes.change).map(({ body }) => body)).toEqual([
      { text: "Nog even dit!", originalText: "Nog even dit." },
      { text: "Nog even dit!", originalText: "Van Bea." },
    ]);
  });

  test("refuses a moment in the past, and says when a message is really sent", async ({ server }) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-17T10:00:00Z") });
    onTestFinished(() => void vi.useRealTimers());
    const waitsFor = { code: "hours", text: "Wacht op de werktijden (ma–vr 08:30–17:30)." } as const;
    await showQueue(server, [buildQueued({ dateDue: "2026-11-18T08:00:00.000Z" })]);
    server.handle(queueRoutes.change, () => buildQueued({ plannedAt: "2038-03-29T06:31:00.000Z", waitsFor }));
    await openMenu();
    await page.getByRole("menuitem", { name: "Tekst en datum wijzigen" }).click();
    const dialog = page.getByRole("dialog", { name: "Bericht 1 wijzigen" });
    const day = dialog.getByLabelText("Versturen op");
    const choose = async (date: string, time: string) => {
      await day.fill(date.split("-").toReversed().join("-"));
      await dialog.getByLabelText("Tijd").fill(time);
      await dialog.getByRole("button", { name: "Opslaan" }).click();
    };
    await choose("2026-11-17", "10:59");
    await expect.element(dialog.getByRole("alert")).toHaveTextContent("Kies een moment in de toekomst.");
    await expect.element(day).toHaveAccessibleDescription("Kies een moment in de toekomst.");
    expect(server.requestsOf(queueRoutes.change)).toEqual([]);
    await choose("2038-03-28", "23:00");
    await expectToast(
      "Bericht gewijzigd",
      `Bericht 1 aan Anna de Vries is bijgewerkt. Gaat ma 29 mrt om 08:31 · ${waitsFor.text}`,
    );
    expect(server.requestsOf(queueRoutes.change).map(({ body }) => body)).toEqual([
      { dateDue: "2038-03-28T21:00:00.000Z" },
    ]);
  });

  test("saves no text that is not a date or a time", async ({ server }) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-17T10:00:00Z") });
    onTestFinished(() => void vi.useRealTimers());
    await showQueue(server, [buildQueued()]);
    server.handle(queueRoutes.change, () => buildQueued());
    await openMenu();
    await page.getByRole("menuitem", { name: "Tekst en datum wijzigen" }).click();
    const dialog = page.getByRole("dialog", { name: "Bericht 1 wijzigen" });
    const day = dialog.getByLabelText("Versturen op");
    const time = dialog.getByLabelText("Tijd");
    const text = dialog.getByLabelText("Tekst");
    await text.fill("Iets anders.");
    for (const [field, typed, problem] of [
      [day, "31-02-2038", "Geef een datum als dd-mm-jjjj."],
      [day, "01-01-2020", "Niet eerder dan 17-11-2026."],
      [day, "", "Geef een datum als dd-mm-jjjj."],
      [time, "25:99", "Geef een tijd als uu:mm."],
    ] as const) {
      const before = (field.element() as HTMLInputElement).value;
      await field.fill(typed);
      await userEvent.keyboard("{Control>}{Enter}{/Control}");
      await expect.element(field).toHaveAccessibleDescription(problem);
      // Saving from another field and with the button is refused too.
      await text.click();
      await userEvent.keyboard("{Control>}{Enter}{/Control}");
      await expect.element(field).toHaveFocus();
      await dialog.getByRole("button", { name: "Opslaan" }).click();
      await expect.element(field).toHaveFocus();
      await expect.element(field).toHaveValue(typed);
      await expect.element(dialog.getByRole("alert")).toHaveTextContent(problem);
      await field.fill(before);
    }
    expect(server.requestsOf(queueRoutes.change)).toEqual([]);
    await day.fill("01-12-26");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.element(dialog).not.toBeInTheDocument();
    expect(server.requestsOf(queueRoutes.change).map(({ body }) => body)).toEqual([
      { text: "Iets anders.", originalText: "Nog even dit.", dateDue: "2026-12-01T08:30:00.000Z" },
    ]);
  });

  test("says before sending now that the company's automation decides when it goes", async ({ server }) => {
    await showQueue(server, [buildQueued({ channel: "airtable" })]);
    await openMenu();
    await page.getByRole("menuitem", { name: "Nu versturen" }).click();
    await expect
      .element(page.getByRole("alertdialog"))
      .toHaveTextContent(
        "De automatisering krijgt dit bericht aan Anna de Vries meteen en bepaalt zelf wanneer het weggaat",
      );
  });

  test("sends the message now after a confirmation", async ({ server }) => {
    holdUndo();
    await showQueue(server, [buildQueued({ channel: "linkedin" })]);
    const message = "Het bericht aan Anna de Vries is over 10 seconden weg. Tot dan kun je het ongedaan maken.";
    const undo = { token: "een", until: "2026-11-16T09:00:10.000Z" };
    server.handle(queueRoutes.sendNow, () => ({ message, departure: "now" as const, undo }));
    await openMenu();
    await page.getByRole("menuitem", { name: "Nu versturen" }).click();
    const question = page.getByRole("alertdialog");
    await expect
      .element(question)
      .toHaveTextContent("Anna de Vries krijgt dit bericht meteen, ook buiten de werktijden.");
    await question.getByRole("button", { name: "Nu versturen" }).click();
    await expectToast("Bericht wordt verstuurd", message);
    await userEvent.keyboard("z");
    await expectToast("Actie ongedaan gemaakt", "Het bericht aan Anna de Vries wacht weer op zijn datum.");
  });
});

test("sending now says before the click what a message waits for, and when it really goes after it", async ({
  server,
}) => {
  const waits = { plannedAt: null, waitsFor: { code: "acceptance" as const, text: "Wacht op de acceptatie." } };
  const delayed = {
    waitsFor: { code: "gap" as const, text: "Wacht op de 20 uur tussen twee berichten aan deze lead." },
  };
  const deleted = { plannedAt: null, waitsFor: { code: "deletion" as const, text: "Is in Airtable verwijderd." } };
  const undecided = { code: "paused" as const, text: "Wacht op een besluit over een mislukt deel." };
  const [anna, bram, cas, daan, eva] = queuedFor("Anna de Vries", "Bram Bos", "Cas Mol", "Daan Smit", "Eva Kok");
  if (!anna || !bram || !cas || !daan || !eva) throw new Error("five rows");
  await showQueue(server, [
    { ...anna, ...waits },
    { ...bram, ...delayed },
    { ...cas, ...deleted },
    { ...daan, plannedAt: null, waitsFor: undecided, paused: true },
    { ...eva, plannedAt: null, waitsFor: null, paused: true },
  ]);
  const reason = "Dit bericht kan nog niet weg: Wacht op de acceptatie.";
  server.refuse(queueRoutes.sendNow, 409, reason);
  const sendNow = async (name: string, text: string, label: string) => {
    await row(name)
      .getByRole("button", { name: `Meer acties voor ${name}` })
      .click();
    await page.getByRole("menuitem", { name: "Nu versturen" }).click();
    await expect.element(page.getByRole("alertdialog")).toHaveTextContent(text);
    await page.getByRole("alertdialog").getByRole("button", { name: label }).click();
  };
  await sendNow("Cas Mol", `Cas Mol krijgt dit bericht nog niet. ${deleted.waitsFor.text}`, "Toch proberen");
  await sendNow("Anna de Vries", `Anna de Vries krijgt dit bericht nog niet. ${waits.waitsFor.text}`, "Toch proberen");
  await expectErrorToast("Fout", reason);
  await sendNow("Daan Smit", `Daan Smit krijgt dit bericht nog niet. ${undecided.text}`, "Toch proberen");
  await sendNow("Eva Kok", `Eva Kok krijgt dit bericht nog niet. ${undecided.text}`, "Toch proberen");
  const message = "Het bericht aan Bram Bos gaat dinsdag.";
  server.handle(queueRoutes.sendNow, () => ({ message, departure: "later" as const }));
  await sendNow("Bram Bos", `Bram Bos krijgt dit bericht zodra het mag. ${delayed.waitsFor.text}`, "Nu versturen");
  await expectToast("Bericht ingepland", message);
});

test("j and k move through the rows, x cancels a message, and Enter opens its lead", async ({ server }) => {
  const { currentUrl } = await showQueue(server, queuedFor("Anna de Vries", "Bram Bos"));
  await expect.element(row("Bram Bos")).toBeVisible();
  await userEvent.keyboard("jj");
  await expect.element(row("Bram Bos")).toHaveFocus();
  await userEvent.keyboard("j");
  await expect.element(row("Bram Bos")).toHaveFocus();
  await userEvent.keyboard("k");
  await expect.element(row("Anna de Vries")).toHaveFocus();
  await userEvent.keyboard("x");
  await expectToast("Bericht Geannuleerd", "Het bericht aan Anna wordt niet verstuurd.");
  expect(server.requestsOf(queueRoutes.cancel)).toHaveLength(1);
  await userEvent.keyboard("/");
  await expect.element(page.getByLabelText("Zoeken")).toHaveFocus();
  focus(row("Bram Bos"));
  await userEvent.keyboard("{Enter}");
  await expect.poll(currentUrl).toBe("/leads/00000000-0000-4000-8000-0000000000aa");
});

test("failed messages show their reason and are retried together", async ({ server }) => {
  await showQueue(server, [buildQueued({ problem: "LinkedIn weigerde dit bericht." })], "/?status=problem");
  server.handle(queueRoutes.retryMany, ({ body }) => ({ done: body.ids, refused: [] }));
  await expect.element(row("Anna de Vries")).toHaveTextContent("LinkedIn weigerde dit bericht.");
  await expect.element(page.getByLabelText("Status")).toHaveTextContent("Niet verstuurd (1)");
  await page.getByRole("button", { name: "Alles opnieuw proberen (1)" }).click();
  const question = page.getByRole("alertdialog", { name: "1 bericht opnieuw proberen?" });
  await expect.element(question).toBeVisible();
  expect(server.requestsOf(queueRoutes.retryMany)).toEqual([]);
  await question.getByRole("button", { name: "Opnieuw proberen" }).click();
  await expectToast("Berichten klaargezet", "1 bericht staat weer klaar.");
});

test("an empty list of failed messages does not say that nothing is queued", async ({ server }) => {
  serveQueue(server, []);
  await renderScreen(<QueuedPage />, { url: "/?status=problem" });
  await expect.element(page.getByText("Alle berichten zijn verstuurd of staan klaar")).toBeVisible();
});

test("of more failed messages than are loaded, the button retries the first", async ({ server }) => {
  serveQueue(server, []);
  server.handle(queueRoutes.queued, () => listResponse([buildQueued({ problem: "Geweigerd." })], 350));
  await renderScreen(<QueuedPage />, { url: "/?status=problem" });
  await expect.element(page.getByRole("button", { name: "De eerste 1 opnieuw proberen" })).toBeVisible();
});

test("a cancelled row is not shown in the list of another filter, and a long search text stays", async ({ server }) => {
  holdUndo();
  const [anna, bram] = queuedFor("Anna", "Bram");
  if (!anna || !bram) throw new Error("no messages");
  await showQueue(server, [anna, { ...bram, messageFlow: "Marieke" }]);
  await doNotSend("Anna").click();
  await expectToast("Bericht Geannuleerd", "Het bericht aan Anna wordt niet verstuurd.");
  await expect.element(row("Anna")).toBeVisible();
  await page.getByLabelText("Accountmanager").click();
  await page.getByRole("option", { name: "Marieke" }).click();
  await expect.element(row("Bram")).toBeVisible();
  await expect.element(row("Anna")).not.toBeInTheDocument();
  await expect.element(page.getByRole("searchbox", { name: "Zoeken" })).toHaveAttribute("maxlength", "200");
});

test("a switch of the channel says how many messages moved, and why the others stay", async ({ server }) => {
  serveQueue(server, [buildQueued()]);
  const stayingParts = [
    { reason: "due" as const, count: 2 },
    { reason: "sending" as const, count: 1 },
  ];
  const latest = { channel: "webhook" as const, finishedAt: "2026-11-16T09:00:00.000Z", moved: 12, stayingParts };
  server.handle(queueRoutes.channelSwitch, () => ({ isPending: false, latest }));
  await renderScreen(<QueuedPage />);
  const note = page.getByRole("note");
  await expect.element(note).toHaveTextContent("wordt verstuurd via de webhook: 12 berichten zijn verhuisd");
  await expect.element(note).toHaveTextContent("2 berichten: binnen een kwartier aan de beurt");
  await expect.element(note).toHaveTextContent("1 bericht: op dit moment onderweg");
});

describe("the filters", () => {
  test("are in the URL, and clearing them shows everything again", async ({ server }) => {
    const { currentUrl } = await showQueue(server, [buildQueued()]);
    await expect.element(page.getByText("1 van 1 berichten")).toBeVisible();
    await page.getByLabelText("Accountmanager").click();
    await page.getByRole("option", { name: "Marieke" }).click();
    await expect.element(page.getByText("Met deze filters is er niets.")).toBeVisible();
    await expect.poll(currentUrl).toBe("/?accountmanager=Marieke");
    await expect
      .element(page.getByRole("link", { name: "Planning" }))
      .toHaveAttribute("href", "/planning?afzender=Marieke");
    await page.getByRole("button", { name: "Wis Filters" }).click();
    await expect.element(row("Anna de Vries")).toBeVisible();
    await expect.poll(currentUrl).toBe("/");
  });

  const buildColleague = (firstName: string, lastName: string, more: Partial<CompanyUser> = {}): CompanyUser => ({
    id: firstName,
    email: null,
    username: firstName,
    firstName,
    lastName,
    role: "company_admin",
    isActive: true,
    profileImageUrl: null,
    companyId: "1",
    invitedAt: null,
    ...more,
  });

  test('"Mijn" is remembered for the user until they choose something else', async ({ server }) => {
    onTestFinished(() => localStorage.clear());
    server.handle(usersRoutes.colleagues, () =>
      listResponse([
        buildColleague("Anna", "Jansen", { role: "account_manager" }),
        buildColleague("Bea", "Bos"),
        buildColleague("Cor", "Dijk"),
        buildColleague("Dirk", "Weg", { isActive: false }),
      ]),
    );
    const flows = () => server.requestsOf(queueRoutes.queued).map(({ query }) => query["flow"]);
    const { currentUrl, unmount } = await showQueue(server, [buildQueued()]);
    await page.getByLabelText("Accountmanager").click();
    await page.getByRole("option", { name: "Mijn" }).click();
    await expect.poll(flows).toContain(MINE);
    await expect.poll(currentUrl).toBe("/?accountmanager=%40mijn");
    await expect
      .element(page.getByRole("note"))
      .toHaveTextContent(
        "Er is nog geen afzender aan jou gekoppeld. Vraag Bea Bos of Cor Dijk om je naam aan een afzender te koppelen.",
      );
    await expect.element(page.getByRole("note").getByRole("link")).not.toBeInTheDocument();
    await unmount();
    const earlier = flows().length;
    await renderScreen(<QueuedPage />);
    await expect.element(page.getByLabelText("Accountmanager")).toHaveTextContent("Mijn");
    await expect.poll(() => flows().slice(earlier)).toContain(MINE);
    await page.getByLabelText("Accountmanager").click();
    await page.getByRole("option", { name: "Alle accountmanagers" }).click();
    await expect.element(row("Anna de Vries")).toBeVisible();
    await expect.element(page.getByLabelText("Accountmanager")).toHaveTextContent("Alle accountmanagers");
  });

  test("are in a sheet on a phone: its button says how many are set, and Escape returns to it", async ({ server }) => {
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1280, 900));
    const other = { id: "00000000-0000-4000-8000-000000000002", fullName: "Bram Bos", messageFlow: "Marieke" };
    const { currentUrl } = await showQueue(server, [buildQueued(), buildQueued(other)]);
    await expect.element(row("Bram")).toBeVisible();
    await expect.element(page.getByLabelText("Zoeken")).toBeVisible();
    await expect.element(page.getByLabelText("Accountmanager")).not.toBeInTheDocument();

    await page.getByRole("button", { name: "Filters", exact: true }).click();
    const sheet = page.getByRole("dialog", { name: "Filters" });
    await sheet.getByLabelText("Accountmanager").click();
    await page.getByRole("option", { name: "Frank" }).click();
    await expect.poll(currentUrl).toBe("/?accountmanager=Frank");
    // The focus returns to it once the list of options has closed.
    await expect.element(sheet.getByLabelText("Accountmanager")).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(sheet).not.toBeInTheDocument();
    await expect.element(page.getByRole("button", { name: "Filters (1)" })).toHaveFocus();
    await expect.element(row("Anna")).toBeVisible();
    await expect.element(row("Bram")).not.toBeInTheDocument();

    await page.getByRole("button", { name: "Filters (1)" }).click();
    await sheet.getByRole("button", { name: "Toon de lijst" }).click();
    await expect.element(sheet).not.toBeInTheDocument();
  });

  test("stay when the back button closes their sheet, and the button Wis Filters clears them there", async ({
    server,
  }) => {
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1280, 900));
    const { currentUrl, goBack } = await showQueue(server, [buildQueued()]);
    const sheet = page.getByRole("dialog", { name: "Filters" });
    await page.getByRole("button", { name: "Filters", exact: true }).click();
    await sheet.getByLabelText("Datum").click();
    await page.getByRole("option", { name: "Deze week" }).click();
    await expect.poll(currentUrl).toBe("/?datum=this_week");
    goBack();
    await expect.element(sheet).not.toBeInTheDocument();
    await expect.poll(currentUrl).toBe("/?datum=this_week");

    await page.getByRole("button", { name: "Filters (1)" }).click();
    await sheet.getByRole("button", { name: "Wis Filters" }).click();
    await expect.poll(currentUrl).toBe("/");
    goBack();
    await expect.element(sheet).not.toBeInTheDocument();
    await expect.poll(currentUrl).toBe("/");
    goBack();
    await expect.poll(currentUrl).toBe("/?datum=this_week");
  });

  test("by date are sent to the server", async ({ server }) => {
    const { currentUrl } = await showQueue(server, [buildQueued()]);
    await page.getByLabelText("Datum").click();
    await page.getByRole("option", { name: "Deze week" }).click();
    await expect
      .poll(() => server.requestsOf(queueRoutes.queued).some(({ query }) => query["due"] === "this_week"))
      .toBe(true);
    await expect.poll(currentUrl).toBe("/?datum=this_week");
  });
});

test("a failure to load from Airtable shows an error toast", async ({ server }) => {
  await showQueue(server, [buildQueued()]);
  server.breakRoute(airtableRoutes.sync);
  await page.getByRole("button", { name: "Refresh Airtable" }).click();
  await expectErrorToast("Fout", "Kon Airtable niet verversen. Probeer het opnieuw.");
});

test("after a run that left something out, the toast says what", async ({ server }) => {
  await showQueue(server, queuedFor("Anna"));
  const message = "Synchronisatie voltooid met opmerkingen: 1 tabel overgeslagen (Queue). Verder: 0 gewijzigd.";
  serveSyncRun(server, { status: "partial", message });
  await page.getByRole("button", { name: "Refresh Airtable" }).click();
  await expectToast("Airtable Ververst", message);
});

test("a run goes on when its state cannot be read once", async ({ server }) => {
  await showQueue(server, queuedFor("Anna"));
  serveSyncRun(server, { status: "partial", message: "1 tabel overgeslagen." });
  let polls = 0;
  const answer = {
    runId: "1",
    startedAt: "2026-11-14T08:30:00.000Z",
    finishedAt: null,
    total: null,
    secondsLeft: null,
    elapsedSeconds: null,
  };
  server.handle(airtableRoutes.run, () => {
    polls += 1;
    if (polls === 1) return Response.json({ message: "Bad gateway" }, { status: 502 });
    return { ...answer, tables: [], status: "partial" as const, message: "1 tabel overgeslagen." };
  });
  await page.getByRole("button", { name: "Refresh Airtable" }).click();
  await expectToast("Airtable Ververst", "1 tabel overgeslagen.");
  expect(polls).toBe(2);
});

test("a skeleton row is about as high as a message on a phone, so that the list does not jump", async ({ server }) => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 900));
  const soon = new Date(Date.now() + 2 * 3_600_000).toISOString();
  serveQueue(server, [buildQueued({ plannedAt: soon, dateDue: soon })]);
  const release = server.hold(queueRoutes.queued);
  await renderScreen(<QueuedPage />);
  await expect.element(page.getByText("Berichten laden...")).toBeVisible();
  const expected = document.querySelector("[data-skeleton-row]")?.getBoundingClientRect().height ?? 0;
  release();
  const row = page.getByRole("row").last();
  await expect.element(row.getByRole("button", { name: /DO NOT SEND/ })).toBeVisible();
  expect(Math.abs(row.element().getBoundingClientRect().height - expected)).toBeLessThan(24);
});

test("ten skeleton rows are shown while loading, and an error offers to retry", async ({ server }) => {
  serveQueue(server, []);
  server.breakRoute(queueRoutes.queued);
  const release = server.hold(queueRoutes.queued);
  await renderScreen(<QueuedPage />);
  await expect.element(page.getByText("Berichten laden...")).toBeVisible();
  expect(document.querySelectorAll("[data-skeleton-row]")).toHaveLength(10);
  release();
  await expect.element(page.getByText("De berichten konden niet worden geladen")).toBeVisible();
  await expect.element(page.getByText("Berichten laden...")).not.toBeInTheDocument();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Er is geen verbinding met de server.");
  server.handle(queueRoutes.queued, () =>
    Response.json({ error: "Onverwacht", message: "Onverwacht", code: "internal" }, { status: 500 }),
  );
  await page.getByRole("button", { name: "Opnieuw proberen" }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Er ging iets mis op de server.");
  server.refuse(queueRoutes.queued, 403, "Je bedrijf is gepauzeerd.");
  await page.getByRole("button", { name: "Opnieuw proberen" }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Je bedrijf is gepauzeerd.");
  server.handle(queueRoutes.queued, () => listResponse([]));
  await page.getByRole("button", { name: "Opnieuw proberen" }).click();
  await expect.element(page.getByText("Goedgekeurde berichten wachten hier op hun verzenddatum.")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Berichten beoordelen" })).toHaveAttribute("href", "/");
});

test("sent messages have a date and no cancel button", async ({ server }) => {
  const { dateDue: _due, paused: _paused, pausedBy: _by, problem: _problem, ...common } = buildQueued();
  const sent: SentMessage = { ...common, dateSent: "2026-11-04T09:00:00.000Z" };
  server.handle(queueRoutes.sentFlows, () => []);
  server.handle(queueRoutes.sent, () => listResponse([sent]));
  await renderScreen(<SentPage />);
  await expect.element(row("Anna de Vries")).toHaveTextContent("4 november 2026 10:00");
  await expect.element(row("Anna de Vries").getByText("Bakkerij De Vries")).toBeVisible();
  await expect.element(row("Anna de Vries").getByText("van Frank")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "DO NOT SEND" })).not.toBeInTheDocument();
});

const SentPageWithEvents = () => {
  useCompanyEvents({ isPaused: false });
  return <SentPage />;
};

test("a long list of sent messages is not fetched again for every message that is sent", async ({ server }) => {
  const sendAnother = await startOtherTab("queue");
  const { dateDue: _due, paused: _paused, pausedBy: _by, problem: _problem, ...common } = buildQueued();
  const PAGES = 7;
  const ROWS = 9;
  server.handle(queueRoutes.sentFlows, () => []);
  server.handle(queueRoutes.sent, ({ query }) => {
    const nth = Number(query["cursor"] ?? 1);
    const sent = Array.from({ length: ROWS }, (_, index) => ({
      ...common,
      id: `00000000-0000-4000-8000-0000000000${nth}${index}`,
      dateSent: "2026-11-04T09:00:00.000Z",
    }));
    const response = listResponse(sent, PAGES * ROWS);
    if (nth < PAGES) response.headers.set("link", `</api/messages-sent?cursor=${nth + 1}>; rel="next"`);
    return response;
  });
  const { client } = await renderScreen(<SentPageWithEvents />);
  const requests = () => server.requestsOf(queueRoutes.sent);
  const isLoaded = () => requests().some(({ query }) => query["cursor"] === String(PAGES)) && client.isFetching() === 0;
  await expect.poll(isLoaded).toBe(true);
  // More than the pages when the event stream opened while they were being loaded.
  const count = requests().length;
  sendAnother();
  await expect.element(page.getByText("De lijst is gewijzigd.")).toBeVisible();
  expect(requests()).toHaveLength(count);
});
