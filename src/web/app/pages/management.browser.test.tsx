import { afterEach, describe, expect, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { airtableRoutes } from "#contract/airtable.ts";
import { type DayCount, type Goals, type ResultsOverview, statisticsRoutes } from "#contract/statistics.ts";
import { workflowsRoutes } from "#contract/workflows.ts";
import { expectErrorToast, expectToast, focus, renderScreen, test } from "#web/testing/component-test.tsx";
import { type FakeServer, serveSyncRun } from "#web/testing/fake-server.ts";
import { expectAccessible, expectNoSidewaysScroll, setWidth, tabTo } from "#web/testing/journey.ts";
import { ManagementPage } from "./management.page.tsx";

const INVITED_PER_DAY = "Verstuurde uitnodigingen per dag";

const daysOf = (month: string, days: number, counts: Record<number, number> = {}): DayCount[] =>
  Array.from({ length: days }, (_, index) => ({
    date: `${month}-${String(index + 1).padStart(2, "0")}`,
    count: counts[index + 1] ?? 0,
  }));

const NOTHING = { invited: 0, accepted: 0, acceptanceRate: null, hoursToAcceptance: null };
const NO_RESULTS = { ...NOTHING, sent: 0, replied: 0, replyRate: null };
const EMPTY_RESULTS: ResultsOverview = {
  current: { from: "2026-10-19", to: "2026-11-15" },
  previous: { from: "2026-09-21", to: "2026-10-18" },
  isRunning: true,
  total: { current: NO_RESULTS, previous: NO_RESULTS },
  outcomes: { current: { meetings: 0, clients: 0 }, previous: { meetings: 0, clients: 0 } },
  endedInvitations: 0,
  outcomesByManager: [],
  byIndustry: [],
  byManager: [],
  byPrompt: [],
  byPeriod: [],
};

const GOALS: Goals = {
  period: { from: "2026-11-01", to: "2026-11-15" },
  measures: [
    { measure: "invited", target: 200, reached: 80 },
    { measure: "accepted", target: null, reached: 20 },
    { measure: "replied", target: null, reached: 8 },
    { measure: "meetings", target: 4, reached: 5 },
    { measure: "clients", target: null, reached: 0 },
  ],
};

/** Four invitations on 6 October, one on 31 October, and figures of the statistics person Lotte. */
const serveDashboard = (server: FakeServer) => {
  const october = daysOf("2026-10", 31, { 6: 4, 31: 1 });
  server.handle(statisticsRoutes.invitations, () => ({
    invitationsSentToday: 0,
    invitationsInQueue: 0,
    invitationsOnHold: 0,
    invitationsAccepted: 0,
    totalInvitationsSent: 0,
  }));
  server.handle(statisticsRoutes.invitedPerDay, () => ({ chartData: october, totalSent: 5 }));
  server.handle(statisticsRoutes.acceptedPerDay, () => ({ chartData: october, totalAccepted: 5 }));
  server.handle(statisticsRoutes.invitedPerHour, () => ({ chartData: [{ hour: 0, count: 0 }], totalSentToday: 0 }));
  server.handle(statisticsRoutes.messages, () => ({
    icebreakersCreatedToday: 0,
    messagesSentToday: 0,
    messagesQueuedToday: 0,
    icebreakersToApproveLotte: 3,
  }));
  server.handle(statisticsRoutes.sentPerDay, () => ({ chartData: october, totalSent: 5 }));
  server.handle(statisticsRoutes.results, () => EMPTY_RESULTS);
  server.handle(statisticsRoutes.goals, () => GOALS);
  server.handle(statisticsRoutes.weeklyMail, () => ({ isOn: false }));
  server.handle(workflowsRoutes.list, () => []);
  server.handle(workflowsRoutes.stats, () => {
    const none = { totalRuns: 0, lastRun: null };
    const workflowBreakdown = { "allocate-leads": none, "add-to-search-queue": none, "move-from-on-hold": none };
    return { totalWorkflows: 3, successfulRuns: 0, lastActivity: null, workflowBreakdown };
  });
  server.handle(workflowsRoutes.queueCount, () => ({ queueCount: 0 }));
  server.handle(workflowsRoutes.readyToSend, () => ({ readyToSendCount: 0 }));
  server.handle(workflowsRoutes.personToday, () => ({ frankInvitationsToday: 21 }));
  server.handle(workflowsRoutes.personQueue, () => ({ frankInvitationsQueue: 51 }));
  server.handle(workflowsRoutes.personHold, () => ({ frankInvitationsHold: 0 }));
  server.handle(workflowsRoutes.personAccepted, () => ({ frankInvitationsAccepted: 0 }));
};

const chart = (name: string) => page.getByRole("figure", { name, exact: true });

const showDashboard = async (server: FakeServer, url = "/acties") => {
  serveDashboard(server);
  const screen = await renderScreen(<ManagementPage />, { url });
  await expect.element(chart(INVITED_PER_DAY)).toBeVisible();
  return screen;
};

const figure = (label: string) =>
  [...document.querySelectorAll("dl > div")].find((card) => card.querySelector("dt")?.textContent?.includes(label));

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("the figures of the statistics person are coloured by thresholds", async ({ server }) => {
  await showDashboard(server);
  const tone = (label: string) => figure(label)?.getAttribute("data-tone");
  await expect.poll(() => tone("Invitations Lotte vandaag")).toBe("danger");
  await expect.poll(() => tone("Invitations Lotte in de wachtrij")).toBe("success");
  await expect.poll(() => tone("Invitations Lotte on hold")).toBe("danger");
  await expect.poll(() => figure("Ice breakers goed te keuren Lotte")?.textContent).toContain("3");
});

test("months can be navigated across years, but not into the future", async ({ server }) => {
  const { currentUrl } = await showDashboard(server);
  const next = page.getByRole("button", { name: "Volgende maand" });
  const [year, month] = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Amsterdam" })
    .format()
    .split("-")
    .map(Number);
  const nameOfMonth = (monthsAgo: number) => {
    const name = new Date(Date.UTC(year ?? 0, (month ?? 0) - 1 - monthsAgo, 15)).toLocaleDateString("nl-NL", {
      month: "long",
      year: "numeric",
      timeZone: "UTC",
    });
    return page.getByText(`${name.charAt(0).toUpperCase()}${name.slice(1)}`, { exact: true });
  };
  await expect.element(nameOfMonth(0)).toBeVisible();
  await expect.element(next).toBeDisabled();
  for (let monthsAgo = 1; monthsAgo <= 13; monthsAgo++) {
    await page.getByRole("button", { name: "Vorige maand" }).click();
    await expect.element(nameOfMonth(monthsAgo)).toBeVisible();
  }
  await expect.poll(currentUrl).toMatch(/maand=20\d\d-\d\d/);
  await next.click();
  await expect.element(nameOfMonth(12)).toBeVisible();
});

describe("a chart", () => {
  const valueLabel = () => chart(INVITED_PER_DAY).element().querySelector("[data-value]")?.textContent;

  test("draws nothing for the days that are still to come", async ({ server }) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-10-06T12:00:00Z") });
    await showDashboard(server, "/acties?maand=2026-10");
    expect(chart(INVITED_PER_DAY).element().querySelectorAll("[data-bar]")).toHaveLength(6);
    await page.getByRole("button", { name: `Toon als tabel: ${INVITED_PER_DAY}` }).click();
    await expect.element(page.getByRole("row", { name: "6 oktober 2026 4" })).toBeVisible();
    expect(page.getByRole("row", { name: "7 oktober 2026" }).elements()).toHaveLength(0);
  });

  test("shows its values by pointer and by keyboard", async ({ server }) => {
    await showDashboard(server, "/acties?maand=2026-10");
    const bars = [...chart(INVITED_PER_DAY).element().querySelectorAll("[data-bar]")];
    expect(bars).toHaveLength(31);
    expect([5, 30, 0].map((nth) => bars[nth]?.getAttribute("height"))).toEqual(["70%", "17.5%", "3.5%"]);
    const bar = bars[5];
    if (!bar) throw new Error("no bar");
    // What is loaded later above the chart moves it away from the pointer.
    const hover = async () => {
      await userEvent.hover(bar, { force: true });
      return valueLabel();
    };
    await expect.poll(hover).toBe("6 oktober 2026: 4");
    await page.getByRole("button", { name: "Ververs data" }).hover();
    await expect.poll(valueLabel).toBeUndefined();

    const slider = chart(INVITED_PER_DAY).getByRole("slider");
    focus(slider);
    await expect.poll(valueLabel).toBe("31 oktober 2026: 1");
    await userEvent.keyboard("{Home}");
    await expect.poll(valueLabel).toBe("1 oktober 2026: 0");
    await userEvent.keyboard("{ArrowRight}");
    await expect.poll(valueLabel).toBe("2 oktober 2026: 0");
    await expect.element(slider).toHaveAttribute("aria-valuetext", "2 oktober 2026: 0");
  });

  test("is also a table", async ({ server }) => {
    await showDashboard(server, "/acties?maand=2026-10");
    await page.getByRole("button", { name: `Toon als tabel: ${INVITED_PER_DAY}` }).click();
    const table = page.getByRole("table", { name: INVITED_PER_DAY });
    await expect.poll(() => table.getByRole("row").elements()).toHaveLength(32);
    await expect.element(table.getByRole("row", { name: "6 oktober 2026 4" })).toBeVisible();
    await page.getByRole("button", { name: `Toon als grafiek: ${INVITED_PER_DAY}` }).click();
    await expect.element(chart(INVITED_PER_DAY)).toBeVisible();
  });

  test("that fails to load shows an error and can be retried", async ({ server }) => {
    serveDashboard(server);
    server.refuse(statisticsRoutes.sentPerDay, 500, "Er ging iets mis.");
    await renderScreen(<ManagementPage />);
    await expect.element(page.getByText("messages send kon niet worden geladen")).toBeVisible();
    server.handle(statisticsRoutes.sentPerDay, () => ({ chartData: daysOf("2026-10", 30), totalSent: 0 }));
    await page.getByRole("button", { name: "Opnieuw proberen" }).click();
    await expect.element(chart("messages send")).toBeVisible();
  });
});

