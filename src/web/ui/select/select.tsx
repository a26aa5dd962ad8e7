import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useId, useRef } from "react";
import { cn } from "../cn.ts";
import { useFieldControl } from "../field/field.tsx";
import { controlStyle } from "../field/input.tsx";
import { lazyModule } from "../overlay/lazy-module.ts";
import { useOverlay } from "../overlay/use-overlay.ts";
import type { SelectOption } from "./select-list.tsx";

/** Letters that follow each other this quickly are one word. */
const ONE_WORD_MS = 1000;

const startsWith = (text: string, start: string) => text.toLocaleLowerCase("nl").startsWith(start);

/** The option that typed letters lead to. One letter again and again goes along all that begin with it. */
export const findTyped = <Value extends string>(
  options: readonly SelectOption<Value>[],
  current: Value | undefined,
  typed: string,
): Value | undefined => {
  const word = typed.toLocaleLowerCase("nl");
  const first = word.slice(0, 1);
  const search = word === first.repeat(word.length) ? first : word;
  const at = options.findIndex(({ value }) => value === current);
  const from = search.length === 1 ? at + 1 : Math.max(at, 0);
  const inTurn = [...options.slice(from), ...options.slice(0, from)];
  return inTurn.find(({ label, disabled }) => !disabled && typeof label === "string" && startsWith(label, search))
    ?.value;
};

/** A choice by its first letters, without opening the list. Answers whether the key was one of them. */
function useTypedChoice<Value extends string>(
  options: readonly SelectOption<Value>[],
  value: Value | undefined,
  onChoose: (value: Value) => void,
) {
  const typed = useRef({ text: "", at: 0 });
  return ({ key, timeStamp, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean => {
    if (key.length !== 1 || ctrlKey || altKey || metaKey) return false;
    const before = timeStamp - typed.current.at < ONE_WORD_MS ? typed.current.text : "";
    if (key === " " && before === "") return false;
    typed.current = { text: before + key, at: timeStamp };
    const found = findTyped(options, value, typed.current.text);
    if (found !== undefined && found !== value) onChoose(found);
    return true;
  };
}

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

const selectList = lazyModule(() => import("./select-list.tsx"));
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
