import { inReadingOrder, OLDER_CONVERSATIONS, parseSections } from "#contract/message-text.ts";

const MOST_POINTS = 3;

/** The parts that feedback can be given on: what we wrote ourselves, and no more than a rewrite can take in. */
export const feedbackPoints = (content: string): { header: string; text: string }[] =>
  inReadingOrder(parseSections(content))
    .filter(({ header }) => header !== OLDER_CONVERSATIONS)
    .slice(0, MOST_POINTS)
    .map(({ header, text }) => ({ header, text }));
