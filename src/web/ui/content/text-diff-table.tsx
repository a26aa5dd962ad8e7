import { type ReactNode, useMemo } from "react";
import { cn } from "../cn.ts";
import { diffTexts, type Piece } from "./text-diff.ts";

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
            <tr key={row.at}>
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
    {pieces?.map(({ at, text, marked }) =>
      marked ? (
        <Mark
          key={at}
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