test("a page without any figures shows one error, and its retry brings all sections back", async ({ server }) => {
  serveDashboard(server);
  const routes = [statisticsRoutes.results, statisticsRoutes.invitations, statisticsRoutes.messages];
  for (const route of [...routes, statisticsRoutes.sentPerDay])
    server.refuse(route, 500, "De database is niet bereikbaar.");
  await renderScreen(<ManagementPage />);
  await expect.element(page.getByText("De cijfers konden niet worden geladen")).toBeVisible();
  expect(page.getByRole("alert").elements()).toHaveLength(1);
  await expect.element(page.getByRole("alert")).toHaveTextContent("De database is niet bereikbaar.");
  serveDashboard(server);
  await page.getByRole("button", { name: "Opnieuw proberen" }).click();
  await expect.element(chart(INVITED_PER_DAY)).toBeVisible();
  await expect.element(chart("messages send")).toBeVisible();
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
});

test("the dialog of the goals stays open when the figures fail, and a retry keeps their error until one is loaded", async ({
  server,
}) => {
  serveDashboard(server);
  const routes = [statisticsRoutes.results, statisticsRoutes.invitations, statisticsRoutes.messages];
  for (const route of routes) server.refuse(route, 500, "De database is niet bereikbaar.");
  const releaseFigures = server.hold(statisticsRoutes.messages);
  await renderScreen(<ManagementPage />, { user: { role: "company_admin" } });
  await page.getByRole("button", { name: "Doelen instellen" }).click();
  const clients = page.getByRole("dialog", { name: "Doelen instellen" }).getByLabelText("Klanten");
  await clients.fill("2");
  releaseFigures();
  await expect.poll(() => document.body.textContent).toContain("De cijfers konden niet worden geladen");
  await expect.element(clients).toHaveValue("2");
  await page.getByRole("dialog").getByRole("button", { name: "Annuleren" }).click();
  await expect.element(page.getByRole("region", { name: "Beschikbare Acties" })).toBeVisible();

  serveDashboard(server);
  const releaseRetry = routes.map((route) => server.hold(route));
  const retry = page.getByRole("button", { name: "Opnieuw proberen" });
  await retry.click();
  await expect.element(retry).toHaveAttribute("aria-busy", "true");
  expect(page.getByRole("alert").elements()).toHaveLength(1);
  for (const release of releaseRetry) release();
  await expect.element(chart(INVITED_PER_DAY)).toBeVisible();
});

