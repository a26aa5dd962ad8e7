import { Command } from "cmdk";
import { Check } from "lucide-react";
import { useMemo, useState } from "react";
import { findMatches, indexTexts } from "./text-match.ts";

export type ComboboxOption = { value: string; label: string };

/** The options that are rendered at most; a longer query finds the others. */
const SHOWN = 50;

type ComboboxListProps = {
  options: readonly ComboboxOption[];
  value: string | null;
  noneLabel: string | undefined;
  label: string;
  onChoose: (value: string | null) => void;
};

export function ComboboxList({ options, value, noneLabel, label, onChoose }: ComboboxListProps) {
  const [query, setQuery] = useState("");
  const indexed = useMemo(() => indexTexts(options, (option) => option.label), [options]);
  const found = findMatches(indexed, query);
  const hidden = found.length - SHOWN;
  return (
    <Command label={label} shouldFilter={false} loop>
      <Command.Input
        // The popover focuses its first field when it opens; this list may be loaded only after that.
        autoFocus
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
