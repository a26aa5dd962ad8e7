import { useEffect, useState } from "react";
import { readStored, removeStored, writeStored } from "../browser/browser-storage.ts";

/** After a text was saved. What the user typed while it was being saved stays. */
export const forgetStored = (key: string, saved: string) => {
  if (readStored(key) === saved) removeStored(key);
};

const RESTORED = "storedtextrestored";

/** After the saving of a text was undone: puts it back, before what the user has typed since. */
export const restoreStored = (key: string, saved: string) => {
  const typed = readStored(key) ?? "";
  if (!typed.includes(saved)) writeStored(key, typed ? `${saved}\n\n${typed}` : saved);
  dispatchEvent(new CustomEvent(RESTORED, { detail: key }));
};

/** A text that survives another screen and a closed tab until it is saved. */
export function useStoredText(
  key: string,
  initial: string,
): [text: string, setText: (text: string) => void, clear: (saved?: string) => void] {
  const [text, setState] = useState(() => readStored(key) ?? initial);
  useEffect(() => {
    const onRestored = (event: Event) => {
      if ((event as CustomEvent<string>).detail === key) setState(readStored(key) ?? initial);
    };
    addEventListener(RESTORED, onRestored);
    return () => removeEventListener(RESTORED, onRestored);
  }, [key, initial]);
  const setText = (next: string) => {
    setState(next);
    if (next === initial) removeStored(key);
    else writeStored(key, next);
  };
  /** With the text that was saved, only if it was not changed since. */
  const clear = (saved?: string) => {
    if (saved === undefined) return setText(initial);
    setState((current) => (current === saved ? initial : current));
    forgetStored(key, saved);
  };
  return [text, setText, clear];
}
