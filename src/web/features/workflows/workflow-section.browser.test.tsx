import { afterEach, beforeEach, describe, expect, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { airtableRoutes } from "#contract/airtable.ts";
import { type SenderAccount, sendersRoutes } from "#contract/senders.ts";
import { WORKFLOW_IDS, WORKFLOWS, type Workflow, workflowsRoutes } from "#contract/workflows.ts";
import { expectErrorToast, expectToast, focus, renderScreen, test } from "#web/testing/component-test.tsx";
import { type FakeServer, serveSyncRun } from "#web/testing/fake-server.ts";
import { buildSender } from "#web/testing/sender.fixture.ts";
import { WorkflowSection } from "./workflow-section.tsx";

const ALLOCATE = "Allocate Leads";
const SEARCH = "Toevoegen items aan lead search Que";
const HOLD = "Move Items from On Hold";

const buildWorkflows = (first: Partial<Workflow> = {}): Workflow[] =>
  WORKFLOW_IDS.map((id, index) => ({
    id,
    ...WORKFLOWS[id],
    status: "active",
    webhookUrl: "https://automation.example/webhook/1",
    totalRuns: 0,
    lastRun: null,
    lastOutcome: null,
    ...(index === 0 ? first : {}),
  }));

const showCards = async (server: FakeServer, first?: Partial<Workflow>) => {
  server.handle(workflowsRoutes.list, () => buildWorkflows(first));
  await renderScreen(<WorkflowSection />);
  await expect.element(page.getByRole("heading", { name: ALLOCATE })).toBeVisible();
};

const card = (name: string) => page.getByRole("listitem").filter({ hasText: name });
const startButton = (name: string) => page.getByRole("button", { name: `Start ${name}` });
const dragHandle = (name: string) => page.getByRole("button", { name: `Verplaats ${name}` });
const announcement = page.getByRole("region", { name: "Beschikbare Acties" }).getByRole("status");
const order = () =>
  page
    .getByRole("heading", { level: 3 })
    .elements()
    .map(({ textContent }) => textContent);

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("a card", () => {
  test("shows the number of runs, the last run and its outcome", async ({ server }) => {
    await showCards(server, { totalRuns: 1200, lastRun: "2026-11-14T08:30:00.000Z", lastOutcome: "failed" });
    await expect.element(card(ALLOCATE)).toHaveTextContent("Aantal keer gestart1.200");
    await expect.element(card(ALLOCATE)).toHaveTextContent("14 november 2026 09:30");
    await expect.element(card(ALLOCATE).getByText("Mislukt")).toBeVisible();
    await expect.element(card(HOLD)).toHaveTextContent("Nog niet gestart");
  });

  test("of a workflow with a form shows that the form was opened, because its outcome is not known", async ({
    server,
  }) => {
    await showCards(server, {
      webhookUrl: "https://automation.example/form/1",
      lastRun: "2026-11-14T08:30:00.000Z",
      lastOutcome: "unknown",
    });
    await expect.element(card(ALLOCATE).getByText("Formulier geopend")).toBeVisible();
    await expect.element(card(ALLOCATE).getByText("Onbekend")).not.toBeInTheDocument();
  });
});

describe("starting", () => {
  test("sends the URL that the screen shows, and is busy meanwhile", async ({ server }) => {
    await showCards(server);
    server.handle(workflowsRoutes.trigger, () => ({ runId: "1", outcome: "started" as const, message: "Gestart" }));
    // Two seconds later, which is within the test on a slow machine.
    server.handle(airtableRoutes.sync, () => new Promise<never>(() => undefined));
    const release = server.hold(workflowsRoutes.trigger);
    await startButton(ALLOCATE).click();
    await expect.element(page.getByRole("button", { name: "Wordt gestart..." })).toHaveAttribute("aria-busy", "true");
    release();
    await expectToast("Workflow gestart!", `${ALLOCATE} is succesvol opgestart.`);
    expect(server.requestsOf(workflowsRoutes.trigger)[0]?.body).toMatchObject({
      workflowId: "allocate-leads",
      webhookUrl: "https://automation.example/webhook/1",
      data: { triggered_by: "dashboard", workflow_name: ALLOCATE },
    });
  });

  test("without a URL says so, sends nothing and shows an error", async ({ server }) => {
    await showCards(server, { webhookUrl: null });
    await expect.element(card(ALLOCATE).getByText("Niet ingesteld")).toBeVisible();
    await expect.element(card(HOLD).getByText("Niet ingesteld")).not.toBeInTheDocument();
    expect(page.getByText(/stelt je platformbeheerder in/).elements()).toHaveLength(1);
    await expect.element(startButton(ALLOCATE)).toHaveAttribute("aria-disabled", "true");
    // A plain click waits until the button is enabled.
    await startButton(ALLOCATE).click({ force: true });
    await expectErrorToast("Workflow niet geconfigureerd", "Deze workflow heeft nog geen webhook URL ingesteld.");
    expect(server.requestsOf(workflowsRoutes.trigger)).toEqual([]);
  });

  test("inside the product needs no URL, and shows first what it would do", async ({ server }) => {
    server.handle(workflowsRoutes.runBuiltIn, () => ({ count: 0, senders: [], message: "" }));
    await showCards(server, { webhookUrl: null, isBuiltIn: true });
    await expect.element(card(ALLOCATE).getByText("Niet ingesteld")).not.toBeInTheDocument();
    await startButton(ALLOCATE).click();
    const dialog = page.getByRole("dialog", { name: ALLOCATE });
    await expect
      .element(dialog)
      .toHaveTextContent("Er zijn geen leads zonder accountmanager die benaderd mogen worden.");
    // Leads that came since then are there when it is opened again.
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog).not.toBeInTheDocument();
    server.handle(workflowsRoutes.runBuiltIn, ({ body: { count = 0 } }) => ({
      count,
      senders: [{ name: "Anna", count }],
      message: "",
    }));
    await startButton(ALLOCATE).click();
    await expect.element(dialog.getByRole("row", { name: "Anna 50" })).toBeVisible();
    // Nothing is started while the table shows another choice.
    const release = server.hold(workflowsRoutes.runBuiltIn);
    await dialog.getByLabelText("Hooguit zoveel leads").click();
    await page.getByRole("option", { name: "100", exact: true }).click();
    await expect.element(dialog.getByRole("button", { name: "Start" })).toBeDisabled();
    release();
    await expect.element(dialog.getByRole("row", { name: "Anna 100" })).toBeVisible();
    await expect.element(dialog.getByRole("button", { name: "Start" })).toBeEnabled();
  });

  test("with nothing to take off hold names the senders whose invitations count", async ({ server }) => {
    server.handle(workflowsRoutes.runBuiltIn, () => ({ count: 0, senders: [], message: "" }));
    server.handle(workflowsRoutes.list, () =>
      buildWorkflows().map((workflow) => ({ ...workflow, webhookUrl: null, isBuiltIn: true })),
    );
    await renderScreen(<WorkflowSection />);
    await startButton(HOLD).click();
    const text = "Er staan geen uitnodigingen in de wacht van afzenders met een LinkedIn-account.";
    await expect.element(page.getByRole("dialog", { name: HOLD })).toHaveTextContent(text);
  });

  test("divides leads by shares that the user gives, with a preview", async ({ server }) => {
    const account: SenderAccount = {
      name: "x",
      status: "ok",
      tier: "paid",
      problem: null,
      connectedAt: "2026-11-01T09:00:00.000Z",
    };
    server.handle(sendersRoutes.list, () => [buildSender("Anna", { account }), buildSender("Bram", { account })]);
    server.handle(workflowsRoutes.runBuiltIn, ({ body }) => ({
      count: 10,
      senders: [{ name: "Anna", count: body.shares?.["Anna"] ?? 5 }],
      message: "10 leads verdeeld.",
    }));
    await showCards(server, { webhookUrl: null, isBuiltIn: true });
    await startButton(ALLOCATE).click();
    const dialog = page.getByRole("dialog", { name: ALLOCATE });
    await dialog.getByLabelText("Verdelen").click();
    await page.getByRole("option", { name: "Eigen verdeling" }).click();
    await dialog.getByLabelText("Anna").fill("70");
    await expect.element(dialog.getByRole("row", { name: "Anna 70" })).toBeVisible();
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expectToast("Workflow gestart!", "10 leads verdeeld.");
    expect(server.requestsOf(workflowsRoutes.runBuiltIn).at(-1)?.body).toMatchObject({
      by: "share",
      shares: { Anna: 70, Bram: 50 },
    });
  });

  test("shows the server's error message, or a general text without a connection", async ({ server }) => {
    await showCards(server);
    server.refuse(workflowsRoutes.trigger, 409, "Het adres van deze workflow is gewijzigd.");
    await startButton(ALLOCATE).click();
    await expectErrorToast("Fout bij starten workflow", "Het adres van deze workflow is gewijzigd.");
    server.breakRoute(workflowsRoutes.trigger);
    await startButton(ALLOCATE).click();
    await expectErrorToast("Fout bij starten workflow", "Er ging iets mis bij het opstarten van de workflow.");
  });

  test("says so when the figures could not be refetched afterwards", async ({ server }) => {
    await showCards(server);
    serveSyncRun(server, { status: "succeeded" });
    server.handle(workflowsRoutes.trigger, () => ({ runId: "1", outcome: "started" as const, message: "Gestart" }));
    server.breakRoute(workflowsRoutes.list);
    await startButton(ALLOCATE).click();
    await expectToast("Workflow gestart!", `${ALLOCATE} is succesvol opgestart.`);
    await expectErrorToast("Fout", "Kon de cijfers niet verversen. Probeer het opnieuw.");
  });
});

