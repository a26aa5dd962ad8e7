import { expect } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type CompanyUser, usersRoutes } from "#contract/users.ts";
import { ListKeys } from "#lib/lists/list-keys.tsx";
import {
  clickTwice,
  expectErrorToast,
  expectFocusWithin,
  expectToast,
  renderScreen,
  test,
} from "#web/testing/component-test.tsx";
import { type FakeServer, listResponse } from "#web/testing/fake-server.ts";
import { expectAccessible, expectNoSidewaysScroll, setWidth, tabTo } from "#web/testing/journey.ts";
import { ColleagueList } from "./colleague-list.tsx";

const COMPANY = "50352ab5-590f-4d0a-a397-ed102a8c2f0e";

const buildColleague = (firstName: string, overrides: Partial<CompanyUser> = {}): CompanyUser => ({
  id: `id-${firstName}`,
  email: `${firstName.toLowerCase()}@noorderlicht.example`,
  username: firstName.toLowerCase(),
  firstName,
  lastName: "Visser",
  role: "user",
  isActive: true,
  profileImageUrl: null,
  companyId: COMPANY,
  invitedAt: null,
  ...overrides,
});

const showList = async (server: FakeServer, colleagues: CompanyUser[], disabledReason?: string) => {
  server.handle(usersRoutes.colleagues, () => listResponse(colleagues));
  await renderScreen(<ColleagueList companyId={COMPANY} disabledReason={disabledReason} />, {
    user: { id: "id-Anna", role: "company_admin" },
  });
  await expect.element(page.getByRole("heading", { name: "Gebruikersbeheer" })).toBeVisible();
};

const editButton = (name: string) => page.getByRole("button", { name: `${name} bewerken` });
const dialog = page.getByRole("dialog", { name: "Gebruiker bewerken" });

test("only the changed fields of a colleague are sent, and the list shows the change", async ({ server }) => {
  const bram = buildColleague("Bram");
  await showList(server, [bram]);
  server.handle(usersRoutes.updateColleague, () => ({ ...bram, lastName: "de Wit" }));
  await editButton("Bram Visser").click();
  await dialog.getByLabelText("Achternaam").fill("de Wit");
  server.handle(usersRoutes.colleagues, () => listResponse([{ ...bram, lastName: "de Wit" }]));
  await dialog.getByRole("button", { name: "Opslaan" }).click();
  await expectToast("Gebruiker bijgewerkt", "De gebruikersgegevens zijn succesvol bijgewerkt.");
  await expect.element(page.getByText("Bram de Wit")).toBeVisible();
  expect(server.requestsOf(usersRoutes.updateColleague)[0]?.body).toEqual({ lastName: "de Wit" });
});

test("a colleague shows role and state, and without a name the e-mail address", async ({ server }) => {
  await showList(server, [
    buildColleague("Bram"),
    buildColleague("Carla", { firstName: null, lastName: null, isActive: false }),
    buildColleague("Dirk", { role: "account_manager" }),
    buildColleague("Anna", { role: "company_admin" }),
  ]);
  const person = (email: string) => page.getByRole("listitem").filter({ hasText: email });
  await expect.element(person("bram@noorderlicht.example")).toHaveTextContent(/Bram Visser.*User/);
  await expect.element(person("carla@noorderlicht.example")).toHaveTextContent("Inactief");
  await expect.element(editButton("carla@noorderlicht.example")).toBeVisible();
  await expect.element(person("dirk@noorderlicht.example")).toHaveTextContent("Account Manager");
  await expect.element(person("anna@noorderlicht.example")).toHaveTextContent("Admin");
});

