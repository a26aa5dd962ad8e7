import { type KeyboardEvent, useRef } from "react";
import type { SelectOption } from "./select-option.ts";

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
export function useTypedChoice<Value extends string>(
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
