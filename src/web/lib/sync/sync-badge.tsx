import type { SyncState } from "#contract/synced-tables.ts";
import { Badge, type BadgeTone } from "#ui/content/badge.tsx";

type BadgeText = { label: string; tone: BadgeTone; reason: string };

/** A synced record has no badge. */
const BADGES: Record<SyncState, BadgeText | undefined> = {
  synced: undefined,
  pending: {
    label: "Nog niet in Airtable",
    tone: "neutral",
    reason: "Deze wijziging gaat bij de volgende synchronisatie mee.",
  },
  conflict: {
    label: "Conflict met Airtable",
    tone: "warning",
    reason: "Hier en in Airtable staat iets anders. Een beheerder kiest bij Bedrijf Beheer welke van de twee blijft.",
  },
  error: {
    label: "Niet gesynchroniseerd",
    tone: "danger",
    reason: "Een beheerder ziet bij Bedrijf Beheer waarom, en kan het daar opnieuw proberen.",
  },
};

/** The sync state of a record, on every card and row. */
export const SyncBadge = ({ state }: { state: SyncState }) => {
  const badge = BADGES[state];
  return badge ? (
    <Badge tone={badge.tone} outline title={badge.reason}>
      {badge.label}
    </Badge>
  ) : null;
};
