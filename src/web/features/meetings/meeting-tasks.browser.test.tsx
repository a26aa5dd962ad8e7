import { expect } from "vitest";
import { page, userEvent } from "vitest/browser";
import { meetingsRoutes } from "#contract/meetings.ts";
import { type Task, tasksRoutes } from "#contract/tasks.ts";
import { usersRoutes } from "#contract/users.ts";
import { expectErrorToast, expectFocusWithin, renderScreen, test } from "#web/testing/component-test.tsx";
import { type FakeServer, listResponse } from "#web/testing/fake-server.ts";
import { expectAccessible, expectNoSidewaysScroll, setWidth, tabTo } from "#web/testing/journey.ts";
import { buildMeeting } from "#web/testing/meeting.fixture.ts";
import { MeetingsPage } from "./meetings.page.tsx";

const card = page.getByRole("article", { name: "Kennismaking" });
const toggle = card.getByRole("button", { name: /^Taken/ });
const field = card.getByRole("textbox", { name: "Taak" });
const checkbox = (text: string) => card.getByRole("checkbox", { name: `${text} is klaar` });

/** A meeting with two action items; its tasks are kept, as by the real server. */
const showMeeting = async (server: FakeServer) => {
  let tasks: Task[] = [];
  const meeting = buildMeeting({ actionItems: "<ul><li>Offerte sturen</li><li>Nabellen</li></ul>" });
  server.handle(meetingsRoutes.list, () => listResponse([meeting]));
  server.handle(meetingsRoutes.owners, () => ["Frank"]);
  server.handle(meetingsRoutes.stats, () => ({ new: 1, toProcess: 0, private: 0, ignored: 0, processed: 0 }));
  server.handle(usersRoutes.colleagues, () => listResponse([]));
  server.handle(tasksRoutes.list, () => tasks);
  server.handle(tasksRoutes.create, ({ body }) => {
    const names = { ownerName: "Anna Bakker", meetingName: "Kennismaking", leadName: null };
    const task: Task = {
      text: body.text,
      dueOn: body.dueOn,
      ownerId: body.ownerId,
      meetingId: meeting.id,
      leadId: null,
      id: `00000000-0000-4000-8000-00000000001${tasks.length}`,
      isDone: false,
      ...names,
    };
    tasks = [...tasks, task];
    return task;
  });
  server.handle(tasksRoutes.change, ({ params, body }) => {
    tasks = tasks.map((task) => (task.id === params["id"] ? { ...task, isDone: body.isDone ?? false } : task));
    return tasks[0] as Task;
  });
  server.handle(tasksRoutes.remove, ({ params }) => {
    tasks = tasks.filter(({ id }) => id !== params["id"]);
    return undefined;
  });
  await renderScreen(<MeetingsPage />);
  await expect.element(toggle).toBeVisible();
};

test("action items become tasks, which are done and removed, with the keyboard", async ({ server }) => {
  await showMeeting(server);
  await tabTo(toggle);
  await userEvent.keyboard("{Enter}");
  await tabTo(card.getByRole("button", { name: "Offerte sturen" }));
  await userEvent.keyboard("{Enter}");
  await expect.element(field).toHaveValue("Offerte sturen");
  await tabTo(card.getByRole("textbox", { name: "Datum" }));
  await userEvent.keyboard("28-02-2038");
  await tabTo(card.getByRole("button", { name: "Toevoegen" }));
  await userEvent.keyboard("{Enter}");
  await expect.element(checkbox("Offerte sturen")).toBeVisible();
  expect(server.requestsOf(tasksRoutes.create)[0]?.body).toMatchObject({ text: "Offerte sturen", dueOn: "2038-02-28" });

  await expect.element(field).toHaveFocus();
  await userEvent.keyboard("Nabellen");
  await tabTo(card.getByRole("combobox", { name: "Voor wie" }));
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("option", { name: "Ik" })).toHaveFocus();
  await userEvent.keyboard("nog");
  await expect.element(page.getByRole("option", { name: /^Nog/ })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(card.getByRole("combobox", { name: "Voor wie" })).toHaveFocus();
  await tabTo(card.getByRole("button", { name: "Toevoegen" }));
  await userEvent.keyboard("{Enter}");
  await expect.element(checkbox("Nabellen")).toBeVisible();
  expect(server.requestsOf(tasksRoutes.create)[1]?.body).toMatchObject({ text: "Nabellen", ownerId: null });
  // Where the next task is typed.
  await expect.element(field).toHaveFocus();

  await tabTo(checkbox("Nabellen"), "{Shift>}{Tab}{/Shift}");
  await userEvent.keyboard(" ");
  await expect.element(checkbox("Nabellen")).toBeChecked();
  await expect.element(checkbox("Nabellen")).toHaveFocus();
  await tabTo(card.getByRole("button", { name: "Taak Offerte sturen verwijderen" }), "{Shift>}{Tab}{/Shift}");
  await userEvent.keyboard("{Enter}");
  await expectFocusWithin(page.getByRole("alertdialog", { name: "Taak verwijderen?" }));
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(checkbox("Offerte sturen")).not.toBeInTheDocument();
  await expect.element(card.getByRole("button", { name: "Taak Nabellen verwijderen" })).toHaveFocus();
});

test("a task that is not saved leaves the focus at its button", async ({ server }) => {
  await showMeeting(server);
  await toggle.click();
  await field.fill("Offerte sturen");
  server.breakRoute(tasksRoutes.create);
  const button = card.getByRole("button", { name: "Toevoegen" });
  await tabTo(button);
  await userEvent.keyboard("{Enter}");
  await expectErrorToast("Fout", "Kon de taak niet opslaan. Probeer het opnieuw.");
  await expect.element(button).toHaveFocus();
});

test("a task that is saved leaves the focus outside its form", async ({ server }) => {
  await showMeeting(server);
  await toggle.click();
  await field.fill("Offerte sturen");
  const release = server.hold(tasksRoutes.create);
  await tabTo(card.getByRole("button", { name: "Toevoegen" }));
  await userEvent.keyboard("{Enter}");
  await tabTo(toggle, "{Shift>}{Tab}{/Shift}");
  release();
  await expect.element(checkbox("Offerte sturen")).toBeVisible();
  await expect.element(toggle).toHaveFocus();
});

test("on a phone an action item becomes a task, which is done, with taps", async ({ server }) => {
  await setWidth(390);
  await showMeeting(server);
  await toggle.click();
  await card.getByRole("button", { name: "Offerte sturen" }).click();
  await expect.element(field).toHaveValue("Offerte sturen");
  expectNoSidewaysScroll();
  await card.getByRole("button", { name: "Toevoegen" }).click();
  await checkbox("Offerte sturen").click();
  await expect.element(checkbox("Offerte sturen")).toBeChecked();
  expectNoSidewaysScroll();
  await card.getByRole("button", { name: "Taak Offerte sturen verwijderen" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Verwijderen" }).click();
  await expect.element(checkbox("Offerte sturen")).not.toBeInTheDocument();
});

test.for([1280, 390] as const)("tasks are accessible in both themes, at %i pixels", async (width, { server }) => {
  await setWidth(width);
  await showMeeting(server);
  await toggle.click();
  await card.getByRole("button", { name: "Offerte sturen" }).click();
  await card.getByRole("button", { name: "Toevoegen" }).click();
  await expect.element(checkbox("Offerte sturen")).toBeVisible();
  await expectAccessible();
  await card.getByRole("button", { name: "Taak Offerte sturen verwijderen" }).click();
  await expect.element(page.getByRole("alertdialog")).toBeVisible();
  await expectAccessible();
});
