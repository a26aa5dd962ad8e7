import type { SyncedTable } from "#contract/synced-tables.ts";
import { type MAPPING, tableMapping } from "./mapping.ts";

type Fields<T extends SyncedTable> = (typeof MAPPING)[T]["fields"];
/** The fields that the mapping does not describe itself. */
type Field<T extends SyncedTable> = Exclude<
  { [F in keyof Fields<T>]: Fields<T>[F] extends { description: string } ? never : F }[keyof Fields<T>],
  "remote_status"
>;

const DUE = (part: string) => `De dag waarop ${part} weg mag, zoals gepland bij het goedkeuren.`;

/**
 * What each of our fields is, in the words of the screens: the names of the base are those of the first customers. The details of
 * a lead are described in the mapping.
 */
const DESCRIPTIONS: { readonly [T in SyncedTable]: Readonly<Record<Field<T>, string>> } = {
  leads: {
    provider_id: "Het nummer van de lead bij de dienst die hem vond. Alleen voor je automatisering.",
    profile_picture_url: "Het webadres van de foto bij de lead.",
    date_added: "Sinds wanneer de lead er is. Weggelaten: het moment waarop het record is gemaakt.",
    lead_rating: "De score bij de lead, van 0 tot en met 10.",
    lead_allocated: "Aan wie je automatisering de lead heeft toegewezen. Staat alleen bij de gegevens van de lead.",
    html_report: "Het rapport dat je bij de lead opent.",
    motivation: "De toelichting bij de score.",
    person_profile: "De beschrijving van de persoon, waarmee de schrijver werkt.",
    classification: "De classificatie van de lead: koud, geïnteresseerd, klant enzovoort.",
  },
  messages: {
    lead_id: "De lead voor wie het bericht is.",
    message_type: "Of het een ice breaker of een follow-up is. Weggelaten: alles is een ice breaker.",
    message_flow:
      "De afzender: de naam van de collega namens wie het bericht gaat. Zonder naam gaat een bericht niet via LinkedIn.",
    sentiment: "De toon van het bericht, als je automatisering die invult.",
    motivation_rating: "De onderbouwing van de schrijver bij het bericht.",
    date_created: "Wanneer het bericht is gemaakt. Weggelaten: het moment waarop het record is gemaakt.",
    content: "De tekst van het bericht.",
    status: "Hoever het bericht is: te beoordelen, goedgekeurd, verstuurd enzovoort.",
    due_ice_breaker: DUE("de ice breaker"),
    due_message_1: DUE("bericht 1"),
    due_message_2: DUE("bericht 2"),
    due_follow_up_1: DUE("follow-up 1"),
    due_follow_up_2: DUE("follow-up 2"),
    due_follow_up_3: DUE("follow-up 3"),
    feedback: "Wat een collega bij het bericht opmerkte, voor je automatisering.",
    send_requested_at: "Wanneer iemand hier om versturen vroeg, voor je automatisering.",
    rerun_requested_at: "Wanneer iemand hier om herschrijven vroeg, voor je automatisering.",
    cancel_requested_at: "Wanneer iemand het bericht hier annuleerde, voor je automatisering.",
  },
  adjustments: {
    message_id: "Het bericht dat een collega aanpaste.",
    section: "Welk deel van het bericht is aangepast.",
    original: "De tekst voor de aanpassing.",
    edited: "De tekst na de aanpassing.",
    made_by: "Wie de tekst aanpaste.",
    made_at: "Wanneer de tekst is aangepast.",
    consumed: "Of je automatisering de aanpassing heeft gebruikt.",
  },
  queue: {
    lead_id: "De lead die het bericht krijgt.",
    message_id: "Het bericht waar dit deel bij hoort.",
    message_name: "Welk deel van het bericht dit is, zoals Bericht 1.",
    message_flow:
      "De afzender: de naam van de collega namens wie dit deel gaat. Zonder naam gaat het niet via LinkedIn.",
    text: "De tekst die wordt verstuurd.",
    date_due: "De dag waarop dit deel weg mag.",
    date_sent: "Wanneer dit deel is verstuurd.",
    status: "Of dit deel nog weg moet, verstuurd, geannuleerd of mislukt is.",
  },
  meetings: {
    meeting_name: "De naam van de meeting.",
    status: "Of de meeting nieuw, te verwerken, verwerkt, privé of genegeerd is.",
    type: "De soort meeting.",
    meeting_owner: "De collega van wie de meeting is.",
    transcript_id: "Het nummer van het transcript. Alleen voor je automatisering.",
    transcript_url: "Het webadres van het transcript.",
    meeting_url: "Het webadres van de meeting of de opname.",
    hubspot_url: "Het webadres van de meeting in HubSpot.",
    meeting_date: "Wanneer de meeting is.",
    transcription_date: "Wanneer het transcript is gemaakt.",
    summary: "De samenvatting van het gesprek.",
    sales_opportunities: "De verkoopkansen uit het gesprek.",
    follow_up_interests: "Waar de ander meer over wil weten.",
    action_items: "De afgesproken acties.",
    attendees: "Wie erbij waren.",
    report: "Het verslag van het gesprek.",
  },
  prompts: {
    prompt_name: "De naam van de prompt.",
    account_manager: "De collega voor wie de prompt is. Die naam wordt een afzender.",
    prompt: "De tekst van de prompt.",
  },
  invitations: {
    lead_id: "De lead die is uitgenodigd.",
    connected_with: "De collega namens wie de uitnodiging gaat.",
    status: "Of de uitnodiging klaarstaat, wacht, verstuurd of geaccepteerd is.",
    queued_at: "Wanneer de uitnodiging is klaargezet.",
    invited_at: "Wanneer de uitnodiging is verstuurd.",
    accepted_at: "Wanneer de lead de uitnodiging accepteerde.",
  },
};

const APP_ID_DESCRIPTION =
  "Een tekstveld voor ons nummer van het record. Zonder dit veld komt wat je hier maakt nooit in Airtable.";
const LAST_MODIFIED_DESCRIPTION =
  "Het Airtable-veld dat bijhoudt wanneer een record is gewijzigd; je maakt het in Airtable zelf. Zonder dit veld kan het zijn dat de hele tabel bij elke synchronisatie wordt gelezen, wat veel verzoeken kost.";

export const describeField = (table: SyncedTable, field: string): string => {
  if (field === "app_id") return APP_ID_DESCRIPTION;
  if (field === "last_modified") return LAST_MODIFIED_DESCRIPTION;
  const { description } = tableMapping(table).fields[field] ?? {};
  return description ?? (DESCRIPTIONS[table] as Readonly<Record<string, string>>)[field] ?? "";
};
