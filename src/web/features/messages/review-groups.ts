import { useMemo, useState } from "react";
import { groupOfStatus, isOpen, REVIEW_GROUPS, type ReviewGroup } from "#contract/message-status.ts";
import type { Message } from "#contract/messages.ts";
import type { GroupCounts } from "#contract/review.ts";
import { readStored, writeStored } from "#lib/browser/browser-storage.ts";
import { oneOf, useUrlFilters } from "#lib/lists/url-filters.ts";
import { useCurrentUser } from "#lib/session/session.ts";

export const GROUP_LABELS: Record<ReviewGroup, string> = {
  open: "Te beoordelen",
  approved: "Goedgekeurd",
  sent: "Verzonden",
  answered: "Beantwoord",
  error: "Fout",
  snoozed: "Uitgesteld",
};

export const groupOf = ({ status, snoozedUntil }: Message, today: string): ReviewGroup =>
  isOpen(status) && snoozedUntil !== null && snoozedUntil > today ? "snoozed" : groupOfStatus(status);

const ALL = "all";
const groupFilter = { groep: oneOf([ALL, ...REVIEW_GROUPS]) };
const parseGroups = (text: string | null): ReviewGroup[] =>
  REVIEW_GROUPS.filter((group) => text?.split(",").includes(group));

/** The chosen group, in the URL and remembered per user, and the groups that the user has collapsed. */
export function useGroupChoice() {
  const { id } = useCurrentUser();
  const [choiceKey, collapsedKey] = [`review-group:${id}`, `review-collapsed:${id}`];
  const [{ groep = groupFilter.groep(readStored(choiceKey) ?? ALL) }, setUrlFilters] = useUrlFilters(groupFilter);
  const [collapsed, setCollapsed] = useState(() => parseGroups(readStored(collapsedKey) ?? "snoozed"));
  const only = groep === ALL ? undefined : groep;
  const choose = (group: ReviewGroup | undefined) => {
    writeStored(choiceKey, group ?? ALL);
    setUrlFilters({ groep: group ?? ALL });
  };
  const toggle = (group: ReviewGroup) => {
    const next = collapsed.includes(group) ? collapsed.filter((name) => name !== group) : [...collapsed, group];
    writeStored(collapsedKey, next.join(","));
    setCollapsed(next);
  };
  const expanded = useMemo(
    () => (only ? [only] : REVIEW_GROUPS.filter((group) => !collapsed.includes(group))),
    [only, collapsed],
  );
  return { only, choose, toggle, expanded };
}

export type GroupRow = { id: string; group: ReviewGroup; count: number; isExpanded: boolean };
export type ReviewRow = GroupRow | Message;
export const isGroupRow = (row: ReviewRow): row is GroupRow => "group" in row;

type GroupingOptions = {
  /** As loaded from the server. */
  loaded: readonly Message[];
  /** With the optimistic changes. */
  messages: readonly Message[];
  counts: GroupCounts | undefined;
  expanded: readonly ReviewGroup[];
  only: ReviewGroup | undefined;
  today: string;
};

/** The rows of the list: the heading of each group, followed by its messages. */
export const groupRows = ({ loaded, messages, counts, expanded, only, today }: GroupingOptions) => {
  // The server counts no cancelled messages; the list has them until it is refetched.
  const listed = loaded.filter(({ status }) => status !== "cancelled");
  const before = Map.groupBy(listed, (message) => groupOf(message, today));
  const now = Map.groupBy(messages, (message) => groupOf(message, today));
  const numberIn = (groups: Map<ReviewGroup, unknown[]>, group: ReviewGroup) => groups.get(group)?.length ?? 0;
  // The server's number, with the changes that it does not know yet.
  const countOf = (group: ReviewGroup): number =>
    Math.max(numberIn(now, group), (counts?.[group] ?? 0) + numberIn(now, group) - numberIn(before, group));
  const shownGroups = only ? [only] : REVIEW_GROUPS;
  const rows = shownGroups.flatMap((group): ReviewRow[] => {
    const count = countOf(group);
    if (count === 0) return [];
    const isExpanded = expanded.includes(group);
    const heading = { id: `group-${group}`, group, count, isExpanded };
    return [heading, ...(isExpanded ? (now.get(group) ?? []) : [])];
  });
  const sum = (groups: readonly ReviewGroup[]) => groups.reduce((total, group) => total + countOf(group), 0);
  return {
    rows,
    messages: rows.filter((row): row is Message => !isGroupRow(row)),
    countOf,
    matching: sum(REVIEW_GROUPS),
    shownCount: sum(shownGroups),
  };
};
