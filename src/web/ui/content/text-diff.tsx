import { type ChangeObject, diffArrays } from "diff";
import { type ReactNode, useMemo } from "react";
import { cn } from "../cn.ts";

/** A part of a line; a marked part is only on this side. */
export type Piece = { position: number; text: string; marked: boolean };

/** A line of both texts beside each other; null where one side has none. */
type DiffRow = { position: number; before: Piece[] | null; after: Piece[] | null; changed: boolean };
type LinePair = Omit<DiffRow, "position">;

/** A comparison takes time with the square of this; texts that differ more are shown as entirely different. */
const MAX_EDITS = 500;

type Change = Pick<ChangeObject<string[]>, "value" | "added" | "removed">;

/** The runs of items that are in both lists, only in the first (removed) or only in the second (added), in order. */
export const diffItems = (before: string[], after: string[]): Change[] =>
  diffArrays(before, after, { maxEditLength: MAX_EDITS }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];

const splitWords = (line: string): string[] => line.match(/\s+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? [];

const piecesOf = (changes: readonly Change[], side: "removed" | "added"): Piece[] =>
  changes
    .filter((change) => change[side] || !(change.added || change.removed))
    .map((change, position) => ({ position, text: change.value.join(""), marked: change[side] }));

/** Two lines of which one replaced the other, compared word by word. */
const pairLines = (before: string | undefined, after: string | undefined): LinePair => {
  const changes = diffItems(splitWords(before ?? ""), splitWords(after ?? ""));
  return {
    before: before === undefined ? null : piecesOf(changes, "removed"),
    after: after === undefined ? null : piecesOf(changes, "added"),
    changed: true,
  };
};

const unchangedLine = (line: string): LinePair => {
  const pieces = [{ position: 0, text: line, marked: false }];
  return { before: pieces, after: pieces, changed: false };
};

/** Two texts beside each other, line by line. */
export const diffTexts = (before: string, after: string): DiffRow[] => {
  const changes = diffItems(before.split("\n"), after.split("\n"));
  const pairs = changes.flatMap(({ value, added, removed }, index): LinePair[] => {
    if (removed) {
      // Lines that replaced others are shown beside them.
      const next = changes[index + 1];
      const replacement = next?.added ? next.value : [];
      const length = Math.max(value.length, replacement.length);
      return Array.from({ length }, (_, line) => pairLines(value[line], replacement[line]));
    }
    if (!added) return value.map(unchangedLine);
    return changes[index - 1]?.removed ? [] : value.map((line) => pairLines(undefined, line));
  });
  return pairs.map((row, position) => ({ position, ...row }));
};

type Side = { title: ReactNode; text: string };

type TextDiffTableProps = { label: string; before: Side; after: Side };

/** Two texts side by side: removed words are struck out on the left, added words are marked on the right. */
export function TextDiffTable({ label, before, after }: TextDiffTableProps) {
  const rows = useMemo(() => diffTexts(before.text, after.text), [before.text, after.text]);
  const isSame = !rows.some(({ changed }) => changed);
  return (
    <>
      {isSame && <p className="pb-2 text-muted-foreground text-sm">Deze teksten zijn gelijk.</p>}
      <table aria-label={label} className="w-full table-fixed border-collapse text-[0.8125rem] leading-5">
        <thead>
          <tr>
            <HeadCell>{before.title}</HeadCell>
            <HeadCell>{after.title}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.position}>
              <SideCell pieces={row.before} tone={row.changed ? "bg-danger-soft" : ""} mark="del" />
              <SideCell pieces={row.after} tone={row.changed ? "bg-success-soft" : ""} mark="ins" />
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

const HeadCell = ({ children }: { children: ReactNode }) => (
  <th scope="col" className="border-b px-2 py-1.5 text-left align-bottom font-medium text-xs">
    {children}
  </th>
);

type SideCellProps = { pieces: Piece[] | null; tone: string; mark: "del" | "ins" };

const SideCell = ({ pieces, tone, mark: Mark }: SideCellProps) => (
  <td className={cn("whitespace-pre-wrap break-words px-2 py-0.5 align-top", pieces && tone, !pieces && "bg-muted")}>
    {pieces?.map(({ position, text, marked }) =>
      marked ? (
        <Mark
          key={position}
          className={cn("rounded-xs", Mark === "del" ? "bg-danger/20" : "bg-success/20 no-underline font-medium")}
        >
          {text}
        </Mark>
      ) : (
        text
      ),
    )}
    {/* An empty line keeps its height. */}
    {pieces?.every(({ text }) => text === "") && "\u00a0"}
  </td>
);
