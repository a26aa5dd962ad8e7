import { normalizeText } from "#ui/select/text-match.ts";

/** From this length on, a word may have one typing error. */
const TYPO_LENGTH = 4;

/** Whether one letter was typed wrongly, twice, not at all, or in the wrong order. */
const isOneTypoApart = (one: string, other: string): boolean => {
  if (one === other) return true;
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  const isSwapped = left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
  return isSwapped || (left.length <= 1 && right.length <= 1);
};

/** The beginning of a word is enough: "wachtrj" finds "wachtrijen". */
const startsLike = (word: string, typed: string): boolean =>
  [-1, 0, 1].some((more) => isOneTypoApart(word.slice(0, typed.length + more), typed));

/** 1 when the name contains every typed word, ½ when it does with a typing error, 0 when it does not. */
export const matchScore = (name: string, query: string): number => {
  const text = normalizeText(name);
  const typed = normalizeText(query).split(/\s+/).filter(Boolean);
  if (typed.every((word) => text.includes(word))) return 1;
  const words = text.split(/[^\p{L}\p{N}]+/u);
  const isLike = (word: string) =>
    text.includes(word) || (word.length >= TYPO_LENGTH && words.some((known) => startsLike(known, word)));
  return typed.every(isLike) ? 0.5 : 0;
};
