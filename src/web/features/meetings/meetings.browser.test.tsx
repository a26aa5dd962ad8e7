import { beforeEach, describe, expect, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { airtableRoutes } from "#contract/airtable.ts";
import { meetingTab } from "#contract/meeting-status.ts";
import { type Meeting, meetingsRoutes } from "#contract/meetings.ts";
import { queueRoutes } from "#contract/queue.ts";
import { type Task, tasksRoutes } from "#contract/tasks.ts";
import { undoRoutes } from "#contract/undo.ts";
import { usersRoutes } from "#contract/users.ts";
import { writerRoutes } from "#contract/writer.ts";
import { useCompanyEvents } from "#lib/api/company-events.ts";
import { companyCardKey } from "#lib/session/session.ts";
import {
  expectErrorToast,
  expectFocusWithin,
  expectToast,
  focus,
  holdUndo,
  renderScreen,
  test,
} from "#web/testing/component-test.tsx";
import { type FakeServer, IDLE_BUILTIN_WRITER, listResponse } from "#web/testing/fake-server.ts";
import { buildMeeting } from "#web/testing/meeting.fixture.ts";
import { startOtherTab } from "#web/testing/other-tab.ts";
import { MeetingsPage } from "./meetings.page.tsx";

beforeEach(holdUndo);

const meetingsNamed = (...names: string[]) =>
  names.map((meetingName, index) =>
    buildMeeting({ id: `00000000-0000-4000-8000-00000000000${index + 1}`, meetingName }),
  );

const TASK: Task = {
  id: "1",
  text: "",
  dueOn: null,
  ownerId: null,
  ownerName: null,
  meetingId: null,
  meetingName: null,
  leadId: null,
  leadName: null,
  isDone: false,
};

const MeetingsPageWithEvents = () => {
  useCompanyEvents({ isPaused: false });
  return <MeetingsPage />;
};

const card = (name: string) => page.getByRole("article", { name, exact: true });
const undo = page.getByRole("button", { name: "Ongedaan maken" });

/** Serves the meetings per tab and applies changes to them, as the real server does. */
const showMeetings = async (server: FakeServer, initial: readonly Meeting[], url = "/meetings") => {
  const meetings = [...initial];
  const inTab = (tab: string | undefined) => meetings.filter(({ status }) => meetingTab(status) === tab);
  server.handle(meetingsRoutes.list, ({ query }) => listResponse(inTab(query["tab"])));
  server.handle(meetingsRoutes.owners, () => ["Frank", "Marieke"]);
  server.handle(meetingsRoutes.stats, () => ({
    new: inTab("new").length,
    toProcess: inTab("toProcess").length,
    private: inTab("private").length,
    ignored: inTab("ignored").length,
    processed: inTab("processed").length,
  }));
  server.handle(meetingsRoutes.change, ({ params, body }) => {
    const index = meetings.findIndex(({ id }) => id === params["id"]);
    const changed = buildMeeting({ ...meetings[index], ...body });
    meetings[index] = changed;
    return { ...changed, undo: { token: changed.id, until: "2026-11-16T09:00:10.000Z" } };
  });
  server.handle(undoRoutes.perform, ({ params }) => {
    const index = initial.findIndex(({ id }) => id === params["token"]);
    meetings[index] = initial[index] ?? buildMeeting();
    return { message: "De actie is ongedaan gemaakt." };
  });
  return renderScreen(<MeetingsPage />, { url });
};

describe("the buttons of a card", () => {
  test.for([
    ["Privé", "Gemarkeerd als privé!", "“Een” staat nu bij Privé."],
    ["Ignore", "Genegeerd!", "“Een” staat nu bij Genegeerd."],
    ["Delete", "Meeting verwijderd!", "“Een” is uit de lijsten gehaald."],
  ] as const)(
    "%s removes the card, moves the focus on and can be undone",
    async ([button, title, text], { server }) => {
      await showMeetings(server, meetingsNamed("Een", "Twee"));
      await card("Een").getByRole("button", { name: button, exact: true }).click();
      await expectToast(title, text);
      await expect.element(card("Een")).not.toBeInTheDocument();
      await expect.element(card("Twee")).toHaveFocus();
      await undo.click();
      await expectToast("Actie ongedaan gemaakt!", "“Een” staat weer bij Nieuwe Meetings.");
      await expect.element(card("Een")).toBeVisible();
      await expect.element(undo).not.toBeInTheDocument();
    },
  );

  test("can also be undone from the toast, which puts the meeting back where it was", async ({ server }) => {
    const ignored = buildMeeting({ meetingName: "Een", status: "IGNORED" });
    await showMeetings(server, [ignored], "/meetings?tab=genegeerd");
    await card("Een").getByRole("button", { name: "Privé" }).click();
    await expectToast("Gemarkeerd als privé!", "“Een” staat nu bij Privé.");
    await page.getByRole("button", { name: "Terugzetten" }).click();
    await expectToast("Actie ongedaan gemaakt", "“Een” staat weer waar die stond.");
    await expect.element(card("Een")).toBeVisible();
    await expect.element(undo).not.toBeInTheDocument();
  });

  test("hide the card before the server has responded", async ({ server }) => {
    await showMeetings(server, meetingsNamed("Een", "Twee"));
    await expect.element(card("Een")).toBeVisible();
    const release = server.hold(meetingsRoutes.change);
    await card("Een").getByRole("button", { name: "Ignore" }).click();
    await expect.element(card("Een")).not.toBeInTheDocument();
    release();
    await expectToast("Genegeerd!", "“Een” staat nu bij Genegeerd.");
  });

  test("leave the focus on a card that the user chose meanwhile", async ({ server }) => {
    await showMeetings(server, meetingsNamed("Een", "Twee", "Drie"));
    const release = server.hold(meetingsRoutes.change);
    await card("Een").getByRole("button", { name: "Ignore" }).click();
    await expect.element(card("Een")).not.toBeInTheDocument();
    focus(card("Drie"));
    release();
    await expectToast("Genegeerd!", "“Een” staat nu bij Genegeerd.");
    await expect.element(card("Drie")).toHaveFocus();
  });

  test("bring the card back when the call fails", async ({ server }) => {
    await showMeetings(server, meetingsNamed("Een", "Twee"));
    server.breakRoute(meetingsRoutes.change);
    await card("Een").getByRole("button", { name: "Ignore" }).click();
    await expectErrorToast("Error", "Er ging iets mis bij het bijwerken van de meeting status");
    await expect.element(card("Een")).toHaveFocus();
    await expect.element(undo).not.toBeInTheDocument();
  });

  test("do not move the focus on a screen that is opened meanwhile", async ({ server }) => {
    const { unmount } = await showMeetings(server, meetingsNamed("Een", "Twee"));
    const release = server.hold(meetingsRoutes.change);
    await card("Een").getByRole("button", { name: "Ignore" }).click();
    // The focus waits for a dialog to close.
    const dialog = document.createElement("dialog");
    dialog.role = "dialog";
    document.body.append(dialog);
    onTestFinished(() => dialog.remove());
    dialog.show();
    dialog.tabIndex = -1;
    dialog.focus();
    release();
    await expect.element(undo).toBeVisible();
    await unmount();
    await showMeetings(server, meetingsNamed("Een", "Twee"));
    await expect.element(card("Twee")).toBeVisible();
    const button = card("Een").getByRole("button", { name: "Ignore" });
    focus(button);
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    await expect.element(button).toHaveFocus();
  });

  test("Process asks for the type first", async ({ server }) => {
    await showMeetings(server, meetingsNamed("Een", "Twee"));
    await card("Een").getByRole("button", { name: "Process" }).click();
    const typeDialog = page.getByRole("dialog", { name: "Meeting Type Selecteren" });
    await typeDialog.getByRole("button", { name: "CFO intake" }).click();
    await expectToast("Klaar voor verwerking!", "“Een” staat nu bij Te Verwerken.");
    await expect.element(typeDialog).not.toBeInTheDocument();
    expect(server.requestsOf(meetingsRoutes.change).map(({ body }) => body)).toEqual([
      { status: "To PROCESS", type: "CFO intake" },
    ]);
  });

  test("can be pressed with Enter, and the focus moves on", async ({ server }) => {
    await showMeetings(server, meetingsNamed("Een", "Twee"));
    await expect.element(card("Een")).toBeVisible();
    for (const [button, title] of [
      ["Privé", "Gemarkeerd als privé!"],
      ["Ignore", "Genegeerd!"],
      ["Delete", "Meeting verwijderd!"],
    ] as const) {
      focus(card("Een").getByRole("button", { name: button, exact: true }));
      await userEvent.keyboard("{Enter}");
      await expectToast(title, "“Een”");
      await expect.element(card("Twee")).toHaveFocus();
      await expect.element(undo).toBeVisible();
      focus(undo);
      await userEvent.keyboard("{Enter}");
      await expectToast("Actie ongedaan gemaakt!", "“Een” staat weer bij Nieuwe Meetings.");
      await expect.element(card("Een")).toBeVisible();
      await expect.element(undo).not.toBeInTheDocument();
    }
    focus(card("Een").getByRole("button", { name: "Process" }));
    await userEvent.keyboard("{Enter}");
    const types = page.getByRole("dialog", { name: "Meeting Type Selecteren" });
    await expectFocusWithin(types);
    focus(types.getByRole("button", { name: "Sales" }));
    await userEvent.keyboard("{Enter}");
    await expectToast("Klaar voor verwerking!", "“Een” staat nu bij Te Verwerken.");
    await expect.element(card("Twee")).toHaveFocus();
  });

  test("show an error when undoing or processing fails, and undoing can be repeated", async ({ server }) => {
    await showMeetings(server, meetingsNamed("Een", "Twee"));
    await card("Twee").getByRole("button", { name: "Ignore" }).click();
    await expect.element(undo).toBeVisible();
    server.breakRoute(meetingsRoutes.change);
    await undo.click();
    await expectErrorToast("Error", "Er ging iets mis bij het ongedaan maken van de actie");
    await expect.element(undo).toBeVisible();
    await card("Een").getByRole("button", { name: "Process" }).click();
    await page.getByRole("dialog", { name: "Meeting Type Selecteren" }).getByRole("button", { name: "Sales" }).click();
    await expectErrorToast("Error", "Er ging iets mis bij het bijwerken van de meeting status");
    await expect.element(card("Een")).toBeVisible();
  });

  test("offer to undo the latest change that succeeded, by its name", async ({ server }) => {
    const meetings = meetingsNamed("Een", "Twee", "Drie");
    await showMeetings(server, meetings);
    await card("Een").getByRole("button", { name: "Ignore" }).click();
    await expect.element(undo).toHaveTextContent("Ongedaan maken “Een”");
    const [, two, three] = meetings;
    server.handle(meetingsRoutes.change, ({ params }) =>
      params["id"] === three?.id
        ? new Response(null, { status: 500 })
        : { ...buildMeeting({ ...two, status: "IGNORED" }), undo: { token: "2", until: "2026-11-16T09:00:10.000Z" } },
    );
    const release = server.hold(meetingsRoutes.change);
    await card("Twee").getByRole("button", { name: "Ignore" }).click();
    await card("Drie").getByRole("button", { name: "Ignore" }).click();
    release();
    await expect.element(undo).toHaveTextContent("Ongedaan maken “Twee”");
    await expect.element(card("Drie")).toBeVisible();
  });

  test("make no meeting new again that has another status by now", async ({ server }) => {
    await showMeetings(server, meetingsNamed("Een", "Twee"));
    await card("Een").getByRole("button", { name: "Ignore" }).click();
    await expect.element(undo).toBeVisible();
    server.refuse(meetingsRoutes.change, 409, "Deze meeting is intussen gewijzigd en blijft zoals die is.");
    await undo.click();
    await expectErrorToast("Error", "Deze meeting is intussen gewijzigd en blijft zoals die is.");
    await expect.element(undo).not.toBeInTheDocument();
    expect(server.requestsOf(meetingsRoutes.change).map(({ body }) => body)).toEqual([
      { status: "IGNORED" },
      { status: "NEW", currentStatus: "IGNORED" },
    ]);
  });

  test.for([
    ["Delete", "DELETED"],
    ["Ignore", "IGNORED"],
  ] as const)("undo %s of a private meeting without showing it to colleagues", async ([button, status], { server }) => {
    await showMeetings(server, [buildMeeting({ meetingName: "Een", status: "PRIVE" })], "/meetings?tab=prive");
    await card("Een").getByRole("button", { name: button }).click();
    await undo.click();
    await expectToast("Actie ongedaan gemaakt!", "“Een” staat weer bij Privé.");
    await expect.element(card("Een")).toBeVisible();
    await expect.element(undo).not.toBeInTheDocument();
    expect(server.requestsOf(meetingsRoutes.change).map(({ body }) => body)).toEqual([
      { status },
      { status: "PRIVE", currentStatus: status },
    ]);
  });

  test("that would change nothing are disabled", async ({ server }) => {
    await showMeetings(server, [buildMeeting({ status: "PRIVE" })], "/meetings?tab=prive");
    const button = card("Kennismaking").getByRole("button", { name: "Privé", exact: true });
    await expect.element(button).toHaveAttribute("aria-disabled", "true");
  });

  test("of a processed meeting include Rerun", async ({ server }) => {
    await showMeetings(server, [buildMeeting({ status: "PROCESSED" })], "/meetings?tab=verwerkt");
    await card("Kennismaking").getByRole("button", { name: "Rerun" }).click();
    await expectToast("Meeting gemarkeerd voor herverwerking!", "“Kennismaking” wordt opnieuw verwerkt.");
    await expect.element(card("Kennismaking").getByText("Opnieuw Draaien")).toBeVisible();
  });
});

test("keys move between meetings and press their buttons, and z undoes", async ({ server }) => {
  await showMeetings(server, meetingsNamed("Een", "Twee"));
  await expect.element(card("Een")).toBeVisible();
  await userEvent.keyboard("j");
  await expect.element(card("Een")).toHaveFocus();
  await userEvent.keyboard("j");
  await expect.element(card("Twee")).toHaveFocus();
  await userEvent.keyboard("k");
  await expect.element(card("Een")).toHaveFocus();
  await userEvent.keyboard("i");
  await expectToast("Genegeerd!", "“Een” staat nu bij Genegeerd.");
  await expect.element(card("Twee")).toHaveFocus();
  await userEvent.keyboard("z");
  await expect.element(card("Een")).toBeVisible();
  focus(card("Een"));
  await userEvent.keyboard("p");
  await expect.element(page.getByRole("dialog", { name: "Meeting Type Selecteren" })).toBeVisible();
});

test("action items become tasks with a date and an owner", async ({ server }) => {
  await showMeetings(server, [
    buildMeeting({ meetingName: "Een", actionItems: "<ul><li>Offerte sturen</li><li>Nabellen</li></ul>" }),
  ]);
  server.handle(usersRoutes.colleagues, () => listResponse([]));
  server.handle(tasksRoutes.create, ({ body }) => ({
    ...TASK,
    text: body.text,
  }));
  await card("Een")
    .getByRole("button", { name: /^Taken/ })
    .click();
  await card("Een").getByRole("button", { name: "Nabellen" }).click();
  const day = card("Een").getByLabelText("Datum");
  await day.fill("31-02-2038");
  await card("Een").getByRole("button", { name: "Toevoegen" }).click();
  await expect.element(day).toHaveAccessibleDescription("Geef een datum als dd-mm-jjjj.");
  await expect.element(day).toHaveFocus();
  expect(server.requestsOf(tasksRoutes.create)).toEqual([]);
  await day.fill("28-02-38");
  await card("Een").getByRole("button", { name: "Toevoegen" }).click();
  await expect
    .poll(() => server.requestsOf(tasksRoutes.create)[0]?.body)
    .toMatchObject({
      text: "Nabellen",
      dueOn: "2038-02-28",
      meetingId: "00000000-0000-4000-8000-000000000001",
      ownerId: "5d6f3a52-9f0e-4c33-a5f8-6c1f7f5f5a01",
    });
});

test("an action item that is chosen while the task before is being saved stays in the form", async ({ server }) => {
  await showMeetings(server, [
    buildMeeting({ meetingName: "Een", actionItems: "<ul><li>Offerte sturen</li><li>Nabellen</li></ul>" }),
  ]);
  server.handle(usersRoutes.colleagues, () => listResponse([]));
  server.handle(tasksRoutes.create, ({ body }) => ({ ...TASK, text: body.text }));
  await card("Een")
    .getByRole("button", { name: /^Taken/ })
    .click();
  await card("Een").getByRole("button", { name: "Offerte sturen" }).click();
  const release = server.hold(tasksRoutes.create);
  await card("Een").getByRole("button", { name: "Toevoegen" }).click();
  await card("Een").getByRole("button", { name: "Nabellen" }).click();
  release();
  const text = card("Een").getByRole("textbox", { name: "Taak" });
  await expect.element(text).not.toHaveAttribute("readonly");
  await expect.element(text).toHaveValue("Nabellen");
  await card("Een").getByRole("button", { name: "Toevoegen" }).click();
  await expect.element(text).toHaveValue("");
  expect(server.requestsOf(tasksRoutes.create).map(({ body }) => body?.text)).toEqual(["Offerte sturen", "Nabellen"]);
});

test("a typed task stays when an action item is chosen and when its card leaves the screen, and offers active colleagues", async ({
  server,
}) => {
  onTestFinished(() => localStorage.clear());
  await showMeetings(server, [
    buildMeeting({ meetingName: "Een", actionItems: "<ul><li>Offerte sturen</li><li>Nabellen</li></ul>" }),
  ]);
  const colleague = {
    email: null,
    username: "x",
    profileImageUrl: null,
    role: "account_manager" as const,
    companyId: "1",
    invitedAt: null,
  };
  server.handle(usersRoutes.colleagues, () =>
    listResponse([
      { ...colleague, id: "1", firstName: "Bea", lastName: "Bos", isActive: true },
      { ...colleague, id: "2", firstName: "Dirk", lastName: "Weg", isActive: false },
    ]),
  );
  const openTasks = () =>
    card("Een")
      .getByRole("button", { name: /^Taken/ })
      .click();
  await openTasks();
  const text = card("Een").getByRole("textbox", { name: "Taak" });
  await text.fill("Voor vrijdag:");
  await card("Een").getByRole("button", { name: "Nabellen" }).click();
  await expect.element(text).toHaveValue("Voor vrijdag: Nabellen");
  await card("Een").getByLabelText("Voor wie").click();
  await expect.element(page.getByRole("option", { name: "Bea Bos" })).toBeVisible();
  await expect.element(page.getByRole("option", { name: "Dirk Weg" })).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await page.getByRole("button", { name: /Genegeerd/ }).click();
  await expect.element(card("Een")).not.toBeInTheDocument();
  await page.getByRole("button", { name: /Nieuwe Meetings/ }).click();
  await openTasks();
  await expect.element(text).toHaveValue("Voor vrijdag: Nabellen");
});

describe("editing", () => {
  const openTitle = async () => {
    await card("Kennismaking").getByRole("button", { name: "Titel van Kennismaking bewerken" }).click();
    return page.getByRole("dialog", { name: "Meeting Titel Bewerken" });
  };

  test("the title trims it and refuses an empty one", async ({ server }) => {
    await showMeetings(server, [buildMeeting()]);
    const dialog = await openTitle();
    const field = dialog.getByLabelText("Titel");
    await expect.element(field).toHaveFocus();
    await field.fill("   ");
    await expect.element(dialog.getByRole("button", { name: "Opslaan" })).toBeDisabled();
    await field.fill("  Intake Molenaar ");
    await userEvent.keyboard("{Enter}");
    await expectToast("Titel bijgewerkt", "De meeting titel is succesvol gewijzigd.");
    await expect.element(card("Intake Molenaar")).toBeVisible();
  });

  test("the title keeps the dialog open when saving fails", async ({ server }) => {
    await showMeetings(server, [buildMeeting()]);
    server.breakRoute(meetingsRoutes.change);
    const dialog = await openTitle();
    await dialog.getByLabelText("Titel").fill("Anders");
    await dialog.getByRole("button", { name: "Opslaan" }).click();
    await expectErrorToast("Fout bij opslaan", "Er is een fout opgetreden bij het bijwerken van de titel.");
    await expect.element(dialog.getByLabelText("Titel")).toHaveValue("Anders");
  });

  test("the type starts at the current one and takes the arrow keys", async ({ server }) => {
    await showMeetings(server, [buildMeeting()]);
    await card("Kennismaking").getByRole("button", { name: "Type van Kennismaking: Sales. Wijzigen" }).click();
    const dialog = page.getByRole("dialog", { name: "Meeting Type Bewerken" });
    await expect.element(dialog.getByRole("button", { name: "Sales" })).toHaveFocus();
    await expect.element(dialog.getByRole("button", { name: "Sales" })).toHaveAttribute("aria-current", "true");
    await userEvent.keyboard("{ArrowDown}{Enter}");
    await expectToast("Type bijgewerkt", "Het meeting type is succesvol gewijzigd.");
    await expect.element(card("Kennismaking").getByText("CFO intake")).toBeVisible();
  });
});

test("a response that comes late closes no other dialog, and Escape asks before a title is lost", async ({
  server,
}) => {
  await showMeetings(server, meetingsNamed("Een", "Twee"));
  await card("Een")
    .getByRole("button", { name: /^Type van/ })
    .click();
  const release = server.hold(meetingsRoutes.change);
  await page.getByRole("dialog", { name: "Meeting Type Bewerken" }).getByRole("button", { name: "CFO intake" }).click();
  await userEvent.keyboard("{Escape}");
  await card("Twee").getByRole("button", { name: "Titel van Twee bewerken" }).click();
  const title = page.getByRole("dialog", { name: "Meeting Titel Bewerken" }).getByLabelText("Titel");
  await title.fill("Twee en een half");
  release();
  await expectToast("Type bijgewerkt", "Het meeting type is succesvol gewijzigd.");
  await expect.element(title).toHaveValue("Twee en een half");
  await userEvent.keyboard("{Escape}");
  await page.getByRole("alertdialog").getByRole("button", { name: "Verder typen" }).click();
  await expect.element(title).toHaveValue("Twee en een half");
});

test("a type that cannot be saved keeps the dialog open", async ({ server }) => {
  await showMeetings(server, [buildMeeting()]);
  server.breakRoute(meetingsRoutes.change);
  await card("Kennismaking")
    .getByRole("button", { name: /^Type van/ })
    .click();
  const dialog = page.getByRole("dialog", { name: "Meeting Type Bewerken" });
  await dialog.getByRole("button", { name: "CFO intake" }).click();
  await expectErrorToast("Fout bij opslaan", "Er is een fout opgetreden bij het bijwerken van het type.");
  await expect.element(dialog).toBeVisible();
});

test("a failure to load from Airtable shows an error toast", async ({ server }) => {
  await showMeetings(server, [buildMeeting()]);
  server.breakRoute(airtableRoutes.sync);
  await page.getByRole("button", { name: "Ververs data" }).click();
  await expectErrorToast("Fout", "Kon de meetings niet verversen. Probeer het opnieuw.");
});

describe("a card", () => {
  test("links to the transcript, to HubSpot and to the attendees", async ({ server }) => {
    const meeting = buildMeeting({
      status: "PROCESSED",
      transcriptUrl: "https://transcript.example/1",
      hubspotUrl: "https://crm.example/7",
      attendees: "Sanne <sanne@molen.example>, bram@molen.example",
      meetingShortSummary: "Goed gesprek.",
      actionItems: "<ul><li>Offerte sturen</li></ul><script>1</script>",
    });
    await showMeetings(server, [meeting], "/meetings?tab=verwerkt");
    const article = card("Kennismaking");
    await expect
      .element(article.getByRole("link", { name: "Kennismaking" }))
      .toHaveAttribute("href", "https://transcript.example/1");
    await expect
      .element(article.getByRole("link", { name: "HubSpot Contact" }))
      .toHaveAttribute("href", "https://crm.example/7");
    await expect
      .element(article.getByRole("link", { name: /Sanne/ }))
      .toHaveAttribute("href", "mailto:sanne@molen.example,bram@molen.example");
    await expect.element(article.getByText("Offerte sturen")).toBeVisible();
    expect(article.element().querySelector("script")).toBeNull();
    expect(article.getByText("Geen data beschikbaar").elements()).toHaveLength(2);
  });

  test("pauses and resumes the messages of a lead who attended", async ({ server }) => {
    const lead = { id: "00000000-0000-4000-8000-0000000000aa", fullName: "Sanne", queued: 2, paused: 1 };
    await showMeetings(
      server,
      [
        buildMeeting({
          status: "PROCESSED",
          leads: [
            lead,
            { ...lead, id: "00000000-0000-4000-8000-0000000000ab", fullName: "Bram", queued: 0, paused: 0 },
          ],
        }),
      ],
      "/meetings?tab=verwerkt",
    );
    await expect.element(page.getByRole("list", { name: "Leads" })).toHaveTextContent(/^Leads Sanne.*Bram$/);
    server.handle(queueRoutes.pause, () => ({ message: "2 berichten zijn gepauzeerd." }));
    server.handle(queueRoutes.resume, () => ({ message: "1 bericht gaat weer uit." }));
    await page.getByRole("button", { name: "Pauzeer 2 berichten aan Sanne" }).click();
    await expect.poll(() => server.requestsOf(queueRoutes.pause)).toHaveLength(1);
    await page.getByRole("button", { name: "Hervat 1 bericht aan Sanne" }).click();
    await expect.poll(() => server.requestsOf(queueRoutes.resume)).toHaveLength(1);
  });
});

describe("the tabs", () => {
  test("have counts, and switching clears the search", async ({ server }) => {
    const meetings = [
      buildMeeting(),
      buildMeeting({ id: "00000000-0000-4000-8000-000000000002", status: "PROCESSED" }),
    ];
    const { currentUrl } = await showMeetings(server, meetings, "/meetings?tab=verwerkt&zoek=intake&owner=Frank");
    const requests = () => server.requestsOf(meetingsRoutes.list);
    await expect.poll(() => requests()[0]?.query).toMatchObject({ search: "intake", owner: "Frank" });
    await page.getByRole("button", { name: /Nieuwe Meetings/ }).click();
    await expect.element(page.getByRole("button", { name: /Nieuwe Meetings/ })).toHaveAttribute("aria-pressed", "true");
    await expect.poll(currentUrl).toBe("/");
  });

  test("show a link to meetings with a custom status", async ({ server }) => {
    await showMeetings(server, [buildMeeting({ status: "Wacht op klant" })]);
    await expect.element(page.getByText("1 meeting heeft in Airtable een andere status.")).toBeVisible();
    await page.getByRole("button", { name: "Bekijken", exact: true }).click();
    await expect.element(card("Kennismaking").getByText("Wacht op klant")).toBeVisible();
  });

  test("show no such link when there are none, also at the URL of those meetings", async ({ server }) => {
    await showMeetings(server, [], "/meetings?tab=anders");
    await expect.element(page.getByText("Er zijn geen meetings met de status “anders”.")).toBeVisible();
    await expect.poll(() => server.requestsOf(meetingsRoutes.list).length).toBeGreaterThan(1);
    await expect.element(page.getByText(/in Airtable een andere status/)).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Nieuwe meetings bekijken" }).click();
    await expect.element(page.getByRole("button", { name: /Nieuwe Meetings/ })).toHaveAttribute("aria-pressed", "true");
  });

  test("begin at the new meetings when the URL names an unknown one", async ({ server }) => {
    await showMeetings(server, [buildMeeting()], "/meetings?tab=onbekend");
    await expect.element(card("Kennismaking")).toBeVisible();
    await expect.element(page.getByRole("button", { name: /Nieuwe Meetings/ })).toHaveAttribute("aria-pressed", "true");
  });

  test("have an empty state, and an error state with a retry", async ({ server }) => {
    await showMeetings(server, []);
    await expect.element(page.getByText("Er zijn geen meetings met de status “Nieuw”.")).toBeVisible();
    server.breakRoute(meetingsRoutes.list);
    const release = server.hold(meetingsRoutes.list);
    await page.getByRole("button", { name: /Privé/ }).click();
    // Where the count comes, so that it does not move the cards.
    await expect.element(page.getByRole("heading", { level: 2 })).toHaveTextContent("PrivéMeetings laden...");
    expect(page.getByText(/laden/i).elements()).toHaveLength(1);
    expect(document.querySelectorAll("[data-skeleton-card]")).toHaveLength(3);
    release();
    await expect.element(page.getByText("De meetings konden niet worden geladen")).toBeVisible();
    server.handle(meetingsRoutes.list, () => listResponse([]));
    await page.getByRole("button", { name: "Opnieuw proberen" }).click();
    await expect.element(page.getByText("Er zijn geen meetings met de status “Privé”.")).toBeVisible();
    await page.getByRole("button", { name: "Nieuwe meetings bekijken" }).click();
    await expect.element(page.getByRole("button", { name: "Verwerkte meetings bekijken" })).toBeVisible();
  });
});

test("Enter opens the report of the focused meeting, otherwise its transcript", async ({ server }) => {
  const [one, two] = meetingsNamed("Een", "Twee") as [Meeting, Meeting];
  server.handle(meetingsRoutes.report, () => new Response("<p>Verslag</p>"));
  await showMeetings(server, [
    { ...one, hasReport: true },
    { ...two, transcriptUrl: "https://tldv.example/2" },
  ]);
  await expect.element(card("Twee")).toBeVisible();
  focus(card("Een"));
  await userEvent.keyboard("{Enter}");
  const report = page.getByRole("dialog", { name: "Meeting Rapport - Een" });
  await expectFocusWithin(report);
  await userEvent.keyboard("{Escape}");
  await expect.element(report).not.toBeInTheDocument();
  await expect.element(card("Een")).toHaveFocus();
  const open = vi.spyOn(window, "open").mockReturnValue(null);
  onTestFinished(() => open.mockRestore());
  focus(card("Twee"));
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => open.mock.calls.map(([url]) => url)).toEqual(["https://tldv.example/2"]);
});

