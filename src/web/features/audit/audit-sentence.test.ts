import { expect, test } from "vitest";
import type { AuditEntry } from "#contract/audit.ts";
import { kindOf, predicateOf } from "./audit-sentence.ts";

const entry = (action: string, subjectType: string, subjectName: string | null): AuditEntry => ({
  id: "1",
  at: "2026-11-14T08:30:00.000Z",
  companyId: null,
  companyName: null,
  actorId: "2",
  actorName: "Marieke Bosma",
  action,
  subjectType,
  subjectId: "3",
  subjectName,
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
  ["session.opened", "user", "Marieke Bosma", "logde in"],
  ["password.reset", "user", "Marieke Bosma", "stelde een nieuw wachtwoord in"],
  ["message.approved", "message", "Fatima de Waal", "keurde het bericht aan Fatima de Waal goed"],
  ["queue.cancelled", "queued_message", "Bericht 1 aan Fatima", "haalde Bericht 1 aan Fatima uit de wachtrij"],
  ["lead.classified", "lead", "Fatima de Waal", "wijzigde de classificatie van lead Fatima de Waal"],
  ["user.deleted", "user", null, "verwijderde gebruiker"],
])("%s reads as a sentence", (action, type, name, expected) => {
  expect(predicateOf(entry(action, type, name))).toBe(expected);
});

test("a name is taken as it is, whatever stands in it", () => {
  expect(predicateOf(entry("company.updated", "company", "A … $& B"))).toBe("wijzigde bedrijf A … $& B");
});

test("what the screen has no words for yet keeps its own name", () => {
  expect(predicateOf(entry("robot.started", "robot", "R2"))).toBe('deed "robot.started" met robot R2');
  expect(kindOf("robot.started")).toBe("robot.started");
});

test.each([
  ["company.updated", "Bedrijf gewijzigd"],
  ["user.invited", "Gebruiker uitgenodigd"],
  ["admin_session.opened", "Ingelogd op het admin panel"],
])("%s is of the kind %s", (action, kind) => {
  expect(kindOf(action)).toBe(kind);
});
