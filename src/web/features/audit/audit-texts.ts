import type { AuditEntry } from "#contract/audit.ts";

type ActionText = {
  /** Follows the name of the user; the subject replaces "…". */
  predicate: string;
  filterLabel: string;
};

const ACTION_TEXTS: Record<string, ActionText> = {
  "session.opened": { predicate: "logde in", filterLabel: "Ingelogd" },
  "admin_session.opened": { predicate: "logde in op het admin panel", filterLabel: "Ingelogd op het admin panel" },
  "session.closed": { predicate: "logde uit", filterLabel: "Uitgelogd" },
  "admin_session.closed": { predicate: "logde uit op het admin panel", filterLabel: "Uitgelogd op het admin panel" },
  "password.reset_requested": {
    predicate: "vroeg een link aan voor een nieuw wachtwoord van …",
    filterLabel: "Link voor nieuw wachtwoord gevraagd",
  },
  "sign_in.failed": { predicate: "kon niet inloggen als …", filterLabel: "Inloggen mislukt" },
  "sign_in.refused": { predicate: "werd geweigerd bij het inloggen als …", filterLabel: "Inloggen geweigerd" },
  "two_step.failed": { predicate: "gaf een verkeerde code voor …", filterLabel: "Verkeerde code" },
  "session.ended": { predicate: "beëindigde een eigen sessie", filterLabel: "Sessie beëindigd" },
  "session.limit_reached": {
    predicate: "had te veel sessies open, waardoor de oudste is beëindigd",
    filterLabel: "Oudste sessie beëindigd",
  },
  "user.sessions_ended": { predicate: "beëindigde de sessies van …", filterLabel: "Sessies van gebruiker beëindigd" },
  "email.change_requested": { predicate: "vroeg om een nieuw e-mailadres", filterLabel: "Nieuw e-mailadres gevraagd" },
  "email.changed": { predicate: "bevestigde het nieuwe e-mailadres", filterLabel: "E-mailadres gewijzigd" },
  "sessions.ended": { predicate: "logde overal uit", filterLabel: "Overal uitgelogd" },
  "profile.updated": { predicate: "wijzigde het eigen profiel", filterLabel: "Profiel gewijzigd" },
  "password.changed": { predicate: "wijzigde het eigen wachtwoord", filterLabel: "Wachtwoord gewijzigd" },
  "password.reset": { predicate: "stelde een nieuw wachtwoord in", filterLabel: "Wachtwoord opnieuw ingesteld" },
  "picture.replaced": { predicate: "wijzigde de eigen profielfoto", filterLabel: "Profielfoto gewijzigd" },
  "picture.removed": { predicate: "verwijderde de eigen profielfoto", filterLabel: "Profielfoto verwijderd" },
  "two_step.enabled": { predicate: "zette inloggen in twee stappen aan", filterLabel: "Twee stappen aangezet" },
  "two_step.disabled": { predicate: "zette inloggen in twee stappen uit", filterLabel: "Twee stappen uitgezet" },
  "two_step.reset": { predicate: "zette inloggen in twee stappen uit voor …", filterLabel: "Twee stappen gereset" },
  "two_step.recovery_code_used": { predicate: "logde in met een herstelcode", filterLabel: "Herstelcode gebruikt" },
  "two_step.recovery_codes_renewed": { predicate: "maakte nieuwe herstelcodes", filterLabel: "Herstelcodes vernieuwd" },
  "settings.updated": { predicate: "wijzigde de instellingen van het platform", filterLabel: "Instellingen gewijzigd" },
  "message.assigned": { predicate: "wees … toe", filterLabel: "Bericht toegewezen" },
  "message.snoozed": { predicate: "stelde … uit", filterLabel: "Bericht uitgesteld" },
  "message.approved": { predicate: "keurde … goed", filterLabel: "Bericht goedgekeurd" },
  "prompt.purpose_set": { predicate: "wijzigde het doel van …", filterLabel: "Doel van prompt gewijzigd" },
  "prompt.experiment_started": { predicate: "startte een A/B-test van …", filterLabel: "A/B-test gestart" },
  "prompt.experiment_stopped": { predicate: "stopte de A/B-test van …", filterLabel: "A/B-test gestopt" },
  "lead.rated": { predicate: "nam de voorgestelde rating van … over", filterLabel: "Rating overgenomen" },
  "meeting.added": { predicate: "voegde … toe", filterLabel: "Meeting toegevoegd" },
  "meeting.summarized": {
    predicate: "nam de voorgestelde samenvatting van … over",
    filterLabel: "Samenvatting overgenomen",
  },
  "message.approval_void": {
    predicate: "trok de goedkeuring van … in, omdat de tekst daarna is gewijzigd",
    filterLabel: "Goedkeuring vervallen",
  },
  "message.cancelled": { predicate: "annuleerde …", filterLabel: "Bericht geannuleerd" },
  "message.due_changed": { predicate: "wijzigde de datum van …", filterLabel: "Datum van bericht gewijzigd" },
  "message.edited": { predicate: "bewerkte …", filterLabel: "Bericht bewerkt" },
  "message.rerun": { predicate: "liet … opnieuw maken", filterLabel: "Bericht opnieuw gemaakt" },
  "message.rewritten": { predicate: "vroeg om een nieuwe tekst voor …", filterLabel: "Bericht laten herschrijven" },
  "message.send_requested": { predicate: "verstuurde …", filterLabel: "Bericht verstuurd" },
  "message.undone": {
    predicate: "maakte de keuze voor … ongedaan",
    filterLabel: "Keuze voor bericht ongedaan gemaakt",
  },
  "sender.updated": { predicate: "wijzigde afzender …", filterLabel: "Afzender gewijzigd" },
  "sender.merged": { predicate: "voegde een afzender samen met …", filterLabel: "Afzenders samengevoegd" },
  "invitations.queued": { predicate: "zette uitnodigingen klaar voor …", filterLabel: "Uitnodigingen klaargezet" },
  "invitations.held": { predicate: "zette uitnodigingen in de wacht van …", filterLabel: "Uitnodigingen in de wacht" },
  "invitations.requeued": {
    predicate: "haalde uitnodigingen uit de wacht van …",
    filterLabel: "Uitnodigingen uit de wacht",
  },
  "invitations.withdrawn": {
    predicate: "trok een uitnodiging in van …",
    filterLabel: "Uitnodigingen ingetrokken",
  },
  "inbox.judged": { predicate: "beoordeelde de reactie van …", filterLabel: "Reactie van lead beoordeeld" },
  "inbox.answered": { predicate: "beantwoordde …", filterLabel: "Lead beantwoord" },
  "inbox.answer_withdrawn": {
    predicate: "maakte het antwoord aan … ongedaan",
    filterLabel: "Antwoord aan lead ongedaan gemaakt",
  },
  "linkedin.connected": { predicate: "verbond een LinkedIn-account met …", filterLabel: "LinkedIn-account verbonden" },
  "linkedin.disconnected": {
    predicate: "koppelde het LinkedIn-account van … los",
    filterLabel: "LinkedIn-account losgekoppeld",
  },
  "company.channel_switched": { predicate: "verplaatste de wachtrij van …", filterLabel: "Verzendkanaal gewisseld" },
  "queue.cancelled": { predicate: "haalde … uit de wachtrij", filterLabel: "Bericht uit de wachtrij gehaald" },
  "queue.edited": { predicate: "wijzigde … in de wachtrij", filterLabel: "Bericht in de wachtrij gewijzigd" },
  "queue.send_now": { predicate: "koos Nu versturen voor …", filterLabel: "Nu versturen gekozen" },
  "queue.failed": { predicate: "kon … niet versturen", filterLabel: "Versturen mislukt" },
  "queue.restored": { predicate: "zette … terug in de wachtrij", filterLabel: "Bericht teruggezet in de wachtrij" },
  "queue.retried": { predicate: "probeerde … opnieuw te versturen", filterLabel: "Versturen opnieuw geprobeerd" },
  "queue.sent": { predicate: "verstuurde …", filterLabel: "Bericht uit de wachtrij verstuurd" },
  "lead.classified": { predicate: "wijzigde de classificatie van …", filterLabel: "Lead geclassificeerd" },
  "lead.edited": { predicate: "wijzigde …", filterLabel: "Lead gewijzigd" },
  "lead.merged": { predicate: "voegde een dubbele lead samen met …", filterLabel: "Leads samengevoegd" },
  "lead.restored": { predicate: "herstelde …", filterLabel: "Lead hersteld" },
  "lead.tagged": { predicate: "wijzigde de labels van …", filterLabel: "Labels van lead gewijzigd" },
  "lead.note_added": { predicate: "schreef een notitie bij …", filterLabel: "Notitie geschreven" },
  "lead.note_changed": { predicate: "wijzigde een notitie bij …", filterLabel: "Notitie gewijzigd" },
  "lead.note_deleted": { predicate: "verwijderde een notitie bij …", filterLabel: "Notitie verwijderd" },
  "task.created": { predicate: "maakte …", filterLabel: "Taak gemaakt" },
  "task.changed": { predicate: "wijzigde …", filterLabel: "Taak gewijzigd" },
  "task.deleted": { predicate: "verwijderde …", filterLabel: "Taak verwijderd" },
  "sync.conflict_resolved": {
    predicate: "besliste over een conflict met Airtable bij …",
    filterLabel: "Conflict met Airtable beslist",
  },
  "sync.paused": { predicate: "pauzeerde de synchronisatie met …", filterLabel: "Synchronisatie gepauzeerd" },
  "sync.resumed": { predicate: "hervatte de synchronisatie met …", filterLabel: "Synchronisatie hervat" },
  "sync.budget_changed": {
    predicate: "wijzigde het aantal verzoeken per maand aan …",
    filterLabel: "Verzoeken aan Airtable gewijzigd",
  },
  "sync.choice_added": {
    predicate: "voegde een keuze toe aan … in Airtable",
    filterLabel: "Keuze in Airtable toegevoegd",
  },
  "sync.erasure_confirmed": {
    predicate: "gaf aan dat een record van een gewiste persoon ook in een vorige base weg is, uit …",
    filterLabel: "Wissen in vorige base bevestigd",
  },
  "sync.deletions_confirmed": {
    predicate: "verwijderde hier ook wat in Airtable was verwijderd uit …",
    filterLabel: "Verwijderingen in Airtable bevestigd",
  },
  "sync.deletions_recreated": {
    predicate: "liet opnieuw aanmaken wat in Airtable was verwijderd uit …",
    filterLabel: "Verwijderingen in Airtable teruggedraaid",
  },
  "company.logo_replaced": { predicate: "verving het logo van …", filterLabel: "Logo vervangen" },
  "company.goals_changed": { predicate: "wijzigde de doelen per maand", filterLabel: "Doelen gewijzigd" },
  "company.checklist_hidden": { predicate: "verborg de eerste stappen", filterLabel: "Eerste stappen verborgen" },
  "company.purged": { predicate: "verwijderde … voorgoed", filterLabel: "Bedrijf voorgoed verwijderd" },
  "queue.paused": { predicate: "pauzeerde de berichten aan …", filterLabel: "Berichten gepauzeerd" },
  "queue.resumed": { predicate: "hervatte de berichten aan …", filterLabel: "Berichten hervat" },
  "workflow.started": { predicate: "startte …", filterLabel: "Workflow gestart" },
  "workflow.failed": { predicate: "kon … niet starten", filterLabel: "Workflow niet gestart" },
  "workflow.unknown": { predicate: "startte …, en kreeg geen antwoord", filterLabel: "Workflow zonder antwoord" },
  "workflow.form_opened": { predicate: "opende het formulier van …", filterLabel: "Formulier geopend" },
  "leads.imported": { predicate: "importeerde leads uit …", filterLabel: "Leads geïmporteerd" },
  "leads.import_stopped": { predicate: "stopte de import van leads uit …", filterLabel: "Import van leads gestopt" },
  "leads.import_failed": {
    predicate: "begon een import van leads die mislukte, uit …",
    filterLabel: "Import van leads mislukt",
  },
  "leads.exported": { predicate: "exporteerde leads: …", filterLabel: "Leads geëxporteerd" },
  "lead.data_exported": { predicate: "exporteerde alle gegevens van …", filterLabel: "Gegevens van lead geëxporteerd" },
  "lead.erased": { predicate: "wiste een lead op verzoek", filterLabel: "Lead gewist" },
  "sso.updated": { predicate: "wijzigde inloggen via SSO", filterLabel: "SSO gewijzigd" },
  "sso.refused": { predicate: "weigerde een aanmelding via …", filterLabel: "Aanmelding via SSO geweigerd" },
  "sso.domain_refused": {
    predicate: "mocht het domein … niet gebruiken voor SSO",
    filterLabel: "Domein voor SSO geweigerd",
  },
  "sso.deleted": { predicate: "verwijderde inloggen via SSO", filterLabel: "SSO verwijderd" },
  "api_key.revoked": { predicate: "trok … in", filterLabel: "API-sleutel ingetrokken" },
  "user.invitation_withdrawn": {
    predicate: "trok de uitnodiging van … in",
    filterLabel: "Uitnodiging van gebruiker ingetrokken",
  },
  "user.joined": { predicate: "voegde … toe aan het bedrijf", filterLabel: "Gebruiker toegevoegd aan bedrijf" },
  "user.left": { predicate: "haalde … uit het bedrijf", filterLabel: "Gebruiker uit bedrijf gehaald" },
};