test("Enter does not join a focused meeting without report and transcript", async ({ server }) => {
  const clicked: EventTarget[] = [];
  const onClick = (event: Event) => {
    event.preventDefault();
    if (event.target) clicked.push(event.target);
  };
  document.addEventListener("click", onClick, true);
  onTestFinished(() => document.removeEventListener("click", onClick, true));
  const [one] = meetingsNamed("Een") as [Meeting];
  await showMeetings(server, [{ ...one, meetingUrl: "https://teams.example/1" }]);
  await expect.element(card("Een").getByRole("link", { name: "Een" })).toBeVisible();
  focus(card("Een"));
  await userEvent.keyboard("{Enter}");
  // The key after it is handled, so that Enter is too.
  await userEvent.keyboard("e");
  await expect.element(page.getByRole("dialog")).toBeVisible();
  expect(clicked).toEqual([]);
});

test("X ticks no task of the focused meeting", async ({ server }) => {
  server.handle(tasksRoutes.list, () => [{ ...TASK, text: "Offerte sturen" }]);
  server.handle(tasksRoutes.change, () => TASK);
  server.handle(usersRoutes.colleagues, () => listResponse([]));
  await showMeetings(server, meetingsNamed("Een"));
  await card("Een")
    .getByRole("button", { name: /^Taken/ })
    .click();
  const box = card("Een").getByRole("checkbox", { name: "Offerte sturen is klaar" });
  await expect.element(box).toBeVisible();
  focus(card("Een"));
  await userEvent.keyboard("x");
  // The key after it is handled, so that of X is too.
  await userEvent.keyboard("e");
  await expect.element(page.getByRole("dialog")).toBeVisible();
  expect(server.requestsOf(tasksRoutes.change)).toEqual([]);
});