describe("Ververs data", () => {
  const button = page.getByRole("button", { name: "Ververs data" });

  test("reads Airtable, spins until all figures are refetched, and half a second longer", async ({ server }) => {
    await showDashboard(server);
    serveSyncRun(server, { status: "succeeded" });
    // The half second passes when the test lets it, however slow the machine is.
    const endings: (() => void)[] = [];
    const { setTimeout } = window;
    vi.spyOn(window, "setTimeout").mockImplementation(((run: () => void, ms?: number) =>
      ms === 500 ? endings.push(run) : setTimeout(run, ms)) as typeof window.setTimeout);
    const release = server.hold(statisticsRoutes.invitations);
    await button.click();
    await expect.element(button).toHaveAttribute("aria-busy", "true");
    release();
    await expectToast("Data ververst", "Alle cijfers zijn opnieuw opgehaald.");
    await expect.poll(() => endings).toHaveLength(1);
    await expect.element(button).toHaveAttribute("aria-busy", "true");
    for (const end of endings) end();
    await expect.element(button).not.toHaveAttribute("aria-busy");
  });

  test("says that the figures are old when Airtable cannot be read", async ({ server }) => {
    await showDashboard(server);
    serveSyncRun(server, { status: "failed", message: "Airtable is niet bereikbaar." });
    await button.click();
    await expectErrorToast("Airtable niet gelezen", "Airtable is niet bereikbaar.");
  });

  test("says what was left out when a part of Airtable could not be read", async ({ server }) => {
    await showDashboard(server);
    const message = "Synchronisatie voltooid met opmerkingen: 1 tabel overgeslagen (Queue). Verder: 0 gewijzigd.";
    serveSyncRun(server, { status: "partial", message });
    await button.click();
    await expectToast("Airtable deels gelezen", message);
  });

  test("shows an error when a figure cannot be refetched", async ({ server }) => {
    await showDashboard(server);
    server.refuse(airtableRoutes.sync, 409, "Airtable is nog niet ingesteld voor dit bedrijf.");
    server.breakRoute(statisticsRoutes.messages);
    await button.click();
    await expectErrorToast("Fout", "Kon de cijfers niet verversen. Probeer het opnieuw.");
  });
});

