import { describe, expect } from "vitest";
import { page, userEvent } from "vitest/browser";
import { CHECKLIST_STEPS, overviewRoutes } from "#contract/overview.ts";
import { type Task, tasksRoutes } from "#contract/tasks.ts";
import { expectFocusWithin, renderScreen, test } from "#web/testing/component-test.tsx";
import type { FakeServer } from "#web/testing/fake-server.ts";
import { expectAccessible, expectNoSidewaysScroll, setWidth, tabTo } from "#web/testing/journey.ts";
import { Checklist } from "./checklist.tsx";
import { TodayBar } from "./today-bar.tsx";

const TASK: Task = {
  id: "00000000-0000-4000-8000-000000000001",
  text: "Offerte sturen",
  dueOn: "2020-01-01",
  ownerId: null,
  ownerName: "Anna Bakker",
  meetingId: null,
  meetingName: "Intake",
  leadId: null,
  leadName: null,
  isDone: false,
};

test("one line says what waits; opened it shows tasks, yesterday and problems, and stays open", async ({ server }) => {
  server.handle(overviewRoutes.counts, () => ({
    iceBreakers: 11,
    followUps: 1,
    overdue: 1,
    hasMoreOverdue: false,
    newMeetings: 0,
    tasks: 1,
    isNewCompany: false,
    isFirstSync: false,
  }));
  server.handle(overviewRoutes.today, () => ({
    assigned: { iceBreakers: 2, followUps: 0 },
    yesterday: { sent: 8, invited: 3, accepted: 2, replies: 1 },
    problems: [{ kind: "failed_sends" as const, text: "2 berichten zijn niet verstuurd." }],
  }));
  server.handle(tasksRoutes.list, () => [TASK]);
  server.handle(tasksRoutes.change, () => ({ ...TASK, isDone: true }));
  const { unmount } = await renderScreen(<TodayBar />);
  const bar = page.getByRole("button", { name: /^Vandaag/ });
  await expect
    .element(bar)
    .toHaveTextContent("Vandaag12 berichten te beoordelen · 1 bericht over tijd · 1 taak voor vandaag");
  await setWidth(390);
  await expect.element(bar).toHaveTextContent("Vandaag12 berichten · 1 over tijd · 1 taak");
  await setWidth(1280);
  await bar.click();
  await expect.element(page.getByText("2 berichten zijn niet verstuurd.")).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Ice breakers aan jou toegewezen" }))
    .toHaveAttribute("href", "/?accountmanager=%40mijn");
  await expect.element(page.getByText("Follow-ups aan jou toegewezen")).not.toBeInTheDocument();
  await expect
    .element(page.getByRole("link", { name: "Bekijk ze" }))
    .toHaveAttribute("href", "/messages-queued?status=problem");
  await page.getByRole("checkbox", { name: "Offerte sturen is klaar" }).click();
  await expect.poll(() => server.requestsOf(tasksRoutes.change)[0]?.body).toEqual({ isDone: true });
  await unmount();
  await renderScreen(<TodayBar />);
  await expect.element(bar).toHaveAttribute("aria-expanded", "true");
  await bar.click();
  await expect.element(page.getByText("2 berichten zijn niet verstuurd.")).not.toBeInTheDocument();
});

test("the open bar is as high while it loads as on a quiet day", async ({ server }) => {
  const releases = [server.hold(overviewRoutes.today), server.hold(tasksRoutes.list)];
  await renderScreen(<TodayBar />);
  const bar = page.getByRole("region", { name: "Vandaag" });
  await bar.getByRole("button", { name: /^Vandaag/ }).click();
  await expect.element(bar.getByRole("link", { name: "Nieuwe meetings" })).toBeVisible();
  await expect.element(bar.getByRole("heading", { name: "Gisteren" })).toBeVisible();
  const heightOfBar = () => bar.element().getBoundingClientRect().height;
  const heightWhileLoading = heightOfBar();
  for (const release of releases) release();
  await expect.element(bar.getByText("Geen problemen.")).toBeVisible();
  await expect.element(bar.getByText("Geen open taken.")).toBeVisible();
  expect(heightOfBar()).toBe(heightWhileLoading);
});