test("a task is removed after a question", async ({ server }) => {
  server.handle(tasksRoutes.list, () => [{ ...TASK, text: "Offerte sturen" }]);
  server.handle(tasksRoutes.remove, () => undefined);
  server.handle(usersRoutes.colleagues, () => listResponse([]));
  await showMeetings(server, meetingsNamed("Een"));
  await card("Een")
    .getByRole("button", { name: /^Taken/ })
    .click();
  const remove = card("Een").getByRole("button", { name: "Taak Offerte sturen verwijderen" });
  const question = page.getByRole("alertdialog", { name: "Taak verwijderen?" });
  await remove.click();
  await question.getByRole("button", { name: "Annuleren" }).click();
  expect(server.requestsOf(tasksRoutes.remove)).toEqual([]);
  await remove.click();
  await question.getByRole("button", { name: "Verwijderen" }).click();
  await expect.poll(() => server.requestsOf(tasksRoutes.remove).length).toBe(1);
});

describe("the built-in writer", () => {
  const openTranscriptDialog = async (server: FakeServer) => {
    server.handle(writerRoutes.progress, () => IDLE_BUILTIN_WRITER);
    await showMeetings(server, []);
    server.handle(meetingsRoutes.add, ({ body }) => buildMeeting({ meetingName: body.meetingName }));
    server.handle(writerRoutes.addTranscript, () => ({ message: "De samenvatting wordt geschreven." }));
    await page.getByRole("button", { name: "Meeting uit transcript" }).click();
    return page.getByRole("dialog", { name: "Transcript samenvatten" });
  };

  test("summarises a pasted transcript of a new meeting", async ({ server }) => {
    const dialog = await openTranscriptDialog(server);
    const submit = dialog.getByRole("button", { name: "Samenvatten" });
    await dialog.getByLabelText("Titel van de meeting").fill("Intake Molenaar");
    await expect.element(submit).toBeDisabled();
    await dialog.getByLabelText("Transcript", { exact: true }).fill("Anna: wij openen een tweede vestiging in Assen.");
    await submit.click();
    await expectToast("Transcript ontvangen", "De samenvatting wordt geschreven.");
    expect(server.requestsOf(meetingsRoutes.add).map(({ body }) => body)).toEqual([{ meetingName: "Intake Molenaar" }]);
    expect(server.requestsOf(writerRoutes.addTranscript)[0]?.body.transcript).toContain("tweede vestiging");
  });

  test("has the transcript that was not sent when the tab was closed", async ({ server }) => {
    const dialog = await openTranscriptDialog(server);
    await dialog.getByLabelText("Titel van de meeting").fill("Intake Molenaar");
    await dialog.getByLabelText("Transcript", { exact: true }).fill("Anna: wij openen een vestiging.");
    await cleanup();
    await openTranscriptDialog(server);
    await expect.element(dialog.getByLabelText("Titel van de meeting")).toHaveValue("Intake Molenaar");
    await expect
      .element(dialog.getByLabelText("Transcript", { exact: true }))
      .toHaveValue("Anna: wij openen een vestiging.");
    await dialog.getByRole("button", { name: "Weggooien" }).click();
    await expect.element(dialog.getByLabelText("Titel van de meeting")).toHaveValue("");
  });

  test("adds the meeting once when its transcript is refused, and asks before a text is lost", async ({ server }) => {
    const dialog = await openTranscriptDialog(server);
    const submit = dialog.getByRole("button", { name: "Samenvatten" });
    const transcript = dialog.getByLabelText("Transcript", { exact: true });
    await dialog.getByLabelText("Titel van de meeting").fill("Intake Molenaar");
    await transcript.fill("x".repeat(400_001));
    await expect.element(dialog).toHaveTextContent("Dit transcript is te lang: hooguit 400.000 tekens.");
    await expect.element(submit).toBeDisabled();
    await transcript.fill("Anna: wij openen een tweede vestiging in Assen.");
    server.refuse(writerRoutes.addTranscript, 400, "Dit transcript is leeg.");
    await submit.click();
    await expectErrorToast("Fout", "Dit transcript is leeg.");
    server.handle(writerRoutes.addTranscript, () => ({ message: "De samenvatting wordt geschreven." }));
    await userEvent.keyboard("{Escape}");
    await page.getByRole("alertdialog").getByRole("button", { name: "Verder typen" }).click();
    await submit.click();
    await expectToast("Transcript ontvangen", "De samenvatting wordt geschreven.");
    expect(server.requestsOf(meetingsRoutes.add)).toHaveLength(1);
    expect(server.requestsOf(writerRoutes.addTranscript)).toHaveLength(2);
  });

  test("adds the meeting once, also when the tab was closed after its transcript was refused", async ({ server }) => {
    const dialog = await openTranscriptDialog(server);
    const submit = dialog.getByRole("button", { name: "Samenvatten" });
    await dialog.getByLabelText("Titel van de meeting").fill("Intake Molenaar");
    await dialog.getByLabelText("Transcript", { exact: true }).fill("Anna: wij openen een tweede vestiging in Assen.");
    server.refuse(writerRoutes.addTranscript, 400, "Dit transcript is leeg.");
    await submit.click();
    await expectErrorToast("Fout", "Dit transcript is leeg.");
    await cleanup();
    await openTranscriptDialog(server);
    await expect.element(dialog).toHaveTextContent("De meeting is toegevoegd, maar nog zonder samenvatting.");
    await submit.click();
    await expectToast("Transcript ontvangen", "De samenvatting wordt geschreven.");
    expect(server.requestsOf(meetingsRoutes.add)).toHaveLength(1);
  });

  test("keeps a pasted transcript when a colleague moves the meeting meanwhile", async ({ server }) => {
    const moveMeeting = await startOtherTab("meetings");
    server.handle(writerRoutes.progress, () => IDLE_BUILTIN_WRITER);
    server.handle(writerRoutes.addTranscript, () => ({ message: "De samenvatting wordt geschreven." }));
    server.handle(meetingsRoutes.stats, () => ({ new: 1, toProcess: 0, private: 0, ignored: 0, processed: 0 }));
    const [one] = meetingsNamed("Een");
    server.handle(meetingsRoutes.list, ({ query }) => listResponse(query["tab"] === "new" ? [one] : []));
    await renderScreen(<MeetingsPageWithEvents />, { url: "/meetings" });
    await card("Een").getByRole("button", { name: "Transcript" }).click();
    const dialog = page.getByRole("dialog", { name: "Transcript samenvatten" });
    const transcript = dialog.getByLabelText("Transcript", { exact: true });
    await transcript.fill("Anna: wij openen een tweede vestiging in Assen.");
    server.handle(meetingsRoutes.list, () => listResponse([]));
    moveMeeting();
    await expect.element(page.getByText("Geen meetings gevonden")).toBeInTheDocument();
    await expect.element(transcript).toHaveValue("Anna: wij openen een tweede vestiging in Assen.");
    await dialog.getByRole("button", { name: "Samenvatten" }).click();
    await expectToast("Transcript ontvangen", "De samenvatting wordt geschreven.");
    expect(server.requestsOf(writerRoutes.addTranscript)[0]?.params).toEqual({ id: one?.id });
  });

  test("summarises an uploaded file of subtitles, without their numbers and times", async ({ server }) => {
    const dialog = await openTranscriptDialog(server);
    await dialog.getByLabelText("Titel van de meeting").fill("Intake Molenaar");
    const file = dialog.getByLabelText("Bestand (tekst of ondertiteling)");
    await file.upload(new File(["x".repeat(1_500_001)], "lang.txt", { type: "text/plain" }));
    await expect.element(dialog).toHaveTextContent("Dit bestand is te groot.");
    const subtitles = "WEBVTT\n\n1\n00:00:01.000 --> 00:00:04.000\nAnna: wij openen een vestiging in Assen.";
    await file.upload(new File([subtitles], "gesprek.vtt", { type: "text/vtt" }));
    await dialog.getByRole("button", { name: "Samenvatten" }).click();
    await expectToast("Transcript ontvangen", "De samenvatting wordt geschreven.");
    expect(server.requestsOf(writerRoutes.addTranscript)[0]?.body.transcript).toBe(
      "Anna: wij openen een vestiging in Assen.",
    );
  });

  test("reads a transcript from a file, chosen with a button of ours", async ({ server }) => {
    server.handle(writerRoutes.progress, () => IDLE_BUILTIN_WRITER);
    await showMeetings(server, []);
    await page.getByRole("button", { name: "Meeting uit transcript" }).click();
    const dialog = page.getByRole("dialog", { name: "Transcript samenvatten" });
    await expect.element(dialog.getByRole("button", { name: "Bestand kiezen" })).toBeVisible();
    const input = dialog.getByLabelText("Bestand (tekst of ondertiteling)");
    expect(input.element().getBoundingClientRect().width).toBeLessThan(2);
    await userEvent.upload(input, new File(["Anna: wij openen een vestiging."], "gesprek.txt", { type: "text/plain" }));
    await expect.element(dialog.getByText("gesprek.txt")).toBeVisible();
    const transcript = dialog.getByLabelText("Transcript", { exact: true });
    await expect.element(transcript).toHaveValue("Anna: wij openen een vestiging.");
  });

  test("proposes a summary that a user accepts", async ({ server }) => {
    server.handle(writerRoutes.summary, () => ({
      isWriting: false,
      problem: null,
      proposal: {
        summary: "Er komt een tweede vestiging.",
        actionItems: "<ul><li>Stuur de offerte.</li></ul>",
        salesOpportunities: null,
        followUpInterests: null,
        warnings: [{ code: "name", text: "Samenvatting: de naam “Philips” staat in geen enkel feit." }],
        model: "sandbox-nl",
        madeAt: "2026-11-16T09:00:00.000Z",
      },
    }));
    server.handle(writerRoutes.decideSummary, () => ({ message: "De samenvatting is overgenomen." }));
    await showMeetings(server, [buildMeeting({ summaryState: "proposed" })]);
    const proposed = page.getByRole("region", { name: "Voorgestelde samenvatting" });
    await expect.element(proposed).toHaveTextContent("Stuur de offerte.");
    await expect.element(proposed).toHaveTextContent("“Philips” staat in geen enkel feit");
    await proposed.getByRole("button", { name: "Overnemen" }).click();
    await expectToast("Samenvatting", "De samenvatting is overgenomen.");
  });
});

