import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { cn } from "../cn.ts";

const CONTROLS = "a, button, input, select, textarea, label";

/**
 * Opens a row on a click anywhere in it, except on its controls or while selecting text. Only for the pointer: a row also
 * has a button or link for the keyboard.
 */
export function rowClickProps(open: (() => void) | undefined) {
  if (!open) return {};
  return {
    onClick: (event: MouseEvent<HTMLElement>) => {
      const { target, currentTarget } = event;
      // React also reports clicks in a menu or dialog of the row, which are elsewhere in the document.
      if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest(CONTROLS)) return;
      if (window.getSelection()?.isCollapsed === false) return;
      open();
    },
  };
}

export type SortDirection = "ascending" | "descending" | "none";

const ICONS = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown };

type SortButtonProps = { direction: SortDirection; onSort: () => void; children: ReactNode };

/** The content of a column header with `aria-sort`. */
export function SortButton({ direction, onSort, children }: SortButtonProps) {
  const Icon = ICONS[direction];
  return (
    <button
      type="button"
      onClick={onSort}
      className={cn(
        "relative -mx-1.5 inline-flex h-6 cursor-pointer items-center gap-1 rounded-sm px-1.5 font-medium hover:bg-accent hover:text-foreground",
        "pointer-coarse:before:absolute pointer-coarse:before:inset-x-0 pointer-coarse:before:-inset-y-1.5",
        direction !== "none" && "text-foreground",
      )}
    >
      {children}
      <Icon aria-hidden className={cn("size-3.5", direction === "none" && "opacity-60")} />
    </button>
  );
}

/** Explicit roles: browsers drop the table semantics of elements with another `display`, as the cards on a phone have. */
export const TABLE = { role: "table" } as const;
export const ROWGROUP = { role: "rowgroup" } as const;
export const ROW = { role: "row" } as const;
export const COLUMNHEADER = { role: "columnheader" } as const;
export const CELL = { role: "cell" } as const;

/** A truncated text, with the full text as its tooltip. */
export const CellText = ({ text }: { text: string | null }) => <span title={text ?? undefined}>{text || "–"}</span>;
