import type { QueryResult } from "pg";
import { notSignedIn } from "../app-error.ts";
import type { Query } from "./sql.ts";

export type PlanMode = "force_generic_plan" | "auto";

/** Somebody who comes into their company with the first thing they ask, in one round trip. */
export interface SessionEntry {
  /** Opens the company, or refuses: whatever comes behind it is then not done. */
  query(planning: PlanMode): Query;
  /** What became of it: `asked` when something else went wrong, so that nobody knows. */
  state: "unasked" | "asked" | "held" | "refused";
}

export type PendingResult = Promise<QueryResult>;

/** What goes out before the first query, and who wants to know how that ended. */
export interface SetupStatements {
  before: readonly Query[];
  watch(asked: PendingResult): PendingResult;
}

export const unwatched: SetupStatements["watch"] = (asked) => asked;

const isRefused = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "28000";

/** Once it held, it held: what was done then counts. */
const watch =
  (entry: SessionEntry): SetupStatements["watch"] =>
  async (asked) => {
    if (entry.state === "unasked") entry.state = "asked";
    try {
      const answer = await asked;
      entry.state = "held";
      return answer;
    } catch (error) {
      if (!isRefused(error)) throw error;
      if (entry.state !== "held") entry.state = "refused";
      throw notSignedIn();
    }
  };

/** Brings an entry along with what is asked, as long as nobody has said what becomes of it. */
export const bringAlong = (entry: SessionEntry, planning: PlanMode): SetupStatements | undefined => {
  if (entry.state === "refused") throw notSignedIn();
  return entry.state === "held" ? undefined : { before: [entry.query(planning)], watch: watch(entry) };
};
