import {
  CLASSIFICATIONS,
  type Classification,
  classificationLabel,
  mayBeContacted,
  readClassification,
} from "#contract/classification.ts";
import type { BadgeTone } from "#ui/content/badge.tsx";

const TONES: Record<Classification, BadgeTone> = {
  COLD: "info",
  "NOT INTERESTED": "danger",
  "NOT RELEVANT": "neutral",
  CONNECTED: "violet",
  "DO NOT CONNECT": "danger",
  INTERESTED: "success",
  HOT: "warning",
  CLIENT: "success",
};

/** The badge colour of a classification, given its value or its label; neutral for any other text. */
export const classTone = (label: string | null): BadgeTone => {
  const value = readClassification(label ?? "");
  return value === undefined || value === "DELETED" ? "neutral" : TONES[value];
};

/** "HOT | 80", or a text for none. */
export const classText = (value: Classification | null): string =>
  value === null ? "Geen classificatie" : classificationLabel(value);

const NO_CONTACT_HINT = "Annuleert geplande berichten";

/** The options of the choice dialog. */
export const CLASS_CHOICES = CLASSIFICATIONS.map((value) => ({
  value,
  label: classificationLabel(value),
  tone: TONES[value],
  ...(mayBeContacted(value) ? {} : { hint: NO_CONTACT_HINT }),
}));