describe("a workflow with a form", () => {
  const FORM = { webhookUrl: "https://automation.example/form/1" };

  test("shows an error when the browser blocks the pop-up", async ({ server }) => {
    await showCards(server, FORM);
    vi.spyOn(window, "open").mockReturnValue(null);
    await startButton(ALLOCATE).click();
    await expectErrorToast("Pop-up geblokkeerd", "Sta pop-ups toe voor deze site en probeer opnieuw.");
  });

  test("reads Airtable two seconds after the pop-up is closed, and then refetches the figures", async ({ server }) => {
    await showCards(server, FORM);
    serveSyncRun(server, { status: "succeeded" });
    server.handle(workflowsRoutes.openForm, () => ({ runId: "1" }));
    const popup = { closed: false, opener: window };
    vi.spyOn(window, "open").mockReturnValue(popup as unknown as Window);
    vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "clearTimeout", "clearInterval"] });
    const reads = () => server.requestsOf(workflowsRoutes.list).length;
    (startButton(ALLOCATE).element() as HTMLElement).click();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(popup.opener).toBeNull();
    expect(reads()).toBe(1);
    popup.closed = true;
    await vi.advanceTimersByTimeAsync(1000);
    await vi.advanceTimersByTimeAsync(1999);
    expect(server.requestsOf(airtableRoutes.sync)).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    await vi.waitFor(() => expect(reads()).toBe(2));
    expect(server.requestsOf(airtableRoutes.sync)[0]?.body).toEqual({ follow: true });
    await vi.advanceTimersByTimeAsync(100);
    vi.useRealTimers();
    await expectToast("Dashboard bijgewerkt", "Alle cijfers zijn opnieuw opgehaald.");
  });
});

