import type { SetupStep, SyncStatus } from "#contract/airtable.ts";
import type { ProblemKind } from "../client/airtable-problem.ts";

const CONNECTION_PROBLEMS: readonly ProblemKind[] = ["wrong_token", "no_permission", "base_gone", "base_taken"];

/** What a company admin has to do, judged by the problem of the last run and the tables and fields that are skipped. */
export const findSetupSteps = (problem: ProblemKind | null, tables: SyncStatus["tables"]): SetupStep[] => {
  const mustConnect = problem !== null && CONNECTION_PROBLEMS.includes(problem);
  const mustMap =
    problem === "not_mapped" ||
    tables.some(({ suspendedReason, fieldProblems }) => suspendedReason !== null || fieldProblems.length > 0);
  return [...(mustConnect ? (["connection"] as const) : []), ...(mustMap ? (["mapping"] as const) : [])];
};
