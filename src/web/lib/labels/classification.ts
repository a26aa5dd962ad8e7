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
export const classificationTone = (label: string | null): BadgeTone => {
  const value = readClassification(label ?? "");
  return value === undefined || value === "DELETED" ? "neutral" : TONES[value];
};

/** The label, such as "HOT | 80"; "Geen classificatie" for a lead without one. */
export const classificationText = (value: Classification | null): string =>
  value === null ? "Geen classificatie" : classificationLabel(value);

const NO_CONTACT_HINT = "Annuleert geplande berichten";

/** The options of the choice dialog. */
export const CLASSIFICATION_CHOICES = CLASSIFICATIONS.map((value) => ({
  value,
  label: classificationLabel(value),
  tone: TONES[value],
  ...(mayBeContacted(value) ? {} : { hint: NO_CONTACT_HINT }),
}));
