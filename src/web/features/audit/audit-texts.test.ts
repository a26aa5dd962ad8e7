import { expect, test } from "vitest";
import type { AuditEntry } from "#contract/audit.ts";
import { listDifferences } from "./audit-differences.ts";
import { actionLabel, actionPredicate } from "./audit-texts.ts";

const entry = (action: string, subjectType: string, subjectName: string | null): AuditEntry => ({
  id: "1",
  at: "2026-11-14T08:30:00.000Z",
  companyId: null,
  companyName: null,
  actorId: "2",
  actorName: "Marieke Bosma",
  actorUsername: "marieke",
  action,
  subjectType,
  subjectId: "3",
  subjectName,
  subjectUsername: null,
  before: null,
  after: null,
  address: null,
});

test.each([
  ["company.updated", "company", "Noorderlicht Sales B.V.", "wijzigde bedrijf Noorderlicht Sales B.V."],
  ["company.created", "company", "Noorderlicht Sales B.V.", "maakte bedrijf Noorderlicht Sales B.V. aan"],
  ["company.deleted", "company", "Noorderlicht Sales B.V.", "verwijderde bedrijf Noorderlicht Sales B.V."],
  ["company.restored", "company", "Noorderlicht Sales B.V.", "herstelde bedrijf Noorderlicht Sales B.V."],
  ["company.logo_replaced", "company", "Zuiderzee", "verving het logo van bedrijf Zuiderzee"],
  ["user.invited", "user", "Daan Visser", "nodigde gebruiker Daan Visser uit"],
  ["user.joined", "user", "Daan Visser", "voegde gebruiker Daan Visser toe aan het bedrijf"],
  ["api_key.created", "api_key", "n8n", "maakte API-sleutel n8n aan"],
  ["api_key.revoked", "api_key", "n8n", "trok API-sleutel n8n in"],
  ["session.opened", "user", "Marieke Bosma", "logde in"],
  ["sso.domain_refused", "sso", "zon.nl", "mocht het domein zon.nl niet gebruiken voor SSO"],
  ["password.reset", "user", "Marieke Bosma", "stelde een nieuw wachtwoord in"],
  ["message.approved", "message", "Fatima de Waal", "keurde het bericht aan Fatima de Waal goed"],
  ["queue.cancelled", "queued_message", "Bericht 1 aan Fatima", "haalde Bericht 1 aan Fatima uit de wachtrij"],
  ["lead.classified", "lead", "Fatima de Waal", "wijzigde de classificatie van lead Fatima de Waal"],
  ["lead.edited", "lead", "Fatima de Waal", "wijzigde lead Fatima de Waal"],
  ["lead.tagged", "lead", "Fatima de Waal", "wijzigde de labels van lead Fatima de Waal"],
  ["task.created", "task", "Bel terug", "maakte taak Bel terug"],
  ["prompt.purpose_set", "prompt", "Icebreaker", "wijzigde het doel van prompt Icebreaker"],
  ["prompt.experiment_started", "prompt", "Icebreaker", "startte een A/B-test van prompt Icebreaker"],
  ["prompt.experiment_stopped", "prompt", "Icebreaker", "stopte de A/B-test van prompt Icebreaker"],
  ["user.deleted", "user", null, "verwijderde gebruiker"],
])("%s reads as a sentence", (action, type, name, expected) => {
  expect(actionPredicate(entry(action, type, name))).toBe(expected);
});

test("special characters in a name are not interpreted", () => {
  expect(actionPredicate(entry("company.updated", "company", "A … $& B"))).toBe("wijzigde bedrijf A … $& B");
});

test("an unknown action is shown by its name", () => {
  expect(actionPredicate(entry("robot.started", "robot", "R2"))).toBe('deed "robot.started" met robot R2');
  expect(actionLabel("robot.started")).toBe("robot.started");
});

test.each([
  ["company.updated", "Bedrijf gewijzigd"],
  ["user.invited", "Gebruiker uitgenodigd"],
  ["admin_session.opened", "Ingelogd op het admin panel"],
])("%s has the label %s", (action, label) => {
  expect(actionLabel(action)).toBe(label);
});

test("a change lists each field with its old and new value", () => {
  const before = { city: null, isActive: true, syncIntervalMinutes: 5 };
  const after = { city: "Hoorn", isActive: false, syncIntervalMinutes: 15 };
  expect(listDifferences({ before, after })).toEqual([
    { name: "city", label: "Woonplaats", before: "–", after: "Hoorn" },
    { name: "isActive", label: "Actief", before: "Ja", after: "Nee" },
    { name: "syncIntervalMinutes", label: "Minuten tussen synchronisaties", before: "5", after: "15" },
  ]);
});

test("a new subject has no old values, a deleted one no new values", () => {
  expect(listDifferences({ before: null, after: { firstName: "Daan" } })).toEqual([
    { name: "firstName", label: "Voornaam", before: "–", after: "Daan" },
  ]);
  expect(listDifferences({ before: { firstName: "Daan" }, after: null })).toEqual([
    { name: "firstName", label: "Voornaam", before: "Daan", after: "–" },
  ]);
});

test("the URLs of workflows are listed one per line, and an empty list is a dash", () => {
  const after = { workflowUrls: { "allocate-leads": "https://a.nl", "move-from-on-hold": "https://b.nl" } };
  const [difference] = listDifferences({ before: { workflowUrls: {} }, after });
  expect(difference).toMatchObject({
    before: "–",
    after: "allocate-leads: https://a.nl\nmove-from-on-hold: https://b.nl",
  });
});

test("an entry without values has no differences, and an unknown field keeps its name", () => {
  expect(listDifferences({ before: null, after: null })).toEqual([]);
  expect(listDifferences({ before: { cadence: [0, 3] }, after: { cadence: [] } })).toEqual([
    { name: "cadence", label: "cadence", before: "0, 3", after: "–" },
  ]);
});

test("a subscription and a role are shown by their labels", () => {
  const before = { subscriptionTier: "basic", role: "account_manager" };
  const after = { subscriptionTier: "enterprise", role: "company_admin" };
  expect(listDifferences({ before, after }).map(({ before, after }) => [before, after])).toEqual([
    ["Basic", "Enterprise"],
    ["Account Manager", "Company Admin"],
  ]);
  expect(listDifferences({ before: null, after: { role: "user" } })).toMatchObject([{ before: "–", after: "User" }]);
});