test("the content is in line with the title, and Process is not the main action of a processed meeting", async ({
  server,
}) => {
  await showMeetings(server, [buildMeeting({ status: "PROCESSED" })], "/meetings?tab=verwerkt");
  await expect.element(card("Kennismaking")).toBeVisible();
  const left = (element: Element) => element.getBoundingClientRect().left;
  const title = page.getByRole("heading", { level: 1 }).element();
  expect(left(card("Kennismaking").element())).toBe(left(title));
  const [process, privately] = ["Process", "Privé"].map(
    (name) => getComputedStyle(card("Kennismaking").getByRole("button", { name }).element()).backgroundColor,
  );
  expect(process).toBe(privately);
});

test("a meeting leads to what the sync has changed in it, in a company that synchronises", async ({ server }) => {
  server.handle(airtableRoutes.history, () => new Response(null, { status: 404 }));
  const { client } = await showMeetings(server, [buildMeeting()]);
  const button = card("Kennismaking").getByRole("button", { name: "Wijzigingen met Airtable" });
  await expect.element(card("Kennismaking")).toBeVisible();
  await expect.element(button).not.toBeInTheDocument();
  client.setQueryData(companyCardKey, { name: "Bakkerij Zon", logoUrl: null, syncsWithAirtable: true });
  await button.click();
  const dialog = page.getByRole("dialog", { name: "Wijzigingen met Airtable" });
  await expect.element(dialog.getByText("Dit staat niet in Airtable.")).toBeVisible();
  expect(server.requestsOf(airtableRoutes.history)[0]?.params).toMatchObject({ table: "meetings" });
});

