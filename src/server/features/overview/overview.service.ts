import type { Overview } from "#contract/overview.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { findProblemFacts, findYesterday, type ProblemFacts } from "./overview.queries.ts";

const count = (number: number, one: string, many: string): string => (number === 1 ? `1 ${one}` : `${number} ${many}`);

const toProblems = ({ syncProblem, conflicts, failedSends, holds }: ProblemFacts): Overview["problems"] => [
  ...(syncProblem ? [{ kind: "sync" as const, text: `De synchronisatie met Airtable lukt niet: ${syncProblem}` }] : []),
  ...(conflicts > 0
    ? [
        {
          kind: "conflicts" as const,
          text: `${count(conflicts, "verschil", "verschillen")} met Airtable ${conflicts === 1 ? "wacht" : "wachten"} op een keuze.`,
        },
      ]
    : []),
  ...(failedSends > 0
    ? [{ kind: "failed_sends" as const, text: `${count(failedSends, "bericht is", "berichten zijn")} niet verzonden.` }]
    : []),
  ...(holds.length > 0
    ? [{ kind: "holds" as const, text: `Het verzenden staat stil voor ${new Intl.ListFormat("nl").format(holds)}.` }]
    : []),
];

export const readOverview = async ({ clock }: Pick<Platform, "clock">, scope: Scope): Promise<Overview> => {
  const now = clock.now();
  return {
    yesterday: await findYesterday(scope, now),
    problems: toProblems(await findProblemFacts(scope, now)),
  };
};
