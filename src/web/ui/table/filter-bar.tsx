import { SlidersHorizontal, X } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Button } from "../button/button.tsx";
import { cn } from "../cn.ts";

type FilterBarProps = {
  children: ReactNode;
  /** Shows the button "Wis Filters". Undefined while no filter is set. */
  onClear?: (() => void) | undefined;
  className?: string;
};

/** Filters of equal width in a row; on a phone in two columns. */
export const FilterBar = ({ children, onClear, className, id }: FilterBarProps & { id?: string }) => (
  <fieldset
    id={id}
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

/** On a phone the filters are behind a button, so that the list begins at the top of the screen. */
export const CollapsibleFilterBar = ({ activeCount, ...props }: FilterBarProps & { activeCount: number }) => {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <>
      <Button
        variant="outline"
        className="sm:hidden"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <SlidersHorizontal />
        {activeCount > 0 ? `Filters (${activeCount})` : "Filters"}
      </Button>
      <FilterBar
        {...props}
        id={id}
        className={cn(!isOpen && "max-sm:hidden", isOpen && "max-sm:mt-2", props.className)}
      />
    </>
  );
};