test("on a phone Process has a button, the other actions are in a menu, and the tabs are in one row", async ({
  server,
}) => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 900));
  await showMeetings(server, [buildMeeting()]);
  await expect.element(card("Kennismaking").getByRole("button", { name: "Process" })).toBeVisible();
  await expect.element(card("Kennismaking").getByRole("button", { name: "Delete" })).not.toBeInTheDocument();
  await card("Kennismaking")
    .getByRole("button", { name: /^Meer acties voor/ })
    .click();
  for (const name of ["Privé", "Ignore", "Delete"]) {
    await expect.element(page.getByRole("menuitem", { name })).toBeVisible();
  }
  const tabs = page.getByRole("group", { name: "Meetings per status" }).getByRole("button").elements();
  expect(new Set(tabs.map((tab) => tab.getBoundingClientRect().top)).size).toBe(1);
  expect(document.documentElement.scrollWidth).toBe(390);
});

test("on a phone the parts of a summary are closed until they are opened, and absent without a text", async ({
  server,
}) => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 900));
  await showMeetings(server, [
    buildMeeting({ salesOpportunities: "<p>Maandrapportage opzetten</p>" }),
    buildMeeting({ id: "00000000-0000-4000-8000-0000000000f2", meetingName: "Zonder tekst" }),
  ]);
  const part = card("Kennismaking").getByRole("button", { name: "Uit het gesprek" });
  await expect.element(part).toHaveAttribute("aria-expanded", "false");
  await part.click();
  await expect.element(card("Kennismaking").getByText("Maandrapportage opzetten")).toBeVisible();
  await expect.element(card("Zonder tekst")).toBeVisible();
  expect(card("Zonder tekst").getByRole("button", { name: "Uit het gesprek" }).elements()).toHaveLength(0);
});