const VERB_TEXTS: Record<string, ActionText> = {
  created: { predicate: "maakte … aan", filterLabel: "aangemaakt" },
  updated: { predicate: "wijzigde …", filterLabel: "gewijzigd" },
  deleted: { predicate: "verwijderde …", filterLabel: "verwijderd" },
  restored: { predicate: "herstelde …", filterLabel: "hersteld" },
  invited: { predicate: "nodigde … uit", filterLabel: "uitgenodigd" },
};

const SUBJECT_NAMES: Record<string, string> = {
  company: "bedrijf",
  user: "gebruiker",
  api_key: "API-sleutel",
  webhook: "webhook",
  lead: "lead",
  meeting: "meeting",
  message: "bericht",
  prompt: "prompt",
  task: "taak",
  lead_view: "weergave",
  workflow: "workflow",
  // The subject type of a resolved sync conflict is the name of its table.
  leads: "lead",
  messages: "bericht",
  queue: "bericht in de wachtrij",
  meetings: "meeting",
  prompts: "prompt",
};

/** The text before the name of a subject, if it differs from `SUBJECT_NAMES`. */
const SUBJECT_PREFIXES: Record<string, string> = {
  ...SUBJECT_NAMES,
  message: "het bericht aan",
  queued_message: "",
  sender: "",
  leads: "lead",
  messages: "het bericht aan",
  queue: "",
  meetings: "meeting",
  prompts: "prompt",
  invitations: "de uitnodiging van",
  airtable_table: "de tabel",
  sync: "",
  sso: "",
};

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** An action that this version of the web does not know is shown by its name in the log. */
const findActionText = (action: string): ActionText => {
  const text = ACTION_TEXTS[action];
  if (text) return text;
  const [subject = "", verb = ""] = action.split(".");
  const [name, verbText] = [SUBJECT_NAMES[subject], VERB_TEXTS[verb]];
  if (!name || !verbText) return { predicate: `deed "${action}" met …`, filterLabel: action };
  return { predicate: verbText.predicate, filterLabel: `${capitalise(name)} ${verbText.filterLabel}` };
};

/** The username in brackets behind a name, which somebody else may have too; nothing where the name is the username. */
export const usernameBehind = (name: string | null, username: string | null): string =>
  username && username !== name ? ` (${username})` : "";

const subjectText = ({ subjectType, subjectName, subjectUsername }: AuditEntry): string =>
  [SUBJECT_PREFIXES[subjectType] ?? subjectType, subjectName].filter(Boolean).join(" ") +
  usernameBehind(subjectName, subjectUsername);

export const actionLabel = (action: string): string => findActionText(action).filterLabel;

/** Such as "wijzigde bedrijf Noorderlicht Sales B.V."; the name of the user precedes it. */
export const actionPredicate = (entry: AuditEntry): string =>
  findActionText(entry.action).predicate.replace("…", () => subjectText(entry));