test("the dialog shows the e-mail address, offers the roles of a company and forgets what is cancelled", async ({
  server,
}) => {
  await showList(server, [buildColleague("Bram")]);
  await editButton("Bram Visser").click();
  await expect.element(dialog.getByLabelText("E-mailadres")).toHaveValue("bram@noorderlicht.example");
  await expect.element(dialog.getByLabelText("E-mailadres")).toHaveAttribute("readonly");
  await expect.element(dialog.getByLabelText("Voornaam")).toHaveFocus();
  const role = dialog.getByRole("combobox", { name: "Rol" });
  await role.click();
  const options = page.getByRole("option");
  await expect
    .poll(() => options.elements().map(({ textContent }) => textContent))
    .toEqual(["User", "Account Manager", "Company Admin"]);
  await options.nth(1).click();
  await dialog.getByRole("button", { name: "Annuleren" }).click();
  await editButton("Bram Visser").click();
  await expect.element(role).toHaveTextContent("User");
});

test("j and k move through the colleagues, Enter edits one, and Delete withdraws an invitation", async ({ server }) => {
  server.handle(usersRoutes.colleagues, () =>
    listResponse([buildColleague("Bram"), buildColleague("Cees", { invitedAt: "2026-11-16T09:00:00.000Z" })]),
  );
  await renderScreen(
    <>
      <ListKeys />
      <ColleagueList companyId={COMPANY} disabledReason={undefined} />
    </>,
    { user: { id: "id-Anna", role: "company_admin" } },
  );
  const row = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  await expect.element(row("Bram")).toBeVisible();
  const pressJ = async () => {
    await userEvent.keyboard("j");
    return document.activeElement?.closest("li")?.textContent;
  };
  // The keys are loaded after the screen.
  await expect.poll(pressJ).toContain("Cees Visser");
  await userEvent.keyboard("k");
  await expect.element(row("Bram")).toHaveFocus();
  // Only an invitation can be withdrawn.
  await userEvent.keyboard("{Delete}{Enter}");
  await expect.element(dialog.getByLabelText("Voornaam")).toHaveValue("Bram");
  await expectFocusWithin(dialog);
  await userEvent.keyboard("{Escape}");
  await expect.element(row("Bram")).toHaveFocus();
  await userEvent.keyboard("j{Delete}");
  await expect.element(page.getByRole("alertdialog", { name: "Uitnodiging van Cees Visser intrekken?" })).toBeVisible();
});

test("an edit without a connection shows a general message", async ({ server }) => {
  await showList(server, [buildColleague("Bram")]);
  server.breakRoute(usersRoutes.updateColleague);
  await editButton("Bram Visser").click();
  await dialog.getByRole("switch", { name: "Actief" }).click();
  await dialog.getByRole("button", { name: "Opslaan" }).click();
  await expectErrorToast("Fout", "Er ging iets mis bij het bijwerken van de gebruiker.");
});

test("a refused edit shows the reason and keeps the dialog open", async ({ server }) => {
  await showList(server, [buildColleague("Bram")]);
  server.refuse(usersRoutes.updateColleague, 409, "Dit is de laatste actieve beheerder van het bedrijf.");
  await editButton("Bram Visser").click();
  await dialog.getByRole("switch", { name: "Actief" }).click();
  await dialog.getByRole("button", { name: "Opslaan" }).click();
  await expectErrorToast("Fout", "Dit is de laatste actieve beheerder van het bedrijf.");
  await expect.element(dialog).toBeVisible();
});

test("users cannot deactivate themselves or change their own role", async ({ server }) => {
  await showList(server, [buildColleague("Anna", { role: "company_admin" })]);
  await editButton("Anna Visser").click();
  await expect.element(dialog.getByRole("switch", { name: "Actief" })).toBeDisabled();
  await expect.element(dialog.getByRole("combobox", { name: "Rol" })).toBeDisabled();
});

test("a company admin cannot edit a platform admin", async ({ server }) => {
  await showList(server, [buildColleague("Jeroen", { role: "super_admin" })]);
  await expect.element(editButton("Jeroen Visser")).toHaveAttribute("aria-disabled", "true");
  // The pointer may be on the button already, after the test before.
  await page.getByText("Jeroen Visser").hover();
  await editButton("Jeroen Visser").hover();
  await expect.element(page.getByRole("tooltip")).toHaveTextContent("alleen door een platformbeheerder");
});

