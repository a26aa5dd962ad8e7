import type { PromptResult } from "#contract/statistics.ts";
import type { Scope } from "#platform/database/scope.ts";
import { findWrittenTexts, type WrittenText } from "./prompt-results.queries.ts";
import { explainComparison } from "./significance.ts";

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
export const readPromptResults = async (scope: Scope, since: Date, until?: Date): Promise<PromptResult[]> => {
  const texts = await findWrittenTexts(scope, since, until);
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
    const replyProportion = ({ replied, sent }: Figures) => ({ successes: replied, total: sent });
    return { ...own, comparison: explainComparison(replyProportion(own), replyProportion(earlier), earlier.version) };
  });
};