test.for([
  ["7", "Laatste 12 weken bekijken"],
  ["maand", "Laatste 12 weken bekijken"],
  ["84", "Leads uitnodigen"],
] as const)("an empty period of %s offers: %s", async ([period, link], { server }) => {
  await showDashboard(server, `/acties?periode=${period}`);
  await expect.element(page.getByRole("link", { name: link })).toBeVisible();
});

test("without sent messages there is one empty state with a next step; the last period is not complete", async ({
  server,
}) => {
  await showDashboard(server);
  await expect.element(page.getByText("In deze periode is er niets verstuurd.")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Leads uitnodigen" })).toHaveAttribute("href", "/all-leads");
  await expect.element(page.getByRole("list", { name: "Van uitnodiging tot klant" })).not.toBeInTheDocument();
  await expect.element(page.getByText(/\(loopt nog\), vergeleken met/)).toBeVisible();
  const left = (level: number) => page.getByRole("heading", { level }).first().element().getBoundingClientRect().left;
  expect(left(2)).toBe(left(1));
  expect(figure("Acceptatiegraad")).toBeUndefined();
});

test("on a phone Tab reaches the days of a free period after the buttons above them", async ({ server }) => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 900));
  await showDashboard(server, "/acties?periode=vrij");
  const firstDay = page.getByLabelText("Van", { exact: true });
  await expect.element(firstDay).toBeVisible();
  const refresh = page.getByRole("button", { name: "Ververs data" }).element();
  expect(refresh.compareDocumentPosition(firstDay.element()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

describe("one period for the whole page", () => {
  const RESULTS: ResultsOverview = {
    ...EMPTY_RESULTS,
    total: {
      current: {
        ...NO_RESULTS,
        invited: 40,
        accepted: 10,
        acceptanceRate: 0.25,
        sent: 20,
        replied: 5,
        replyRate: 0.25,
      },
      previous: NO_RESULTS,
    },
    endedInvitations: 12,
    outcomes: { current: { meetings: 3, clients: 1 }, previous: { meetings: 2, clients: 0 } },
    outcomesByManager: [{ name: "Lotte", current: { meetings: 3, clients: 1 }, previous: { meetings: 2, clients: 0 } }],
    byIndustry: [
      {
        name: "Bouw",
        current: { ...NO_RESULTS, invited: 40, accepted: 10, acceptanceRate: 0.25 },
        previous: NO_RESULTS,
      },
    ],
  };
  const step = (name: string) =>
    page.getByRole("list", { name: "Van uitnodiging tot klant" }).getByRole("listitem").filter({ hasText: name });

  test("shows the funnel with what is still open, per account manager and industry", async ({ server }) => {
    serveDashboard(server);
    server.handle(statisticsRoutes.results, () => RESULTS);
    await renderScreen(<ManagementPage />);
    await expect
      .element(step("Geaccepteerd"))
      .toHaveTextContent("1025,0% van 40 uitnodigingen, 12 niet geaccepteerd, 18 nog open · was 0");
    await expect.element(step("Beantwoord")).toHaveTextContent("525,0% van 20 berichten, 15 nog open");
    await expect
      .element(step("Meetings"))
      .toHaveTextContent("3gehouden in deze periode, los van de uitnodigingen · was 2");
    const bar = (name: string) => step(name).element().querySelector("rect:last-child")?.getAttribute("width");
    expect(["Uitgenodigd", "Geaccepteerd", "Beantwoord", "Meetings", "Klanten"].map(bar)).toEqual([
      "100%",
      "25%",
      "12.5%",
      "7.5%",
      "2.5%",
    ]);
    const results = page.getByRole("region", { name: "Resultaten" });
    await expect.element(results.getByRole("row", { name: /Lotte/ })).toHaveTextContent("was 2");
    await results.getByRole("tab", { name: "Per branche" }).click();
    await expect.element(results.getByRole("row", { name: /Bouw/ })).toHaveTextContent("25,0%");
  });

  test("the funnel counts one invitation and one message in the singular", async ({ server }) => {
    const one = { ...NO_RESULTS, invited: 1, accepted: 1, acceptanceRate: 1, sent: 1, replied: 1, replyRate: 1 };
    serveDashboard(server);
    server.handle(statisticsRoutes.results, () => ({
      ...RESULTS,
      total: { current: one, previous: NO_RESULTS },
      endedInvitations: 0,
    }));
    await renderScreen(<ManagementPage />);
    await expect.element(step("Geaccepteerd")).toHaveTextContent("100,0% van 1 uitnodiging, 0 nog open");
    await expect.element(step("Beantwoord")).toHaveTextContent("100,0% van 1 bericht, 0 nog open");
  });

  test("a difference has a colour only when the period has ended and the numbers are large enough", async ({
    server,
  }) => {
    const invited = (count: number, acceptanceRate: number) => ({ ...NO_RESULTS, invited: count, acceptanceRate });
    const answer = (isRunning: boolean): ResultsOverview => ({
      ...RESULTS,
      isRunning,
      byManager: [
        { name: "Bea", current: invited(40, 0.5), previous: invited(40, 0.25) },
        { name: "Cas", current: invited(4, 0.5), previous: invited(40, 0.25) },
      ],
    });
    serveDashboard(server);
    let isRunning = true;
    server.handle(statisticsRoutes.results, () => answer(isRunning));
    await renderScreen(<ManagementPage />);
    const difference = (name: string) => page.getByRole("row", { name }).getByText("+25,0 pp");
    await expect.element(difference("Bea")).toHaveTextContent("(nog niet te vergelijken met de vorige periode)");
    isRunning = false;
    await page.getByRole("combobox", { name: "Periode" }).click();
    await page.getByRole("option", { name: "Vorige maand" }).click();
    await expect.element(difference("Bea")).toHaveTextContent("(beter dan de vorige periode)");
    await expect.element(difference("Cas")).toHaveTextContent("(nog niet te vergelijken met de vorige periode)");
    expect([...difference("Bea").element().classList]).toContain("text-success");
    expect([...difference("Cas").element().classList]).toContain("text-muted-foreground");
  });

  test("is chosen in the header, by name or by days, and is in the URL", async ({ server }) => {
    const { currentUrl } = await showDashboard(server);
    const select = page.getByRole("combobox", { name: "Periode" });
    await select.click();
    await page.getByRole("option", { name: "Vorige maand" }).click();
    await expect
      .poll(() => server.requestsOf(statisticsRoutes.results).at(-1)?.query)
      .toEqual({ period: "last-month" });
    await expect.poll(currentUrl).toMatch(/periode=vorige-maand/);
    await expect.poll(currentUrl).toMatch(/maand=20\d\d-\d\d/);
    await select.click();
    await page.getByRole("option", { name: "Vrije periode" }).click();
    await page.getByRole("textbox", { name: "Van" }).fill("01-10-2025");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => server.requestsOf(statisticsRoutes.results).at(-1)?.query["from"]).toBe("2025-10-01");
  });
});

test("goals show what the month has reached; a company admin sets them", async ({ server }) => {
  serveDashboard(server);
  server.handle(statisticsRoutes.setGoals, () => GOALS);
  await renderScreen(<ManagementPage />, { user: { role: "company_admin" } });
  const section = page.getByRole("region", { name: "Doelen" });
  await expect.element(section.getByRole("listitem").nth(0)).toHaveTextContent("Uitgenodigd80 van 200");
  await expect.element(section.getByRole("listitem").nth(1)).toHaveTextContent("Meetings5 van 4");
  await section.getByRole("button", { name: "Doelen instellen" }).click();
  const dialog = page.getByRole("dialog", { name: "Doelen instellen" });
  await dialog.getByLabelText("Klanten").fill("2,5");
  const problem = dialog.getByText("Vul een heel getal van 1 tot en met 1.000.000 in, of laat het leeg.");
  await expect.element(problem).toBeVisible();
  await dialog.getByLabelText("Klanten").fill("2");
  await expect.element(problem).not.toBeInTheDocument();
  await dialog.getByLabelText("Uitgenodigd").fill("1.000.001");
  await expect.element(problem).toBeVisible();
  await dialog.getByLabelText("Uitgenodigd").fill("1.000.000");
  await expect.element(problem).not.toBeInTheDocument();
  await dialog.getByRole("button", { name: "Opslaan" }).click();
  await expectToast("Doelen opgeslagen", "Ze gelden voor elke kalendermaand.");
  expect(server.requestsOf(statisticsRoutes.setGoals)[0]?.body).toEqual({
    invited: 1_000_000,
    accepted: null,
    replied: null,
    meetings: 4,
    clients: 2,
  });
});

test("goals are set and the weekly mail is turned on with the keyboard", async ({ server }) => {
  serveDashboard(server);
  server.handle(statisticsRoutes.setGoals, () => GOALS);
  server.handle(statisticsRoutes.setWeeklyMail, () => ({ isOn: true }));
  await renderScreen(<ManagementPage />, { user: { role: "company_admin" } });
  const section = page.getByRole("region", { name: "Doelen" });
  const button = section.getByRole("button", { name: "Doelen instellen" });
  await expect.element(section.getByRole("listitem").first()).toBeVisible();
  await tabTo(button);
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("dialog").getByLabelText("Uitgenodigd")).toHaveFocus();
  await userEvent.keyboard("{Control>}a{/Control}1000{Control>}{Enter}{/Control}");
  await expectToast("Doelen opgeslagen", "Ze gelden voor elke kalendermaand.");
  await expect.element(button).toHaveFocus();
  expect(server.requestsOf(statisticsRoutes.setGoals)[0]?.body).toMatchObject({ invited: 1000 });
  await expect.element(page.getByRole("switch", { name: /^Weekmail/ })).toBeEnabled();
  await tabTo(page.getByRole("switch", { name: /^Weekmail/ }));
  await userEvent.keyboard(" ");
  await expectToast("Weekmail aan", "Je krijgt elke maandag de resultaten van de week ervoor.");
});