test("users who may not edit see why; the buttons of a colleague are disabled, and there is none to invite", async ({
  server,
}) => {
  const reason = "Alleen een beheerder van je bedrijf kan dit wijzigen.";
  await showList(server, [buildColleague("Bram")], reason);
  await expect.element(editButton("Bram Visser")).toHaveAttribute("aria-disabled", "true");
  const endSessions = page.getByRole("button", { name: "Bram Visser overal uitloggen" });
  await expect.element(endSessions).toHaveAttribute("aria-disabled", "true");
  await expect.element(page.getByRole("button", { name: "Collega uitnodigen" })).not.toBeInTheDocument();
  await expect.element(page.getByText(reason).first()).toBeVisible();
});

test("a colleague is invited; an address in use keeps the dialog open", async ({ server }) => {
  await showList(server, [buildColleague("Anna", { role: "company_admin" })]);
  server.refuse(usersRoutes.inviteColleague, 409, "Dit e-mailadres is al in gebruik.");
  await page.getByRole("button", { name: "Collega uitnodigen" }).click();
  const form = page.getByRole("dialog", { name: "Collega uitnodigen" });
  await expect.element(form.getByLabelText("E-mailadres")).toHaveFocus();
  await form.getByLabelText("E-mailadres").fill("bea@noorderlicht.example");
  await form.getByLabelText("Voornaam").fill("Bea");
  await form.getByLabelText("Achternaam").fill("Smit");
  await form.getByRole("button", { name: "Uitnodigen" }).click();
  await expectErrorToast("Uitnodiging niet verstuurd", "Dit e-mailadres is al in gebruik.");
  const bea = buildColleague("Bea", { invitedAt: "2026-11-16T09:00:00.000Z" });
  server.handle(usersRoutes.inviteColleague, () => bea);
  server.handle(usersRoutes.colleagues, () => listResponse([bea]));
  await form.getByRole("button", { name: "Uitnodigen" }).click();
  await expectToast(
    "Uitnodiging verstuurd",
    "bea@noorderlicht.example krijgt een e-mail met een link, die een week geldig is.",
  );
  expect(server.requestsOf(usersRoutes.inviteColleague).at(-1)?.body).toEqual({
    email: "bea@noorderlicht.example",
    firstName: "Bea",
    lastName: "Smit",
    role: "user",
  });
  await expect.element(page.getByRole("listitem")).toHaveTextContent("uitgenodigd op 16 november 2026");
});

test("a colleague is invited with the keyboard", async ({ server }) => {
  await showList(server, [buildColleague("Anna", { role: "company_admin" })]);
  server.handle(usersRoutes.inviteColleague, () => buildColleague("Bea"));
  const button = page.getByRole("button", { name: "Collega uitnodigen" });
  await tabTo(button);
  await userEvent.keyboard("{Enter}");
  const form = page.getByRole("dialog", { name: "Collega uitnodigen" });
  await expect.element(form.getByLabelText("E-mailadres")).toHaveFocus();
  await userEvent.keyboard("bea@noorderlicht.example");
  await tabTo(form.getByLabelText("Voornaam"));
  await userEvent.keyboard("Bea");
  await tabTo(form.getByLabelText("Achternaam"));
  await userEvent.keyboard("Smit{Control>}{Enter}{/Control}");
  await expect.element(form).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
  expect(server.requestsOf(usersRoutes.inviteColleague)[0]?.body).toMatchObject({ firstName: "Bea", lastName: "Smit" });
});

