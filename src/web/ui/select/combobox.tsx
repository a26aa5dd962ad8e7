import { ChevronDown } from "lucide-react";
import { type Ref, useState } from "react";
import { cn } from "../cn.ts";
import { useFieldControl } from "../field/field.tsx";
import { controlStyle } from "../field/input.tsx";
import { lazyModule } from "../overlay/lazy-module.ts";
import { Popover, PopoverContent, PopoverTrigger } from "../overlay/popover.tsx";
import type { ComboboxOption } from "./combobox-list.tsx";

type ComboboxProps = {
  options: readonly ComboboxOption[];
  value: string | null;
  onValueChange: (value: string | null) => void;
  /** What choosing nothing is called: "Alle bedrijven". Without it something has to be chosen. */
  noneLabel?: string | undefined;
  placeholder?: string;
  searchLabel: string;
  disabled?: boolean;
  id?: string;
  ref?: Ref<HTMLButtonElement>;
  "aria-label"?: string;
  className?: string;
};

const comboboxList = lazyModule(() => import("./combobox-list.tsx"));

/** A choice out of very many, found by typing. */
export function Combobox({
  options,
  value,
  onValueChange,
  noneLabel,
  placeholder = "Kies...",
  searchLabel,
  disabled,
  className,
  ...trigger
}: ComboboxProps) {
  const [open, setOpen] = useState(false);
  const here = comboboxList.usePart(open, () => setOpen(false));
  const chosen = options.find((option) => option.value === value);
  const choose = (next: string | null) => {
    setOpen(false);
    onValueChange(next);
  };
  return (
    // Modal, or a dialog around it would not let the list scroll.
    <Popover open={open && here !== undefined} onOpenChange={setOpen} modal>
      <PopoverTrigger
        {...trigger}
        {...useFieldControl(trigger)}
        // A button would be read out by its label alone, without what is chosen.
        role="combobox"
        disabled={disabled}
        className={cn(
          controlStyle,
          "flex h-9 cursor-pointer items-center justify-between gap-2 pr-2.5 text-left hover:bg-accent",
          className,
        )}
      >
        <span className={cn("truncate", !chosen && !noneLabel && "text-muted-foreground")}>
          {chosen?.label ?? noneLabel ?? placeholder}
        </span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      </PopoverTrigger>
      <PopoverContent
        aria-label={searchLabel}
        className="w-(--radix-popover-trigger-width) min-w-60 max-w-[calc(100vw-1rem)] p-0"
      >
        {here && (
          <here.ComboboxList
            options={options}
            value={value}
            noneLabel={noneLabel}
            label={searchLabel}
            onChoose={choose}
          />
        )}
      </PopoverContent>
    </Popover>
  );
}