test("everything on the cards can be reached with Tab", async ({ server }) => {
  await showCards(server);
  focus(dragHandle(ALLOCATE));
  for (const name of [ALLOCATE, SEARCH, HOLD]) {
    await expect.element(dragHandle(name)).toHaveFocus();
    await userEvent.keyboard("{Tab}");
    await expect.element(startButton(name)).toHaveFocus();
    await userEvent.keyboard("{Tab}");
  }
});

describe("reordering with the keyboard", () => {
  /** dnd-kit moves 25 pixels a key press: press until the card is over the next position. */
  const moveRightUntil = (text: string) =>
    expect
      .poll(async () => {
        await userEvent.keyboard("{ArrowRight}");
        return announcement.element().textContent;
      })
      .toBe(text);

  test("announces each position, stores the order and keeps the focus", async ({ server }) => {
    await showCards(server);
    focus(dragHandle(ALLOCATE));
    await userEvent.keyboard(" ");
    await expect.element(dragHandle(ALLOCATE)).toHaveAttribute("aria-pressed", "true");
    await expect.element(announcement).toHaveTextContent(`${ALLOCATE} opgepakt, op positie 1 van 3.`);
    await moveRightUntil(`${ALLOCATE} boven positie 2 van 3.`);
    await userEvent.keyboard(" ");
    await expectToast("Workflow volgorde aangepast", `${ALLOCATE} is verplaatst naar positie 2.`);
    await expect.poll(order).toEqual([SEARCH, ALLOCATE, HOLD]);
    await expect.element(dragHandle(ALLOCATE)).toHaveFocus();
    await expect
      .poll(() => Object.values(localStorage))
      .toContain("add-to-search-queue,allocate-leads,move-from-on-hold");
  });

  test("Escape leaves the order as it was", async ({ server }) => {
    await showCards(server);
    focus(dragHandle(ALLOCATE));
    await userEvent.keyboard(" ");
    await expect.element(dragHandle(ALLOCATE)).toHaveAttribute("aria-pressed", "true");
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(card(ALLOCATE)).toHaveStyle({ translate: "25px" });
    await moveRightUntil(`${ALLOCATE} boven positie 2 van 3.`);
    await userEvent.keyboard("{Escape}");
    await expect.element(announcement).toHaveTextContent(`${ALLOCATE} blijft op positie 1 van 3.`);
    expect(order()).toEqual([ALLOCATE, SEARCH, HOLD]);
    await expect.element(dragHandle(ALLOCATE)).toHaveAttribute("aria-pressed", "false");
    await expect.poll(() => getComputedStyle(card(ALLOCATE).element()).translate).not.toMatch(/px/);
  });
});

test("workflows that fail to load show an error and can be retried", async ({ server }) => {
  server.refuse(workflowsRoutes.list, 503, "De server is even niet bereikbaar.");
  await renderScreen(<WorkflowSection />);
  await expect.element(page.getByText("De workflows konden niet worden geladen")).toBeVisible();
  server.handle(workflowsRoutes.list, () => buildWorkflows());
  await page.getByRole("button", { name: "Opnieuw proberen" }).click();
  await expect.element(startButton(HOLD)).toBeVisible();
});
