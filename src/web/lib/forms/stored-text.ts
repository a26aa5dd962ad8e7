import { useState } from "react";
import { readStored, removeStored, writeStored } from "../browser/browser-storage.ts";

/** A text that survives another screen and a closed tab until it is saved. */
export function useStoredText(
  key: string,
  initial: string,
): [text: string, setText: (text: string) => void, clear: () => void] {
  const [text, setState] = useState(() => readStored(key) ?? initial);
  const setText = (next: string) => {
    setState(next);
    if (next === initial) removeStored(key);
    else writeStored(key, next);
  };
  return [text, setText, () => setText(initial)];
}