/** A day with work in each part of the bar; tasks that are done or removed leave the list, as on the real server. */
const serveBusyDay = (server: FakeServer) => {
  let tasks = ["Offerte sturen", "Nabellen", "Contract opstellen"].map((text, index) => ({
    ...TASK,
    id: `00000000-0000-4000-8000-00000000000${index + 1}`,
    text,
  }));
  const remove = (id: string | undefined) => {
    tasks = tasks.filter((task) => task.id !== id);
  };
  server.handle(tasksRoutes.list, () => tasks);
  server.handle(tasksRoutes.change, ({ params }) => {
    remove(params["id"]);
    return { ...TASK, isDone: true };
  });
  server.handle(tasksRoutes.remove, ({ params }) => {
    remove(params["id"]);
    return undefined;
  });
  server.handle(overviewRoutes.today, () => ({
    assigned: { iceBreakers: 2, followUps: 0 },
    yesterday: { sent: 8, invited: 3, accepted: 2, replies: 1 },
    problems: [
      { kind: "failed_sends" as const, text: "2 berichten zijn niet verstuurd." },
      { kind: "accounts" as const, text: "LinkedIn werkt niet voor Beatrijs van der Heijden-Oosterveld." },
    ],
  }));
};

test("the bar is opened, and its tasks are done and removed, with the keyboard", async ({ server }) => {
  serveBusyDay(server);
  await renderScreen(<TodayBar />);
  await tabTo(page.getByRole("button", { name: /^Vandaag/ }));
  await userEvent.keyboard("{Enter}");
  await tabTo(page.getByRole("link", { name: "Ice breakers aan jou toegewezen" }));
  await tabTo(page.getByRole("checkbox", { name: "Offerte sturen is klaar" }));
  await userEvent.keyboard(" ");
  // The next task, so that the user can go on.
  await expect.element(page.getByRole("checkbox", { name: "Nabellen is klaar" })).toHaveFocus();
  await tabTo(page.getByRole("button", { name: "Taak Nabellen verwijderen" }));
  await userEvent.keyboard("{Enter}");
  const question = page.getByRole("alertdialog", { name: "Taak verwijderen?" });
  await expect.element(question.getByRole("button", { name: "Annuleren" })).toHaveFocus();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(page.getByRole("button", { name: "Taak Contract opstellen verwijderen" })).toHaveFocus();
  await tabTo(page.getByRole("checkbox", { name: "Contract opstellen is klaar" }), "{Shift>}{Tab}{/Shift}");
  await userEvent.keyboard(" ");
  await expect.element(page.getByText("Geen open taken.")).toBeVisible();
  await tabTo(page.getByRole("link", { name: "Bekijk ze" }));
  await tabTo(page.getByRole("button", { name: /^Vandaag/ }), "{Shift>}{Tab}{/Shift}");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Geen open taken.")).not.toBeInTheDocument();
});

test("a task that is done with the mouse does not move the focus to the next one, which a space would mark as done too", async ({
  server,
}) => {
  serveBusyDay(server);
  await renderScreen(<TodayBar />);
  await page.getByRole("button", { name: /^Vandaag/ }).click();
  await page.getByRole("checkbox", { name: "Offerte sturen is klaar" }).click();
  await expect.element(page.getByText("Offerte sturen")).not.toBeInTheDocument();
  await expect.element(page.getByRole("checkbox", { name: "Nabellen is klaar" })).not.toHaveFocus();
});

