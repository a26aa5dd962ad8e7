import type { PromptResult } from "#contract/statistics.ts";
import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import { isoTime } from "#platform/database/sql-expressions.ts";
import { explainComparison } from "./chance.ts";

/** A text of the built-in writer, with what became of it. */
interface WrittenText {
  promptId: string;
  promptName: string;
  accountManager: string;
  version: number;
  since: string | null;
  isRewritten: boolean;
  isApproved: boolean;
  isSent: boolean;
  isAccepted: boolean;
  isReplied: boolean;
  /** The written and the approved text, where a user edited it. */
  edit: { written: string; approved: string } | null;
}

/** The texts that were written since then. A text that came from Airtable has no version and is not among them. */
const findWrittenTexts = ({ db, companyId }: Scope, since: Date): Promise<WrittenText[]> =>
  db.rows(sql`
    select d.prompt_id as "promptId", p.prompt_name as "promptName", coalesce(p.account_manager, '') as "accountManager",
      d.prompt_version as version, ${isoTime(sql`pv.made_at`)} as since, next.is_rewritten as "isRewritten",
      not next.is_rewritten and m.status in ('approved', 'sent', 'connected', 'interested', 'not_interested', 'neutral', 'error')
        as "isApproved",
      not next.is_rewritten and m.effective_sent_at is not null as "isSent",
      not next.is_rewritten and m.status in ('connected', 'interested', 'not_interested', 'neutral') as "isAccepted",
      not next.is_rewritten and m.status in ('interested', 'not_interested', 'neutral') as "isReplied",
      case when not next.is_rewritten and m.content_version > d.content_version
        then json_build_object('written', coalesce(v.content, ''), 'approved', m.content) end as edit
    from message_drafts d
      join messages m on m.company_id = d.company_id and m.id = d.message_id
      join prompts p on p.company_id = d.company_id and p.id = d.prompt_id
      left join prompt_versions pv on pv.company_id = d.company_id and pv.prompt_id = d.prompt_id and pv.number = d.prompt_version
      left join message_versions v on v.company_id = d.company_id and v.message_id = d.message_id and v.number = d.content_version
      cross join lateral (select v.feedback is not null or exists (select from message_drafts n
        where n.company_id = d.company_id and n.message_id = d.message_id and n.content_version > d.content_version)
        as is_rewritten) next
    where d.company_id = ${companyId} and d.made_at >= ${since}`);

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The share of the words of both texts that are only in one of them. */
export const shareChanged = (written: string, approved: string): number => {
  const [before, after] = [wordsOf(written), wordsOf(approved)];
  const counts = new Map<string, number>();
  for (const word of before) counts.set(word, (counts.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of after) {
    const left = counts.get(word) ?? 0;
    if (left === 0) continue;
    counts.set(word, left - 1);
    common += 1;
  }
  const total = before.length + after.length;
  return total === 0 ? 0 : 1 - (2 * common) / total;
};

const average = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

type Figures = Omit<PromptResult, "comparison">;

const summarize = ([first, ...rest]: readonly [WrittenText, ...WrittenText[]]): Figures => {
  const texts = [first, ...rest];
  const count = (isCounted: (text: WrittenText) => boolean): number => texts.filter(isCounted).length;
  const edits = texts.flatMap(({ edit, isApproved }) => (edit && isApproved ? [edit] : []));
  const { promptId, promptName, accountManager, version, since } = first;
  return {
    promptId,
    promptName,
    accountManager,
    version,
    since,
    written: texts.length,
    unchanged: count(({ isApproved, edit }) => isApproved && edit === null),
    edited: edits.length,
    changedShare: average(edits.map(({ written, approved }) => shareChanged(written, approved))),
    rewritten: count(({ isRewritten }) => isRewritten),
    sent: count(({ isSent }) => isSent),
    accepted: count(({ isAccepted }) => isAccepted),
    replied: count(({ isReplied }) => isReplied),
  };
};

const compareDutch = new Intl.Collator("nl").compare;

/** What became of the texts of each prompt version, the latest version of a prompt first. */
export const readPromptResults = async (scope: Scope, since: Date): Promise<PromptResult[]> => {
  const texts = await findWrittenTexts(scope, since);
  const groups = [...Map.groupBy(texts, ({ promptId, version }) => `${promptId} ${version}`).values()];
  const figures = groups
    .flatMap(([first, ...rest]) => (first ? [summarize([first, ...rest])] : []))
    .toSorted(
      (one, other) =>
        compareDutch(one.accountManager, other.accountManager) ||
        compareDutch(one.promptName, other.promptName) ||
        compareDutch(one.promptId, other.promptId) ||
        other.version - one.version,
    );
  return figures.map((own) => {
    const earlier = figures.find(({ promptId, version }) => promptId === own.promptId && version < own.version);
    if (!earlier) return { ...own, comparison: null };
    const shareOf = ({ replied, sent }: Figures) => ({ successes: replied, total: sent });
    return { ...own, comparison: explainComparison(shareOf(own), shareOf(earlier), earlier.version) };
  });
};