test("on a phone the page fits, and its period and goals are changed with taps", async ({ server }) => {
  await setWidth(390);
  serveDashboard(server);
  server.handle(statisticsRoutes.setGoals, () => GOALS);
  const { currentUrl } = await renderScreen(<ManagementPage />, { user: { role: "company_admin" } });
  await expect.element(chart(INVITED_PER_DAY)).toBeVisible();
  expectNoSidewaysScroll();
  await page.getByRole("combobox", { name: "Periode" }).click();
  await page.getByRole("option", { name: "Vorige maand" }).click();
  await expect.poll(currentUrl).toContain("periode=");
  await page.getByRole("button", { name: "Doelen instellen" }).click();
  const dialog = page.getByRole("dialog", { name: "Doelen instellen" });
  await dialog.getByLabelText("Uitgenodigd").fill("1.000");
  expectNoSidewaysScroll();
  await dialog.getByRole("button", { name: "Opslaan" }).click();
  await expectToast("Doelen opgeslagen", "Ze gelden voor elke kalendermaand.");
});

test.for([1280, 390] as const)(
  "the dialog of the goals is accessible in both themes, at %i pixels",
  async (width, { server }) => {
    await setWidth(width);
    serveDashboard(server);
    await renderScreen(<ManagementPage />, { user: { role: "company_admin" } });
    await page.getByRole("button", { name: "Doelen instellen" }).click();
    await expect.element(page.getByRole("dialog").getByLabelText("Uitgenodigd")).toBeVisible();
    await expectAccessible();
  },
);

test("a tap opens the explanation of a percentage", async ({ server }) => {
  serveDashboard(server);
  const total = { current: { ...NO_RESULTS, invited: 1 }, previous: NO_RESULTS };
  server.handle(statisticsRoutes.results, () => ({ ...EMPTY_RESULTS, total }));
  await renderScreen(<ManagementPage />);
  const help = page.getByRole("button", { name: /^Wat betekent/ }).first();
  await expect.element(help).toBeVisible();
  const touch = { bubbles: true, pointerType: "touch" };
  for (const type of ["pointerover", "pointerdown", "pointerup", "pointerout"])
    help.element().dispatchEvent(new PointerEvent(type, touch));
  await expect.element(page.getByRole("tooltip")).toBeVisible();
});

test("the weekly mail is turned on", async ({ server }) => {
  await showDashboard(server);
  server.handle(statisticsRoutes.setWeeklyMail, () => ({ isOn: true }));
  server.handle(statisticsRoutes.weeklyMail, () => ({ isOn: true }));
  const choice = page.getByRole("switch", { name: /^Weekmail/ });
  await choice.click();
  await expectToast("Weekmail aan", "Je krijgt elke maandag de resultaten van de week ervoor.");
  await expect.element(choice).toBeChecked();
});
