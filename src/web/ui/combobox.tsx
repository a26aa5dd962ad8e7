import { Command } from "cmdk";
import { Check, ChevronDown } from "lucide-react";
import { type Ref, useMemo, useState } from "react";
import { cn } from "./cn.ts";
import { useFieldControl } from "./field-context.ts";
import { controlStyle } from "./input.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "./popover.tsx";
import { findMatches, foldAll } from "./text-match.ts";

export type ComboboxOption = { value: string; label: string };

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

/** More than this nobody reads through; a few letters more bring the rest. */
const SHOWN = 50;

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
  const chosen = options.find((option) => option.value === value);
  const choose = (next: string | null) => {
    setOpen(false);
    onValueChange(next);
  };
  return (
    // Modal, or a dialog around it would not let the list scroll.
    <Popover open={open} onOpenChange={setOpen} modal>
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
        <Choices options={options} value={value} noneLabel={noneLabel} label={searchLabel} onChoose={choose} />
      </PopoverContent>
    </Popover>
  );
}

type ChoicesProps = Pick<ComboboxProps, "options" | "value" | "noneLabel"> & {
  label: string;
  onChoose: (value: string | null) => void;
};

function Choices({ options, value, noneLabel, label, onChoose }: ChoicesProps) {
  const [query, setQuery] = useState("");
  const folded = useMemo(() => foldAll(options, (option) => option.label), [options]);
  const found = findMatches(folded, query);
  const hidden = found.length - SHOWN;
  return (
    <Command label={label} shouldFilter={false} loop>
      <Command.Input
        value={query}
        onValueChange={setQuery}
        placeholder={`${label}…`}
        className="h-9 w-full border-b bg-transparent px-3 text-base outline-hidden placeholder:text-muted-foreground sm:text-sm"
      />
      <Command.List label={label} className="max-h-72 overflow-y-auto overscroll-contain p-1">
        <Command.Empty className="px-2 py-6 text-center text-muted-foreground">Niets gevonden.</Command.Empty>
        {noneLabel && query === "" && (
          <Choice label={noneLabel} value="none" chosen={value === null} onChoose={() => onChoose(null)} />
        )}
        {found.slice(0, SHOWN).map((option) => (
          <Choice
            key={option.value}
            label={option.label}
            value={option.value}
            chosen={option.value === value}
            onChoose={() => onChoose(option.value)}
          />
        ))}
      </Command.List>
      {hidden > 0 && (
        <p className="border-t px-3 py-2 text-muted-foreground text-xs">
          En nog {hidden.toLocaleString("nl-NL")}. Typ een paar letters om te zoeken.
        </p>
      )}
    </Command>
  );
}

type ChoiceProps = { label: string; value: string; chosen: boolean; onChoose: () => void };

const Choice = ({ label, value, chosen, onChoose }: ChoiceProps) => (
  <Command.Item
    value={value}
    onSelect={onChoose}
    className="flex min-h-8 cursor-pointer select-none items-center gap-2 rounded-sm px-2 py-1 data-[selected=true]:bg-accent"
  >
    <span className="min-w-0 flex-1 truncate">{label}</span>
    {chosen && <Check aria-hidden className="size-4 shrink-0 text-link" />}
  </Command.Item>
);