test("on a phone the open bar fits, and a task is done with a tap", async ({ server }) => {
  await setWidth(390);
  serveBusyDay(server);
  await renderScreen(<TodayBar />);
  await page.getByRole("button", { name: /^Vandaag/ }).click();
  await expect.element(page.getByText("2 berichten zijn niet verstuurd.")).toBeVisible();
  await expect.element(page.getByRole("checkbox", { name: "Offerte sturen is klaar" })).toBeVisible();
  expectNoSidewaysScroll();
  await page.getByRole("checkbox", { name: "Offerte sturen is klaar" }).click();
  await expect.element(page.getByText("Offerte sturen")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Taak Nabellen verwijderen" }).click();
  await expect.element(page.getByRole("alertdialog")).toBeVisible();
  expectNoSidewaysScroll();
  await page.getByRole("alertdialog").getByRole("button", { name: "Verwijderen" }).click();
  await expect.element(page.getByText("Nabellen")).not.toBeInTheDocument();
});

test.for([1280, 390] as const)("the open bar is accessible in both themes, at %i pixels", async (width, { server }) => {
  await setWidth(width);
  serveBusyDay(server);
  await renderScreen(<TodayBar />);
  await page.getByRole("button", { name: /^Vandaag/ }).click();
  await expect.element(page.getByText("2 berichten zijn niet verstuurd.")).toBeVisible();
  await expect.element(page.getByRole("checkbox", { name: "Offerte sturen is klaar" })).toBeVisible();
  await expectAccessible();
});

test.for([
  ["company_admin", "a link to where they solve it"],
  ["user", "who solves it"],
] as const)("problems that an admin solves show a %s %s", async ([role], { server }) => {
  server.handle(overviewRoutes.today, () => ({
    assigned: { iceBreakers: 0, followUps: 0 },
    yesterday: { sent: 0, invited: 0, accepted: 0, replies: 0 },
    problems: [
      { kind: "conflicts" as const, text: "2 verschillen met Airtable wachten op een keuze." },
      { kind: "accounts" as const, text: "LinkedIn werkt niet voor Bea." },
    ],
  }));
  await renderScreen(<TodayBar />, { user: { role } });
  await page.getByRole("button", { name: /^Vandaag/ }).click();
  const problem = page.getByRole("listitem").filter({ hasText: "2 verschillen" });
  await expect.element(problem).toBeVisible();
  const account = page.getByRole("link", { name: "Bekijk de accounts" });
  await expect.element(account).toHaveAttribute("href", "/company-admin#linkedin");
  if (role === "user") {
    await expect.element(problem).toHaveTextContent("Dit doet een beheerder van je bedrijf.");
    expect(problem.getByRole("link").elements()).toEqual([]);
  } else {
    const link = problem.getByRole("link", { name: "Kies wat klopt" });
    await expect.element(link).toHaveAttribute("href", "/company-admin#synchronisatie");
  }
});

test("numbers that fail to load show an error, and can be retried", async ({ server }) => {
  server.breakRoute(overviewRoutes.counts);
  await renderScreen(<TodayBar />);
  await page.getByRole("button", { name: /^Vandaag/ }).click();
  await expect.element(page.getByText("De aantallen konden niet worden geladen")).toBeVisible();
  const counts = { iceBreakers: 4, followUps: 0, overdue: 0, hasMoreOverdue: false, newMeetings: 0, tasks: 0 };
  server.handle(overviewRoutes.counts, () => ({ ...counts, isNewCompany: false, isFirstSync: false }));
  await page.getByRole("button", { name: "Opnieuw proberen" }).click();
  await expect.element(page.getByText("4 berichten te beoordelen")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Ice breakers te beoordelen" })).toBeVisible();
});

test("a quiet day says so", async ({ server }) => {
  server.handle(overviewRoutes.counts, () => ({
    iceBreakers: 0,
    followUps: 0,
    overdue: 0,
    hasMoreOverdue: false,
    newMeetings: 0,
    tasks: 0,
    isNewCompany: false,
    isFirstSync: false,
  }));
  await renderScreen(<TodayBar />);
  await expect.element(page.getByText("Er wacht niets op je.")).toBeVisible();
});

test("while the first sync of a company runs, the bar says so", async ({ server }) => {
  const counts = { iceBreakers: 0, followUps: 0, overdue: 0, hasMoreOverdue: false, newMeetings: 0, tasks: 0 };
  server.handle(overviewRoutes.counts, () => ({ ...counts, isNewCompany: true, isFirstSync: true }));
  await renderScreen(<TodayBar />);
  await expect.element(page.getByText("De eerste synchronisatie met Airtable loopt.")).toBeVisible();
});

test("more late messages than were counted have a plus", async ({ server }) => {
  server.handle(overviewRoutes.counts, () => ({
    iceBreakers: 0,
    followUps: 0,
    overdue: 2000,
    hasMoreOverdue: true,
    newMeetings: 0,
    tasks: 0,
    isNewCompany: false,
    isFirstSync: false,
  }));
  await renderScreen(<TodayBar />);
  await expect.element(page.getByText("2.000+ berichten over tijd")).toBeVisible();
});

describe("the first steps of a new company", () => {
  const section = page.getByRole("region", { name: "Aan de slag" });

  test("show what is done and where the next step is; a company admin hides them", async ({ server }) => {
    server.handle(overviewRoutes.checklist, () => ({ done: ["logo" as const, "leads" as const] }));
    server.handle(overviewRoutes.hideChecklist, () => ({ message: "De lijst is verborgen." }));
    await renderScreen(<Checklist />, { user: { role: "company_admin" } });
    await expect.element(section).toHaveTextContent("2 van 6 stappen klaar");
    await expect.element(section.getByRole("listitem").nth(0)).toHaveTextContent("Logo toevoegen (klaar)");
    await expect.element(section.getByRole("listitem").nth(1)).toHaveAttribute("aria-current", "true");
    const invite = section.getByRole("link", { name: "Collega uitnodigen" });
    await expect.element(invite).toHaveAttribute("href", "/company-admin#gebruikers");
    await section.getByRole("button", { name: "Eerste stappen verbergen" }).click();
    await page.getByRole("button", { name: "Verbergen", exact: true }).click();
    await expect.poll(() => server.requestsOf(overviewRoutes.hideChecklist)).toHaveLength(1);
  });

  test("tell other users which steps an admin does, and disappear after the last step", async ({ server }) => {
    server.handle(overviewRoutes.checklist, () => ({ done: ["logo" as const] }));
    const { client } = await renderScreen(<Checklist />, { user: { role: "user" } });
    await expect
      .element(section.getByRole("listitem").nth(1))
      .toHaveTextContent("Dit doet een beheerder van je bedrijf.");
    await expect.element(section.getByRole("link", { name: "Prompt maken" })).toHaveAttribute("href", "/prompts");
    await expect.element(section.getByRole("button")).not.toBeInTheDocument();
    server.handle(overviewRoutes.checklist, () => ({ done: [...CHECKLIST_STEPS] }));
    await client.invalidateQueries({ queryKey: ["overview"] });
    await expect.element(section).not.toBeInTheDocument();
  });

  test("are followed and hidden with the keyboard", async ({ server }) => {
    server.handle(overviewRoutes.checklist, () => ({ done: ["logo" as const] }));
    server.handle(overviewRoutes.hideChecklist, () => ({ message: "De lijst is verborgen." }));
    const { currentUrl } = await renderScreen(<Checklist />, { user: { role: "company_admin" } });
    await tabTo(section.getByRole("button", { name: "Eerste stappen verbergen" }));
    await userEvent.keyboard("{Enter}");
    await expectFocusWithin(page.getByRole("alertdialog"));
    await userEvent.keyboard("{Escape}");
    await expect.element(section.getByRole("button", { name: "Eerste stappen verbergen" })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expectFocusWithin(page.getByRole("alertdialog"));
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.poll(() => server.requestsOf(overviewRoutes.hideChecklist)).toHaveLength(1);
    await tabTo(section.getByRole("link", { name: "Collega uitnodigen" }));
    await userEvent.keyboard("{Enter}");
    await expect.poll(currentUrl).toBe("/company-admin#gebruikers");
  });

  test.for([1280, 390] as const)("fit and are accessible in both themes, at %i pixels", async (width, { server }) => {
    await setWidth(width);
    server.handle(overviewRoutes.checklist, () => ({ done: ["logo" as const] }));
    await renderScreen(<Checklist />, { user: { role: "company_admin" } });
    await expect.element(section).toBeVisible();
    expectNoSidewaysScroll();
    await expectAccessible();
    await section.getByRole("button", { name: "Eerste stappen verbergen" }).click();
    await expect.element(page.getByRole("alertdialog")).toBeVisible();
    await expectAccessible();
  });
});
