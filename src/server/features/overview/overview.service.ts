import { CHECKLIST_STEPS, type Checklist, type Overview } from "#contract/overview.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { type Author, recordChange } from "#server/features/audit/audit.service.ts";
import {
  endOnboarding,
  findDoneSteps,
  findProblemFacts,
  findYesterday,
  type ProblemFacts,
} from "./overview.queries.ts";

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

export const readChecklist = async (scope: Scope): Promise<Checklist> => {
  const steps = await findDoneSteps(scope);
  return { done: CHECKLIST_STEPS.filter((step) => steps?.[step]) };
};

/** Uses the platform's connection: the tenant role cannot write companies. The company is that of the session. */
export const hideChecklist = (platform: Platform, { companyId }: Scope, author: Author): Promise<void> =>
  transaction({ db: platform.database.platform }, async (scope) => {
    if ((await endOnboarding(scope, companyId, platform.clock.now())) === 0) return;
    const subject = { type: "company", id: companyId };
    await recordChange(platform, scope, author, { companyId, action: "company.checklist_hidden", subject }, "company");
  });
