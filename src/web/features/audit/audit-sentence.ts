import type { AuditEntry } from "#contract/audit.ts";

type Told = {
  /** What somebody did, as it follows their name; the subject takes the place of the dots. */
  predicate: string;
  /** The kind of thing that happened, for the filter. */
  kind: string;
};

const PHRASES: Record<string, Told> = {
  "session.opened": { predicate: "logde in", kind: "Ingelogd" },
  "admin_session.opened": { predicate: "logde in op het admin panel", kind: "Ingelogd op het admin panel" },
  "sessions.ended": { predicate: "logde overal uit", kind: "Overal uitgelogd" },
  "profile.updated": { predicate: "wijzigde het eigen profiel", kind: "Profiel gewijzigd" },
  "password.changed": { predicate: "wijzigde het eigen wachtwoord", kind: "Wachtwoord gewijzigd" },
  "password.reset": { predicate: "stelde een nieuw wachtwoord in", kind: "Wachtwoord opnieuw ingesteld" },
  "picture.replaced": { predicate: "wijzigde de eigen profielfoto", kind: "Profielfoto gewijzigd" },
  "picture.removed": { predicate: "verwijderde de eigen profielfoto", kind: "Profielfoto verwijderd" },
  "two_step.enabled": { predicate: "zette inloggen in twee stappen aan", kind: "Twee stappen aangezet" },
  "two_step.disabled": { predicate: "zette inloggen in twee stappen uit", kind: "Twee stappen uitgezet" },
  "two_step.reset": { predicate: "zette inloggen in twee stappen uit voor …", kind: "Twee stappen gereset" },
  "two_step.recovery_code_used": { predicate: "logde in met een herstelcode", kind: "Herstelcode gebruikt" },
  "two_step.recovery_codes_renewed": { predicate: "maakte nieuwe herstelcodes", kind: "Herstelcodes vernieuwd" },
  "settings.updated": { predicate: "wijzigde de instellingen van het platform", kind: "Instellingen gewijzigd" },
  "message.approved": { predicate: "keurde … goed", kind: "Bericht goedgekeurd" },
  "message.cancelled": { predicate: "annuleerde …", kind: "Bericht geannuleerd" },
  "message.due_changed": { predicate: "wijzigde de datum van …", kind: "Datum van bericht gewijzigd" },
  "message.edited": { predicate: "bewerkte …", kind: "Bericht bewerkt" },
  "message.rerun": { predicate: "liet … opnieuw maken", kind: "Bericht opnieuw gemaakt" },
  "message.rewritten": { predicate: "vroeg om een nieuwe tekst voor …", kind: "Bericht laten herschrijven" },
  "message.send_requested": { predicate: "verstuurde …", kind: "Bericht verstuurd" },
  "message.undone": { predicate: "maakte de keuze voor … ongedaan", kind: "Keuze voor bericht ongedaan gemaakt" },
  "queue.cancelled": { predicate: "haalde … uit de wachtrij", kind: "Bericht uit de wachtrij gehaald" },
  "queue.failed": { predicate: "kon … niet versturen", kind: "Versturen mislukt" },
  "queue.retried": { predicate: "probeerde … opnieuw te versturen", kind: "Versturen opnieuw geprobeerd" },
  "queue.sent": { predicate: "verstuurde …", kind: "Bericht uit de wachtrij verstuurd" },
  "lead.classified": { predicate: "wijzigde de classificatie van …", kind: "Lead geclassificeerd" },
  "sync.conflict_resolved": {
    predicate: "besliste over een conflict met Airtable bij …",
    kind: "Conflict met Airtable beslist",
  },
  "company.logo_replaced": { predicate: "verving het logo van …", kind: "Logo vervangen" },
  "company.purged": { predicate: "verwijderde … voorgoed", kind: "Bedrijf voorgoed verwijderd" },
  "queue.paused": { predicate: "pauzeerde de berichten aan …", kind: "Berichten gepauzeerd" },
  "queue.resumed": { predicate: "hervatte de berichten aan …", kind: "Berichten hervat" },
  "workflow.started": { predicate: "startte …", kind: "Workflow gestart" },
  "workflow.failed": { predicate: "kon … niet starten", kind: "Workflow niet gestart" },
  "workflow.unknown": { predicate: "startte …, en kreeg geen antwoord", kind: "Workflow zonder antwoord" },
  "workflow.form_opened": { predicate: "opende het formulier van …", kind: "Formulier geopend" },
  "leads.imported": { predicate: "importeerde leads uit …", kind: "Leads geïmporteerd" },
  "leads.exported": { predicate: "exporteerde leads: …", kind: "Leads geëxporteerd" },
  "lead.data_exported": { predicate: "exporteerde alle gegevens van …", kind: "Gegevens van lead geëxporteerd" },
  "lead.erased": { predicate: "wiste een lead op verzoek", kind: "Lead gewist" },
  "user.joined": { predicate: "voegde … toe aan het bedrijf", kind: "Gebruiker toegevoegd aan bedrijf" },
  "user.left": { predicate: "haalde … uit het bedrijf", kind: "Gebruiker uit bedrijf gehaald" },
};

const VERBS: Record<string, Told> = {
  created: { predicate: "maakte … aan", kind: "aangemaakt" },
  updated: { predicate: "wijzigde …", kind: "gewijzigd" },
  deleted: { predicate: "verwijderde …", kind: "verwijderd" },
  restored: { predicate: "herstelde …", kind: "hersteld" },
  invited: { predicate: "nodigde … uit", kind: "uitgenodigd" },
};

const THINGS: Record<string, string> = {
  company: "bedrijf",
  user: "gebruiker",
  lead: "lead",
  meeting: "meeting",
  message: "bericht",
  prompt: "prompt",
  workflow: "workflow",
  // A conflict is about a row of a table.
  leads: "lead",
  messages: "bericht",
  queue: "bericht in de wachtrij",
  meetings: "meeting",
  prompts: "prompt",
};

/** How a thing is named before its own name, where that is not the name of its kind. */
const SUBJECTS: Record<string, string> = {
  ...THINGS,
  message: "het bericht aan",
  queued_message: "",
  leads: "lead",
  messages: "het bericht aan",
  queue: "",
  meetings: "meeting",
  prompts: "prompt",
  invitations: "de uitnodiging van",
};

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What this version of the screen has no words for keeps the name it has in the log. */
const tell = (action: string): Told => {
  const known = PHRASES[action];
  if (known) return known;
  const [thing = "", verb = ""] = action.split(".");
  const [name, told] = [THINGS[thing], VERBS[verb]];
  if (!name || !told) return { predicate: `deed "${action}" met …`, kind: action };
  return { predicate: told.predicate, kind: `${capitalise(name)} ${told.kind}` };
};

const subjectOf = ({ subjectType, subjectName }: AuditEntry): string =>
  [SUBJECTS[subjectType] ?? subjectType, subjectName].filter(Boolean).join(" ");

export const kindOf = (action: string): string => tell(action).kind;

/** "wijzigde bedrijf Noorderlicht Sales B.V.": what follows the name of whoever did it. */
export const predicateOf = (entry: AuditEntry): string =>
  tell(entry.action).predicate.replace("…", () => subjectOf(entry));
