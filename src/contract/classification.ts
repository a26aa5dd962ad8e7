import { z } from "zod";

/** The classes that users choose from, with their scores. */
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

/** Not in the list of choices: deleting a lead sets it. */
export const DELETED = "DELETED";

export const classificationLabel = (value: Classification): string => `${value} | ${CLASSIFICATION_SCORES[value]}`;

const ALL: readonly string[] = [...CLASSIFICATIONS, DELETED];

/** Reads "HOT" and "HOT | 80"; undefined for an unknown class. */
export const readClassification = (text: string): Classification | typeof DELETED | undefined => {
  const value = text.split("|", 1)[0]?.trim().toUpperCase() ?? "";
  return ALL.includes(value) ? (value as Classification | typeof DELETED) : undefined;
};

export const classification = z.enum(CLASSIFICATIONS);

/** As in requests: with or without its score, DELETED included. */
export const classificationInput = z.string().transform((text, context) => {
  const value = readClassification(text);
  if (value) return value;
  context.addIssue({ code: "custom", message: "Deze classificatie bestaat niet." });
  return z.NEVER;
});

/** Leads of these classes never get a message. The server applies it in leads.policy.ts, and in queries as may_be_contacted. */
const NO_CONTACT_CLASSES: readonly string[] = ["DO NOT CONNECT", "NOT INTERESTED", "NOT RELEVANT", DELETED];
export const mayBeContacted = (value: string | null): boolean => value === null || !NO_CONTACT_CLASSES.includes(value);

/** What a change of class did to the queue: " 1 klaarstaand bericht is gestopt."; empty when it stopped nothing. */
export const stoppedMessagesText = (count: number): string => {
  if (count === 0) return "";
  return count === 1 ? " 1 klaarstaand bericht is gestopt." : ` ${count} klaarstaande berichten zijn gestopt.`;
};
