import { CHECKLIST_STEPS, type Checklist, type Overview, PROBLEM_KINDS } from "#contract/overview.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { type AuditActor, recordChange } from "#server/features/audit/audit.service.ts";
import {
  endOnboarding,
  findAssigned,
  findDoneSteps,
  findProblemFacts,
  findYesterday,
  type ProblemFacts,
} from "./overview.queries.ts";

const count = (number: number, one: string, many: string): string => (number === 1 ? `1 ${one}` : `${number} ${many}`);

/** A base that nobody has mapped yet is a next step, not a failure. */
const toSyncText = (problem: string, awaitsMapping: boolean): string =>
  awaitsMapping
    ? "Airtable is nog niet ingesteld: de velden zijn nog niet gekoppeld."
    : `De synchronisatie met Airtable lukt niet: ${problem}`;

const listNames = (names: readonly string[]): string => new Intl.ListFormat("nl").format(names);

const toAccountsText = ({ disconnectedAccounts, brokenAccounts }: ProblemFacts): string =>
  [
    disconnectedAccounts.length > 0 &&
      `LinkedIn werkt niet voor ${listNames(disconnectedAccounts)}: het account moet opnieuw worden verbonden.`,
    brokenAccounts.length > 0 && `LinkedIn werkt niet voor ${listNames(brokenAccounts)}.`,
  ]
    .filter((text) => text !== false)
    .join(" ");

const toProblems = (facts: ProblemFacts): Overview["problems"] => {
  const { syncProblem, awaitsMapping, isSyncPaused, conflicts, heldDeletions, parked } = facts;
  const { failedSends, heldAccounts, holds, writerProblem } = facts;
  const texts: Record<Overview["problems"][number]["kind"], string | false> = {
    sync: syncProblem !== null && !isSyncPaused && toSyncText(syncProblem, awaitsMapping),
    sync_paused: isSyncPaused && "De synchronisatie met Airtable is gepauzeerd.",
    conflicts:
      conflicts > 0 &&
      `${count(conflicts, "verschil", "verschillen")} met Airtable ${conflicts === 1 ? "wacht" : "wachten"} op een keuze.`,
    held_deletions:
      heldDeletions > 0 &&
      `${count(heldDeletions, "verwijdering", "verwijderingen")} in Airtable ${heldDeletions === 1 ? "wacht" : "wachten"} op bevestiging.`,
    parked: parked > 0 && `${count(parked, "wijziging is", "wijzigingen zijn")} geweigerd door Airtable.`,
    failed_sends: failedSends > 0 && `${count(failedSends, "bericht is", "berichten zijn")} niet verstuurd.`,
    accounts: toAccountsText(facts),
    account_holds:
      heldAccounts.length > 0 && `Het LinkedIn-account van ${listNames(heldAccounts)} staat tijdelijk in de wacht.`,
    holds: holds.length > 0 && `Het versturen staat stil voor ${listNames(holds)}.`,
    writer: writerProblem !== null && `De schrijver lukt het niet: ${writerProblem}`,
  };
  return PROBLEM_KINDS.flatMap((kind) => (texts[kind] ? { kind, text: texts[kind] } : []));
};

export const readOverview = async ({ clock }: Pick<Platform, "clock">, scope: Scope): Promise<Overview> => {
  const now = clock.now();
  return {
    assigned: await findAssigned(scope, now),
    yesterday: await findYesterday(scope, now),
    problems: toProblems(await findProblemFacts(scope, now)),
  };
};

export const readChecklist = async (scope: Scope): Promise<Checklist> => {
  const steps = await findDoneSteps(scope);
  return { done: CHECKLIST_STEPS.filter((step) => steps?.[step]) };
};

/** Uses the platform's connection: the tenant role cannot write companies. The company is that of the session. */
export const hideChecklist = (platform: Platform, { companyId }: Scope, actor: AuditActor): Promise<void> =>
  transaction({ db: platform.database.platform }, async (scope) => {
    if ((await endOnboarding(scope, companyId, platform.clock.now())) === 0) return;
    const subject = { type: "company", id: companyId };
    await recordChange(platform, scope, actor, { companyId, action: "company.checklist_hidden", subject }, "company");
  });
