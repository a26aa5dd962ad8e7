import { ChevronDown } from "lucide-react";
import { type Ref, Suspense, useState } from "react";
import { cn } from "../cn.ts";
import { useFieldControl } from "../field/field.tsx";
import { controlStyle } from "../field/input.tsx";
import { lazyComponent } from "../lazy-component.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "../overlay/popover.tsx";
import type { ComboboxOption } from "./combobox-list.tsx";

type ComboboxProps = {
  options: readonly ComboboxOption[];
  value: string | null;
  onValueChange: (value: string | null) => void;
  /** The label of the option for no value: "Alle bedrijven". Without it a value is required. */
  noneLabel?: string | undefined;
  placeholder?: string;
  searchLabel: string;
  disabled?: boolean;
  id?: string;
  ref?: Ref<HTMLButtonElement>;
  "aria-label"?: string;
  className?: string;
};

const ComboboxList = lazyComponent(() => import("./combobox-list.tsx"), "ComboboxList");

/** A select with a search field, for long lists of options. */
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
  const chosen = options.find((option) => option.value === value);
  const choose = (next: string | null) => {
    setOpen(false);
    onValueChange(next);
  };
  return (
    // Modal: otherwise the scroll lock of a dialog around it would keep the list from scrolling.
    <Popover open={open} onOpenChange={setOpen} modal>
      <PopoverTrigger
        {...trigger}
        {...useFieldControl(trigger)}
        // Of a button, a screen reader would announce the label without the chosen value.
        role="combobox"
        disabled={disabled}
        className={cn(
          controlStyle,
          "flex h-9 cursor-pointer items-center justify-between gap-2 pr-2.5 text-left hover:bg-accent max-sm:h-10",
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
        <Suspense fallback={<div className="h-80" />}>
          <ComboboxList options={options} value={value} noneLabel={noneLabel} label={searchLabel} onChoose={choose} />
        </Suspense>
      </PopoverContent>
    </Popover>
  );
}
