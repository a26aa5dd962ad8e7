import { IMPORT_MAX_BYTES, type LeadImport, type PreviewRow } from "#contract/lead-imports.ts";
import type { BadgeTone } from "#ui/content/badge.tsx";

type BadgeLabel = { label: string; tone: BadgeTone };

export const STATUS_BADGES: Record<LeadImport["status"], BadgeLabel> = {
  uploaded: { label: "Nog niet gestart", tone: "neutral" },
  queued: { label: "Wacht op zijn beurt", tone: "info" },
  running: { label: "Bezig", tone: "info" },
  done: { label: "Klaar", tone: "success" },
  failed: { label: "Mislukt", tone: "danger" },
  stopped: { label: "Gestopt", tone: "warning" },
};

export const VERDICT_BADGES: Record<PreviewRow["verdict"], BadgeLabel> = {
  new: { label: "Nieuw", tone: "success" },
  duplicate: { label: "Dubbel", tone: "warning" },
  rejected: { label: "Niet bruikbaar", tone: "danger" },
};

export const formatNumber = (count: number): string => count.toLocaleString("nl-NL");

export const formatCount = (count: number, singular = "lead", plural = "leads"): string =>
  `${formatNumber(count)} ${count === 1 ? singular : plural}`;

export const resultText = ({
  addedRows: added,
  duplicateRows: duplicates,
  rejectedRows: refused,
}: LeadImport): string =>
  [
    `${formatNumber(added)} toegevoegd`,
    duplicates > 0 && `${formatNumber(duplicates)} dubbel`,
    refused > 0 && `${formatNumber(refused)} niet bruikbaar`,
  ]
    .filter(Boolean)
    .join(", ");

const MEGABYTE = 1024 * 1024;

/** Why a file cannot be uploaded, as far as its name and size tell. */
export const rejectionReason = ({ name, size }: Pick<File, "name" | "size">): string | undefined => {
  if (/\.(xlsx?|ods|numbers)$/i.test(name))
    return "Dit is een spreadsheet. Bewaar het bestand eerst als CSV en kies het daarna opnieuw.";
  if (size > IMPORT_MAX_BYTES) return `Een bestand mag maximaal ${IMPORT_MAX_BYTES / MEGABYTE} MB groot zijn.`;
  return size === 0 ? "Dit bestand is leeg." : undefined;
};
