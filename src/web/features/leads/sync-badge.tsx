import type { Lead } from "../../../contract/leads.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";

/** Nothing to see when both sides agree. */
const BADGES: Record<Lead["sync"], { label: string; tone: BadgeTone; reason: string } | undefined> = {
  synced: undefined,
  pending: { label: "Nog niet in Airtable", tone: "neutral", reason: "Deze wijziging gaat bij de volgende sync mee." },
  conflict: { label: "Conflict met Airtable", tone: "warning", reason: "Hier en in Airtable staat iets anders." },
  error: { label: "Airtable weigert dit", tone: "danger", reason: "Airtable heeft deze wijziging niet aangenomen." },
};

/** How a lead stands with Airtable. */
export const SyncBadge = ({ state }: { state: Lead["sync"] }) => {
  const badge = BADGES[state];
  return badge ? (
    <Badge tone={badge.tone} outline title={badge.reason}>
      {badge.label}
    </Badge>
  ) : null;
};
