import { describe, expect, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { CANCEL_PENDING_TEXT, queueRoutes } from "#contract/queue.ts";
import { NO_SENDER, type PlannedSend, type Sender, sendersRoutes } from "#contract/senders.ts";
import { usersRoutes } from "#contract/users.ts";
import { expectErrorToast, expectFocusWithin, expectToast, renderScreen, test } from "#web/testing/component-test.tsx";
import { type FakeServer, fieldErrorResponse, listResponse } from "#web/testing/fake-server.ts";
import { buildSender } from "#web/testing/sender.fixture.ts";
import { PlanningPage } from "./planning.page.tsx";
import { SendersCard } from "./senders-card.tsx";

const COMPANY = "50352ab5-590f-4d0a-a397-ed102a8c2f0e";
const BRAM = "50352ab5-590f-4d0a-a397-ed102a8c2f01";

/** The day after tomorrow at noon and so many minutes: all on one day, whatever the time is now. */
const sendAfterNoon = (minutes: number, messageName = "Bericht 1"): PlannedSend => {
  const at = new Date();
  at.setUTCDate(at.getUTCDate() + 2);
  at.setUTCHours(12, minutes, 0, 0);
  return { at: at.toISOString(), kind: "message", leadId: `lead-${minutes}`, fullName: `Lead ${minutes}`, messageName };
};

const showCard = async (server: FakeServer, senders: readonly Sender[], disabledReason?: string) => {
  server.handle(sendersRoutes.list, () => [...senders]);
  server.handle(sendersRoutes.simulation, () => []);
  server.handle(usersRoutes.colleagues, () =>
    listResponse([
      {
        id: BRAM,
        email: "bram@noorderlicht.example",
        username: "bram",
        firstName: "Bram",
        lastName: "Visser",
        role: "user",
        isActive: true,
        profileImageUrl: null,
        companyId: COMPANY,
        invitedAt: null,
      },
    ]),
  );
  await renderScreen(<SendersCard companyId={COMPANY} disabledReason={disabledReason} />, {
    user: { role: "company_admin" },
  });
};

const row = (name: string) => page.getByRole("listitem").filter({ hasText: name });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const editDialog = page.getByRole("dialog", { name: "Afzender bewerken" });
const edit = (name: string) => button(`Afzender ${name} bewerken`).click();

describe("the list of senders", () => {
  test("does not show messages without a sender as a person, and lets the admin choose one for them", async ({
    server,
  }) => {
    await showCard(server, [buildSender("Frank"), buildSender(NO_SENDER, { queued: 3 })]);
    await expect.element(row("Frank")).toBeVisible();
    await expect.element(row(NO_SENDER)).not.toBeInTheDocument();
    await expect
      .element(page.getByText("3 berichten in de wachtrij hebben geen afzender", { exact: false }))
      .toBeVisible();
    await button("Afzender kiezen").click();
    await page.getByRole("combobox", { name: "Met welke afzender?" }).click();
    await expect.element(page.getByRole("option", { name: "Frank" })).toBeVisible();
  });

  test("shows names, link, rules and hold", async ({ server }) => {
    const hold = { until: "2100-01-04T08:00:00.000Z", reason: "Op vakantie" };
    await showCard(server, [
      buildSender("Frank", { aliases: ["F. Hoekstra"], userId: BRAM, formOfAddress: "u", hold }),
      buildSender("Lotte", { hold: { until: "2020-01-01T08:00:00.000Z", reason: "Voorbij" } }),
    ]);
    await expect.element(row("Frank")).toHaveTextContent("Ook: F. Hoekstra");
    await expect.element(row("Frank")).toHaveTextContent("Gekoppeld aan Bram Visser");
    await expect.element(row("Frank")).toHaveTextContent("u-vorm");
    await expect.element(row("Frank")).toHaveTextContent("ma–vr 08:30–17:30");
    await expect
      .element(row("Frank"))
      .toHaveTextContent("40 berichten en 20 uitnodigingen per dag, hooguit 100 in 7 dagen");
    await expect.element(row("Frank")).toHaveTextContent("Staat stil tot ma 4 jan 09:00: Op vakantie");
    await expect.element(row("Lotte")).toHaveTextContent("Niet gekoppeld aan een gebruiker");
    await expect.element(row("Lotte")).not.toHaveTextContent("Staat stil");
  });

  test("is read-only with the reason for those who may not edit", async ({ server }) => {
    await showCard(server, [buildSender("Frank"), buildSender("Lotte")], "Alleen een beheerder kan dit wijzigen.");
    await expect.element(page.getByText("Alleen een beheerder kan dit wijzigen.")).toBeVisible();
    await expect.element(button("Afzender Frank bewerken")).toHaveAttribute("aria-disabled", "true");
    await expect.element(button("Frank samenvoegen")).toHaveAttribute("aria-disabled", "true");
    await expect
      .element(page.getByRole("link", { name: "Planning van Frank" }))
      .toHaveAttribute("href", "/planning?afzender=id-Frank");
  });

  test("says when there are none, and offers to retry when it cannot be loaded", async ({ server }) => {
    server.breakRoute(sendersRoutes.list);
    await renderScreen(<SendersCard companyId={COMPANY} disabledReason={undefined} />);
    await expect.element(page.getByText("De afzenders konden niet worden geladen")).toBeVisible();
    server.handle(sendersRoutes.list, () => []);
    server.handle(usersRoutes.colleagues, () => listResponse([]));
    await page.getByRole("button", { name: "Opnieuw proberen" }).click();
    await expect.element(page.getByText("Nog geen afzenders")).toBeVisible();
  });
});

describe("editing a sender", () => {
  test("shows a hold that has ended as none", async ({ server }) => {
    await showCard(server, [buildSender("Lotte", { hold: { until: "2020-01-01T08:00:00.000Z", reason: "Voorbij" } })]);
    await edit("Lotte");
    await expect.element(editDialog.getByRole("switch", { name: "Afzender stilzetten" })).not.toBeChecked();
  });

  test("saves only what was changed", async ({ server }) => {
    await showCard(server, [buildSender("Frank")]);
    server.handle(sendersRoutes.update, () => buildSender("Frank"));
    await edit("Frank");
    await editDialog.getByRole("combobox", { name: "Gekoppelde gebruiker" }).click();
    await page.getByRole("option", { name: "Bram Visser" }).click();
    await editDialog.getByRole("button", { name: "vrijdag" }).click();
    await editDialog.getByLabelText("Berichten per dag *").fill("25");
    const newSince = editDialog.getByLabelText("Nieuw account sinds");
    await newSince.fill("31-02-2026");
    await editDialog.getByRole("button", { name: "Opslaan" }).click();
    await expect.element(newSince).toHaveFocus();
    expect(server.requestsOf(sendersRoutes.update)).toEqual([]);
    await newSince.fill("01-12-26");
    await editDialog.getByRole("switch", { name: "Afzender stilzetten" }).click();
    await editDialog.getByLabelText("Reden *").fill("Op vakantie");
    await editDialog.getByRole("button", { name: "Opslaan" }).click();
    await expectToast("Afzender bijgewerkt", "De instellingen van Frank zijn opgeslagen.");
    await expect.element(editDialog).not.toBeInTheDocument();
    expect(server.requestsOf(sendersRoutes.update)).toMatchObject([{ params: { id: "id-Frank" } }]);
    expect(server.requestsOf(sendersRoutes.update)[0]?.body).toEqual({
      userId: BRAM,
      hours: { days: [1, 2, 3, 4], from: "08:30", until: "17:30", holidays: false },
      caps: { invitationsPerDay: 20, invitationsPerWeek: 100, messagesPerDay: 25 },
      rampStartedOn: "2026-12-01",
      hold: { until: expect.any(String), reason: "Op vakantie" },
    });
  });

  test("shows at each field what is wrong with it", async ({ server }) => {
    await showCard(server, [buildSender("Frank")]);
    await edit("Frank");
    const description = (label: string) => editDialog.getByLabelText(label, { exact: true });
    await editDialog.getByLabelText("Naam *").fill("");
    await editDialog.getByLabelText("Tot *").fill("08:00");
    await editDialog.getByLabelText("Berichten per dag *").fill("151");
    await editDialog.getByLabelText("Uitnodigingen per dag *").fill("");
    await expect.element(editDialog.getByRole("button", { name: "Bekijk wat dit verandert" })).toBeDisabled();
    await editDialog.getByRole("button", { name: "Opslaan" }).click();
    await expect.element(description("Naam *")).toHaveAccessibleDescription("Vul een naam in.");
    await expect.element(description("Tot *")).toHaveAccessibleDescription("Het einde moet na het begin liggen.");
    await expect.element(description("Berichten per dag *")).toHaveAccessibleDescription("Maximaal 150.");
    await expect.element(description("Uitnodigingen per dag *")).toHaveAccessibleDescription("Vul een getal in.");
    expect(server.requestsOf(sendersRoutes.update)).toEqual([]);
  });

  test("stays open with the server's reason when it is refused", async ({ server }) => {
    await showCard(server, [buildSender("Frank")]);
    server.handle(sendersRoutes.update, () => fieldErrorResponse("name", "Deze naam kan niet."));
    await edit("Frank");
    await editDialog.getByLabelText("Naam *").fill("Frank H.");
    await editDialog.getByRole("switch", { name: "Afzender stilzetten" }).click();
    await editDialog.getByRole("switch", { name: "Afzender stilzetten" }).click();
    await editDialog.getByRole("button", { name: "Opslaan" }).click();
    await expectErrorToast("Fout", "Deze naam kan niet.");
    await expect.element(editDialog.getByLabelText("Naam *")).toHaveAccessibleDescription("Deze naam kan niet.");
    expect(server.requestsOf(sendersRoutes.update)[0]?.body).toEqual({ name: "Frank H." });
  });

  test("previews what other limits do before they are saved", async ({ server }) => {
    await showCard(server, [buildSender("Frank")]);
    server.handle(sendersRoutes.simulation, () => [sendAfterNoon(0), sendAfterNoon(1)]);
    server.handle(sendersRoutes.preview, () => [sendAfterNoon(0)]);
    await edit("Frank");
    await editDialog.getByLabelText("Berichten per dag *").fill("1");
    const preview = editDialog.getByRole("region", { name: "Planning" });
    await preview.getByRole("button", { name: "Bekijk wat dit verandert" }).click();
    await expect.element(preview).toHaveTextContent(/De komende twee weken: 1 bericht.*Nog niet opgeslagen\./);
    await expect.element(preview.getByText("(nu 2)")).toBeVisible();
    expect(server.requestsOf(sendersRoutes.preview)[0]?.body).toMatchObject({ days: 14, caps: { messagesPerDay: 1 } });
    // A further change makes the shown preview wrong.
    await editDialog.getByLabelText("Berichten per dag *").fill("2");
    await expect.element(preview.getByText("Nog niet opgeslagen.")).not.toBeInTheDocument();
    server.breakRoute(sendersRoutes.preview);
    await preview.getByRole("button", { name: "Bekijk wat dit verandert" }).click();
    await expect.element(preview).toHaveTextContent("De planning kon niet worden berekend.");
    expect(server.requestsOf(sendersRoutes.update)).toEqual([]);
  });
});

describe("merging", () => {
  const mergeDialog = page.getByRole("dialog", { name: "F. Hoekstra samenvoegen" });

  test("says what moves, and happens after a choice, also with Ctrl+Enter", async ({ server }) => {
    const [short, full] = [buildSender("F. Hoekstra", { aliases: ["Frank H."] }), buildSender("Frank Hoekstra")];
    await showCard(server, [short, full]);
    server.handle(sendersRoutes.merge, () => full);
    await button("F. Hoekstra samenvoegen").click();
    await expect.element(mergeDialog.getByRole("button", { name: "Samenvoegen" })).toBeDisabled();
    await expect.element(mergeDialog).toHaveTextContent("De afzender die je kiest, blijft bestaan.");
    await mergeDialog.getByRole("combobox", { name: "Met welke afzender?" }).click();
    await page.getByRole("option", { name: "Frank Hoekstra" }).click();
    await expect.element(mergeDialog).toHaveTextContent("F. Hoekstra en Frank H. worden namen van Frank Hoekstra.");
    await expect.element(mergeDialog).toHaveTextContent("volgt de werktijden en limieten van Frank Hoekstra.");
    await expect.element(mergeDialog).toHaveTextContent("De eigen instellingen van F. Hoekstra vervallen.");
    // The focus returns to the select once its list has closed.
    await expectFocusWithin(mergeDialog);
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expectToast("Afzenders samengevoegd", "F. Hoekstra is nu een naam van Frank Hoekstra.");
    expect(server.requestsOf(sendersRoutes.merge)).toMatchObject([
      { params: { id: short.id }, body: { into: full.id } },
    ]);
  });

  test("is not offered for the only sender", async ({ server }) => {
    await showCard(server, [buildSender("Frank")]);
    await expect.element(button("Frank samenvoegen")).toHaveAttribute("aria-disabled", "true");
  });
});

describe("the calendar", () => {
  const frank = buildSender("Frank", { id: "50352ab5-590f-4d0a-a397-ed102a8c2f02" });
  const lotte = buildSender("Lotte", { id: "50352ab5-590f-4d0a-a397-ed102a8c2f03" });
  const SYNC_PAUSED =
    "De synchronisatie is gepauzeerd (Anna: Opruimen). Een beheerder kan haar hervatten bij Bedrijf Beheer.";
  const showPlanning = async (server: FakeServer, senders: readonly Sender[], url = "/planning") => {
    server.handle(sendersRoutes.list, () => [...senders]);
    server.handle(queueRoutes.queued, ({ query }) =>
      listResponse(query["flow"] === "Frank" ? [{ waitsFor: { code: "airtable", text: SYNC_PAUSED } }] : []),
    );
    return renderScreen(<PlanningPage />, { url, user: { id: BRAM } });
  };

  test("shows the coming two weeks, with the rest of a busy day behind a button", async ({ server }) => {
    server.handle(sendersRoutes.simulation, () =>
      [1, 2, 3, 4, 5, 6].map((nth) => sendAfterNoon(nth, `Bericht ${nth}`)),
    );
    await showPlanning(server, [frank]);
    await expect.element(page.getByText(/De komende twee weken: 6 berichten, het laatste op/)).toBeVisible();
    await expect.element(page.getByText("Bericht 4")).toBeVisible();
    await expect.element(page.getByText("Bericht 6")).not.toBeVisible();
    await page.getByText("nog 2").click();
    await expect.element(page.getByText("Bericht 6")).toBeVisible();
    expect(server.requestsOf(sendersRoutes.simulation)[0]?.query).toEqual({ days: "14" });
    await expect.element(page.getByRole("link", { name: "Lead 1" })).toHaveAttribute("href", "/leads/lead-1");
  });

  test("counts messages and invitations apart", async ({ server }) => {
    const invitation = { ...sendAfterNoon(2, "Uitnodiging"), kind: "invitation" as const };
    server.handle(sendersRoutes.simulation, () => [sendAfterNoon(0), sendAfterNoon(1), invitation]);
    await showPlanning(server, [frank]);
    await expect
      .element(page.getByText(/De komende twee weken: 2 berichten en 1 uitnodiging, de laatste op/))
      .toBeVisible();
    await expect.element(page.getByText("2 berichten", { exact: true })).toBeVisible();
    await expect.element(page.getByText("1 uitnodiging", { exact: true })).toBeVisible();
  });

  test("is of the sender with most to send when none is the user's own", async ({ server }) => {
    server.handle(sendersRoutes.simulation, () => []);
    await showPlanning(server, [frank, { ...lotte, queued: 3 }]);
    await expect.element(page.getByRole("combobox", { name: "Afzender" })).toHaveTextContent("Lotte");
  });

  test("is of nobody only when messages have no sender, and never before the people", async ({ server }) => {
    server.handle(sendersRoutes.simulation, () => []);
    const select = page.getByRole("combobox", { name: "Afzender" });
    const options = async () => {
      await select.click();
      await expect.element(page.getByRole("option", { name: "Frank" })).toBeVisible();
      return page
        .getByRole("option")
        .elements()
        .map(({ textContent }) => textContent);
    };
    const { unmount } = await showPlanning(server, [frank, buildSender(NO_SENDER)]);
    await expect.element(select).toHaveTextContent("Frank");
    expect(await options()).toEqual(["Frank"]);
    await unmount();
    await showPlanning(server, [frank, buildSender(NO_SENDER, { queued: 3 })]);
    await expect.element(select).toHaveTextContent("Frank");
    expect(await options()).toEqual(["Frank", NO_SENDER]);
  });

  test("is of the user's own sender, or of the one in the URL", async ({ server }) => {
    server.handle(sendersRoutes.simulation, () => []);
    const mine = { ...lotte, userId: BRAM };
    const { currentUrl, unmount } = await showPlanning(server, [frank, mine]);
    const select = page.getByRole("combobox", { name: "Afzender" });
    await expect.element(select).toHaveTextContent("Lotte");
    await expect.element(page.getByText("De komende twee weken gaat er niets uit")).toBeVisible();
    await expect.element(page.getByText(SYNC_PAUSED)).not.toBeInTheDocument();
    await select.click();
    await page.getByRole("option", { name: "Frank" }).click();
    await expect.poll(currentUrl).toContain(frank.id);
    await expect.poll(() => server.requestsOf(sendersRoutes.simulation).at(-1)?.params["id"]).toBe(frank.id);
    await expect.element(page.getByText(SYNC_PAUSED)).toBeVisible();
    await unmount();
    // A link to a sender has its id, a queue the name it is filtered on.
    for (const sender of [frank.id, "Frank", "F. Hoekstra"]) {
      const shown = await showPlanning(
        server,
        [{ ...frank, aliases: ["F. Hoekstra"] }, mine],
        `/planning?afzender=${encodeURIComponent(sender)}`,
      );
      await expect.element(select).toHaveTextContent("Frank");
      await shown.unmount();
    }
  });

  test("says that the sync is paused when not the first message but a later one, or one under another name, waits for it", async ({
    server,
  }) => {
    const paused = { waitsFor: { code: "paused", text: "Gepauzeerd door Anna." } };
    const cancelled = { waitsFor: { code: "airtable", text: CANCEL_PENDING_TEXT }, isCancelPending: true };
    const waiting = { waitsFor: { code: "airtable", text: SYNC_PAUSED } };
    server.handle(sendersRoutes.simulation, () => []);
    server.handle(sendersRoutes.list, () => [{ ...frank, aliases: ["F. Hoekstra"] }]);
    const show = (queued: Record<string, readonly object[]>) => {
      server.handle(queueRoutes.queued, ({ query }) => listResponse(queued[query["flow"] ?? ""] ?? []));
      return renderScreen(<PlanningPage />);
    };
    const waitingLater: [string, object[]][] = [
      ["Frank", [paused, cancelled, waiting]],
      ["F. Hoekstra", [waiting]],
    ];
    for (const [name, rows] of waitingLater) {
      const shown = await show({ [name]: rows });
      await expect.element(page.getByText(SYNC_PAUSED)).toBeVisible();
      await shown.unmount();
    }
    server.handle(sendersRoutes.simulation, () => [sendAfterNoon(0)]);
    await show({ Frank: [cancelled, paused] });
    await expect.element(page.getByText(/De komende twee weken: 1 bericht/)).toBeVisible();
    await expect.poll(() => server.requestsOf(queueRoutes.queued)).toHaveLength(6);
    await expect.element(page.getByText(CANCEL_PENDING_TEXT)).not.toBeInTheDocument();
  });

  test("says that the sync is paused when the messages under another name cannot be loaded", async ({ server }) => {
    server.handle(sendersRoutes.simulation, () => []);
    server.handle(sendersRoutes.list, () => [{ ...frank, aliases: ["F. Hoekstra"] }]);
    const waiting = { waitsFor: { code: "airtable", text: SYNC_PAUSED } };
    server.handle(queueRoutes.queued, ({ query }) =>
      query["flow"] === "Frank" ? new Response(null, { status: 500 }) : listResponse([waiting]),
    );
    await renderScreen(<PlanningPage />);
    await expect.element(page.getByText(SYNC_PAUSED)).toBeVisible();
  });

  test("says that a new account sends fewer invitations at first", async ({ server }) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-19T10:00:00Z") });
    onTestFinished(() => void vi.useRealTimers());
    server.handle(sendersRoutes.simulation, () => []);
    const text = /5 uitnodigingen op de eerste werkdag, elke werkdag 3 meer, tot 20 per dag/;
    const { unmount } = await showPlanning(server, [{ ...frank, rampStartedOn: "2026-11-17" }]);
    await expect.element(page.getByText(text)).toHaveTextContent("Nieuw account sinds 17 november 2026");
    await unmount();
    const future = await showPlanning(server, [{ ...frank, rampStartedOn: "2026-12-01" }]);
    await expect.element(page.getByText(text)).toHaveTextContent("Nieuw account vanaf 1 december 2026");
    await future.unmount();
    await showPlanning(server, [{ ...frank, rampStartedOn: "2026-10-17" }]);
    await expect.element(page.getByText(SYNC_PAUSED)).toBeVisible();
    await expect.element(page.getByText(text)).not.toBeInTheDocument();
  });

  test("offers to retry when it cannot be loaded, and says when there are no senders", async ({ server }) => {
    server.breakRoute(sendersRoutes.simulation);
    const { unmount } = await showPlanning(server, [frank]);
    await expect.element(page.getByText("De planning kon niet worden geladen")).toBeVisible();
    server.handle(sendersRoutes.simulation, () => []);
    await page.getByRole("button", { name: "Opnieuw proberen" }).click();
    await expect.element(page.getByText("De komende twee weken gaat er niets uit")).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Berichten beoordelen" })).toHaveAttribute("href", "/");
    await expect
      .element(page.getByRole("link", { name: "Wachtrij bekijken" }))
      .toHaveAttribute("href", "/messages-queued");
    await unmount();
    await showPlanning(server, []);
    await expect.element(page.getByText("Nog geen afzenders")).toBeVisible();
    await expect.element(page.getByRole("combobox", { name: "Afzender" })).not.toBeInTheDocument();
  });
});
