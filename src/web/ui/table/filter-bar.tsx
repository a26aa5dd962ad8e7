import { SlidersHorizontal, X } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { Button } from "../button/button.tsx";
import { cn } from "../cn.ts";
import { lazyComponent } from "../lazy-component.tsx";
import { useIsPhone } from "../use-media-query.ts";

const FilterSheet = lazyComponent(() => import("./filter-sheet.tsx"), "FilterSheet");

type FilterBarProps = {
  /** How many filters are set, without the search. */
  activeCount: number;
  /** The search of the list; on a phone it stays beside the button "Filters". */
  search?: ReactNode;
  /** After the filters. On a phone it stays in sight, after the button, if it has the attribute `data-keep-on-phone`. */
  after?: ReactNode;
  children: ReactNode;
  /** The fields on a phone, if they differ. */
  sheetFields?: ReactNode;
  /** Shows the button "Wis Filters". Undefined while no filter is set. */
  onClear?: (() => void) | undefined;
  /** The button is only in the sheet of a phone: a wide window has no room for it, or shows it elsewhere. */
  clearInSheetOnly?: boolean;
  /** The button that opens the sheet has an icon only. */
  isIconButton?: boolean;
  className?: string;
};

/** The filters of a list, of equal width in a row. On a phone they are in a sheet, so that the list begins at the top of the screen. */
export const FilterBar = ({
  activeCount,
  search,
  after,
  children,
  sheetFields = children,
  onClear,
  clearInSheetOnly = false,
  isIconButton = false,
  className,
}: FilterBarProps) => {
  const isPhone = useIsPhone();
  const [isOpen, setIsOpen] = useState(false);
  const buttonText = activeCount > 0 ? `Filters (${activeCount})` : "Filters";
  const clearButton = onClear && (
    <Button variant="ghost" onClick={onClear} className="w-auto! text-muted-foreground">
      <X />
      Wis Filters
    </Button>
  );
  return (
    <fieldset
      aria-label="Filters"
      // On a phone this also hides the fields of the prerendered skeleton, which has the fields and the button.
      className={cn(
        "flex min-w-0 flex-wrap items-center gap-2 max-sm:*:not-data-keep-on-phone:hidden sm:items-end sm:*:w-48",
        className,
      )}
    >
      {search && (
        <div data-keep-on-phone className="min-w-0 flex-1 sm:w-auto! sm:flex-none">
          {search}
        </div>
      )}
      <Button
        data-keep-on-phone
        variant="outline"
        className={cn("sm:hidden", isIconButton && "min-w-10 px-2")}
        aria-label={isIconButton ? buttonText : undefined}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        <SlidersHorizontal />
        {isIconButton ? activeCount || null : buttonText}
      </Button>
      {isPhone || children}
      {after}
      {isPhone || clearInSheetOnly || clearButton}
      {isPhone && (
        <Suspense>
          <FilterSheet open={isOpen} onClose={() => setIsOpen(false)} clearButton={clearButton}>
            {sheetFields}
          </FilterSheet>
        </Suspense>
      )}
    </fieldset>
  );
};
