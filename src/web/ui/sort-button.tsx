import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./cn.ts";

export type SortDirection = "ascending" | "descending" | "none";

const ICONS = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown };

type SortButtonProps = { direction: SortDirection; onSort: () => void; children: ReactNode };

/** Inside a column header that carries `aria-sort`. */
export function SortButton({ direction, onSort, children }: SortButtonProps) {
  const Icon = ICONS[direction];
  return (
    <button
      type="button"
      onClick={onSort}
      className={cn(
        "-mx-1.5 inline-flex h-6 cursor-pointer items-center gap-1 rounded-sm px-1.5 font-medium hover:bg-accent hover:text-foreground",
        direction !== "none" && "text-foreground",
      )}
    >
      {children}
      <Icon aria-hidden className={cn("size-3.5", direction === "none" && "opacity-60")} />
    </button>
  );
}