test("on a phone a colleague is invited with taps", async ({ server }) => {
  await setWidth(390);
  await showList(server, [buildColleague("Anna", { role: "company_admin" })]);
  expectNoSidewaysScroll();
  server.handle(usersRoutes.inviteColleague, () => buildColleague("Bea"));
  await page.getByRole("button", { name: "Collega uitnodigen" }).click();
  const form = page.getByRole("dialog", { name: "Collega uitnodigen" });
  await form.getByLabelText("E-mailadres").fill("bea@noorderlicht.example");
  await form.getByLabelText("Voornaam").fill("Bea");
  await form.getByLabelText("Achternaam").fill("Smit");
  expectNoSidewaysScroll();
  await form.getByRole("button", { name: "Uitnodigen" }).click();
  await expect.element(form).not.toBeInTheDocument();
  expect(server.requestsOf(usersRoutes.inviteColleague)).toHaveLength(1);
});

test.for([1280, 390] as const)(
  "the list and the form of an invitation are accessible in both themes, at %i pixels",
  async (width, { server }) => {
    await setWidth(width);
    await showList(server, [
      buildColleague("Anna", { role: "company_admin" }),
      buildColleague("Bea", { invitedAt: "2026-11-16T09:00:00.000Z" }),
    ]);
    await expect.element(page.getByRole("listitem").nth(1)).toBeVisible();
    await expectAccessible();
    await page.getByRole("button", { name: "Collega uitnodigen" }).click();
    await expect.element(page.getByRole("dialog")).toBeVisible();
    await expectAccessible();
  },
);

test("a double click invites a colleague once", async ({ server }) => {
  await showList(server, [buildColleague("Anna", { role: "company_admin" })]);
  server.handle(usersRoutes.inviteColleague, () => buildColleague("Bea"));
  await page.getByRole("button", { name: "Collega uitnodigen" }).click();
  const form = page.getByRole("dialog", { name: "Collega uitnodigen" });
  await form.getByLabelText("E-mailadres").fill("bea@noorderlicht.example");
  await form.getByLabelText("Voornaam").fill("Bea");
  await form.getByLabelText("Achternaam").fill("Smit");
  clickTwice(form.getByRole("button", { name: "Uitnodigen" }));
  await expect.element(form).not.toBeInTheDocument();
  expect(server.requestsOf(usersRoutes.inviteColleague)).toHaveLength(1);
});

test("an open invitation is sent again and withdrawn", async ({ server }) => {
  const bea = buildColleague("Bea", { invitedAt: "2026-11-16T09:00:00.000Z" });
  await showList(server, [bea]);
  server.handle(usersRoutes.resendInvitation, () => bea);
  await page.getByRole("button", { name: "Uitnodiging van Bea Visser opnieuw versturen" }).click();
  await expectToast(
    "Uitnodiging opnieuw verstuurd",
    "bea@noorderlicht.example krijgt een e-mail met een link, die een week geldig is.",
  );
  server.handle(usersRoutes.withdrawInvitation, () => ({ message: "De uitnodiging is ingetrokken." }));
  server.handle(usersRoutes.colleagues, () => listResponse([]));
  await page.getByRole("button", { name: "Uitnodiging van Bea Visser intrekken" }).click();
  await page.getByRole("button", { name: "Intrekken", exact: true }).click();
  await expectToast("Uitnodiging ingetrokken", "De link in de e-mail werkt niet meer.");
  await expect.element(page.getByText("Geen gebruikers gevonden")).toBeVisible();
});

test("signing out everywhere says which sessions end, also for the own account", async ({ server }) => {
  await showList(server, [buildColleague("Anna", { role: "company_admin" }), buildColleague("Bram")]);
  const question = page.getByRole("alertdialog", { name: "Overal uitloggen?" });
  await page.getByRole("button", { name: "Bram Visser overal uitloggen" }).click();
  await expect.element(question).toHaveTextContent("Daarna logt Bram Visser opnieuw in.");
  await question.getByRole("button", { name: "Annuleren" }).click();
  await page.getByRole("button", { name: "Anna Visser overal uitloggen" }).click();
  await expect.element(question).toHaveTextContent("Al je sessies worden beëindigd, behalve deze.");
});
