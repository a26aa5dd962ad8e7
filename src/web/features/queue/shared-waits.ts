import type { QueuedMessage, Wait } from "#contract/queue.ts";

type WaitingRow = Pick<QueuedMessage, "plannedAt" | "waitsFor" | "isCancelPending">;

/** From this many rows on, a reason is shown once, above the list. */
const MIN_ROWS_WITH_WAIT = 3;
const MIN_ROWS_WITH_PROBLEM = 2;

/** Waits that concern the company or an account, not one message, with the short text that a row shows instead. */
export const SHARED_LABELS: Partial<Record<Wait["code"], string>> = {
  automation: "Nog niet verstuurd",
  hold: "Staat stil",
  airtable: "Wacht op Airtable",
};

/** What a row waits for with others; undefined if it has a planned time or waits for something of its own. */
export const sharedWaitKey = ({ plannedAt, waitsFor, isCancelPending }: WaitingRow): string | undefined => {
  // A badge in its row says that it will be cancelled.
  if (plannedAt || isCancelPending || !waitsFor || !SHARED_LABELS[waitsFor.code]) return undefined;
  // The text of the automation has the date of the message in it.
  return waitsFor.code === "automation" ? "automation" : waitsFor.text;
};

/** A reason that several rows share: what they wait for or, without a code, why sending them failed. */
export type SharedWait = { key: string; text: string; code?: Wait["code"]; count: number };

const countByKey = (reasons: readonly Omit<SharedWait, "count">[], min: number): SharedWait[] => {
  const counted = new Map<string, SharedWait>();
  for (const reason of reasons)
    counted.set(reason.key, { ...reason, count: (counted.get(reason.key)?.count ?? 0) + 1 });
  return [...counted.values()].filter(({ count }) => count >= min).toSorted((a, b) => b.count - a.count);
};

/** The waits that several rows have in common, most rows first. */
export const findSharedWaits = (rows: readonly WaitingRow[]): SharedWait[] =>
  countByKey(
    rows.flatMap((row) => {
      const key = sharedWaitKey(row);
      return key === undefined || !row.waitsFor ? [] : [{ key, ...row.waitsFor }];
    }),
    MIN_ROWS_WITH_WAIT,
  );

/** The reasons why several rows were not sent, most rows first. */
export const findSharedProblems = (rows: readonly Pick<QueuedMessage, "problem">[]): SharedWait[] =>
  countByKey(
    rows.flatMap(({ problem }) => (problem ? [{ key: problem, text: problem }] : [])),
    MIN_ROWS_WITH_PROBLEM,
  );
