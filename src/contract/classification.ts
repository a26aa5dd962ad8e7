import { z } from "zod";

/** The classes people choose from, with the score each stands for. */
export const CLASSIFICATION_SCORES = {
  COLD: 10,
  "NOT INTERESTED": 0,
  "NOT RELEVANT": 0,
  CONNECTED: 30,
  "DO NOT CONNECT": 0,
  INTERESTED: 50,
  HOT: 80,
  CLIENT: 100,
} as const;

export type Classification = keyof typeof CLASSIFICATION_SCORES;
export const CLASSIFICATIONS = Object.keys(CLASSIFICATION_SCORES) as [Classification, ...Classification[]];

/** Nobody chooses this one from the list: it is what deleting a lead sets. */
export const DELETED = "DELETED";

export const classificationLabel = (value: Classification): string => `${value} | ${CLASSIFICATION_SCORES[value]}`;

const ALL: readonly string[] = [...CLASSIFICATIONS, DELETED];

/** "HOT" and "HOT | 80" are the same class; undefined for what is none. */
export const readClassification = (text: string): Classification | typeof DELETED | undefined => {
  const value = text.split("|", 1)[0]?.trim().toUpperCase() ?? "";
  return ALL.includes(value) ? (value as Classification | typeof DELETED) : undefined;
};

export const classification = z.enum(CLASSIFICATIONS);

/** As it comes in: with or without its score, and DELETED too. */
export const classificationInput = z.string().transform((text, context) => {
  const value = readClassification(text);
  if (value) return value;
  context.addIssue({ code: "custom", message: "Deze classificatie bestaat niet." });
  return z.NEVER;
});

/** Leads of these classes never get a message. */
const NO_CONTACT: readonly string[] = ["DO NOT CONNECT", "NOT INTERESTED", "NOT RELEVANT", DELETED];
export const mayBeContacted = (value: string | null): boolean => value === null || !NO_CONTACT.includes(value);
