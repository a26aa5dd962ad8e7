import type { SetupStep, SyncStatus } from "#contract/airtable.ts";
import { AirtableProblem, type ProblemKind } from "../client/airtable-problem.ts";

const CONNECTION_PROBLEMS: readonly ProblemKind[] = ["wrong_token", "no_permission", "base_gone", "base_taken"];

/** A run stores the text of its problem, sometimes as part of a longer message; details follow the first words. */
const mentions = (message: string, kind: ProblemKind): boolean =>
  message.includes(new AirtableProblem(kind).message.replace(/[.,(].*/s, ""));

/** What a company admin has to do, judged by the last run and the tables and fields that are skipped. */
export const findSetupSteps = ({ lastRun, tables }: Pick<SyncStatus, "lastRun" | "tables">): SetupStep[] => {
  const message = lastRun?.status === "failed" || lastRun?.status === "partial" ? (lastRun.message ?? "") : "";
  const mustConnect = CONNECTION_PROBLEMS.some((kind) => mentions(message, kind));
  const mustMap =
    mentions(message, "not_mapped") ||
    tables.some(({ suspendedReason, fieldProblems }) => suspendedReason !== null || fieldProblems.length > 0);
  return [...(mustConnect ? (["connection"] as const) : []), ...(mustMap ? (["mapping"] as const) : [])];
};
