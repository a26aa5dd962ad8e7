import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../button/button.tsx";
import { cn } from "../cn.ts";

type FilterBarProps = {
  children: ReactNode;
  /** Shows the button "Wis Filters". Undefined while no filter is set. */
  onClear?: (() => void) | undefined;
  className?: string;
};

/** Filters of equal width in a row; on a phone in two columns. */
export const FilterBar = ({ children, onClear, className }: FilterBarProps) => (
  <fieldset
    aria-label="Filters"
    className={cn("grid min-w-0 grid-cols-2 items-end gap-2 sm:flex sm:flex-wrap sm:*:w-48", className)}
  >
    {children}
    {onClear && (
      <Button variant="ghost" onClick={onClear} className="w-auto! text-muted-foreground">
        <X />
        Wis Filters
      </Button>
    )}
  </fieldset>
);
