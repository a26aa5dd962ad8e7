import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useId, useRef } from "react";
import { cn } from "./cn.ts";
import { useFieldControl } from "./field-context.ts";
import { controlStyle } from "./input.tsx";
import { later } from "./later.ts";
import type { SelectOption } from "./select-option.ts";
import { useOverlay } from "./use-overlay.ts";
import { useTypedChoice } from "./use-typed-choice.ts";

type SelectProps<Value extends string> = {
  options: readonly SelectOption<Value>[];
  value: Value | undefined;
  onValueChange: (value: Value) => void;
  placeholder?: string;
  disabled?: boolean;
  id?: string;
  "aria-label"?: string;
  "aria-describedby"?: string;
  className?: string;
};

const selectList = later(() => import("./select-list.tsx"));
const OPENING_KEYS = ["Enter", " ", "ArrowDown", "ArrowUp"];

export function Select<Value extends string>({
  options,
  value,
  onValueChange,
  placeholder = "Kies...",
  disabled,
  className,
  ...aria
}: SelectProps<Value>) {
  const list = useOverlay({});
  const trigger = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const here = selectList.usePart(list.open, list.close);
  const chosen = options.find((option) => option.value === value);
  const type = useTypedChoice(options, value, onValueChange);
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || event.ctrlKey || event.pointerType !== "mouse") return;
    list.setOpen(true);
    // Or the button would take the focus that the list is given.
    event.preventDefault();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (type(event) || !OPENING_KEYS.includes(event.key)) return;
    event.preventDefault();
    list.setOpen(true);
  };
  return (
    <>
      <button
        type="button"
        {...aria}
        {...useFieldControl(aria)}
        ref={trigger}
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={list.open}
        aria-controls={list.open && here ? listId : undefined}
        disabled={disabled}
        data-placeholder={chosen ? undefined : ""}
        onPointerEnter={selectList.fetchEarly}
        onFocus={selectList.fetchEarly}
        onPointerDown={onPointerDown}
        onClick={() => list.setOpen(true)}
        onKeyDown={onKeyDown}
        className={cn(
          controlStyle,
          "flex h-9 cursor-pointer items-center justify-between gap-2 pr-2.5 text-left hover:bg-accent",
          "data-[placeholder]:text-muted-foreground [&>span]:truncate",
          className,
        )}
      >
        <span>{chosen?.label ?? placeholder}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      </button>
      {here && list.used && (
        <here.SelectList
          id={listId}
          list={list}
          trigger={trigger}
          options={options}
          value={value}
          onValueChange={onValueChange}
        />
      )}
    </>
  );
}
