import type { ConflictChoice, SyncConflict } from "#contract/airtable.ts";
import { formatDateTime } from "#lib/dates.ts";

type Choice = ConflictChoice["choice"];

/** What happened, and what each choice brings about. */
type Told = { what: string; labels: Record<Choice, string>; chosen: Record<Choice, string> };

const TOLD: Record<SyncConflict["kind"], Told> = {
  changed: {
    what: "Hier en in Airtable is hetzelfde gewijzigd, elk in iets anders. Tot je kiest blijft aan beide kanten staan wat er staat.",
    labels: { ours: "Kies wat hier staat", theirs: "Kies wat in Airtable staat" },
    chosen: { ours: "Wat hier staat, gaat ook naar Airtable.", theirs: "Wat in Airtable staat, staat nu ook hier." },
  },
  overwritten: {
    what: "Een wijziging van hier kwam in Airtable terecht op het moment dat iemand daar iets anders invulde. Nu staat aan beide kanten wat hier was ingevuld.",
    labels: { ours: "Laat dit zo", theirs: "Zet terug wat in Airtable was ingevuld" },
    chosen: { ours: "Het blijft zoals het is.", theirs: "Wat in Airtable was ingevuld, is teruggezet." },
  },
  deleted: {
    what: "In Airtable is dit verwijderd, terwijl het hier is gewijzigd.",
    labels: { ours: "Maak het opnieuw aan in Airtable", theirs: "Verwijder het hier ook" },
    chosen: { ours: "Het wordt in Airtable opnieuw aangemaakt.", theirs: "Het is hier ook verwijderd." },
  },
};

export const conflictText = ({ kind }: SyncConflict): string => TOLD[kind].what;
export const choiceLabel = ({ kind }: SyncConflict, choice: Choice): string => TOLD[kind].labels[choice];
export const chosenText = ({ kind }: SyncConflict, choice: Choice): string => TOLD[kind].chosen[choice];

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** A value as people read it; null when there is none. */
export const valueText = (value: SyncConflict["ours"]): string | null => {
  if (value === null || value === "") return null;
  if (typeof value === "boolean") return value ? "Ja" : "Nee";
  if (typeof value === "number") return value.toLocaleString("nl-NL");
  return (MOMENT.test(value) && formatDateTime(value)) || value;
};
