import { useEffect, useState } from "react";
import { readStored, removeStored, writeStored } from "../browser/browser-storage.ts";

/** What stays of a text of which a part was saved: an earlier text may have been put back before it meanwhile. */
const withoutSaved = (text: string, saved: string): string => {
  if (text === saved) return "";
  return text.endsWith(`\n\n${saved}`) ? text.slice(0, -saved.length - 2) : text;
};

/** After a text was saved. What the user typed while it was being saved stays. */
export const forgetStored = (key: string, saved: string) => {
  const rest = withoutSaved(readStored(key) ?? "", saved);
  if (rest) writeStored(key, rest);
  else removeStored(key);
};

const RESTORED = "storedtextrestored";

type Restored = { key: string; saved: string };

const putBefore = (typed: string, saved: string): string => {
  if (typed === saved || typed.startsWith(`${saved}\n\n`)) return typed;
  return typed ? `${saved}\n\n${typed}` : saved;
};

/** After the saving of a text was undone: puts it back, before what the user has typed since. */
export const restoreStored = (key: string, saved: string) => {
  writeStored(key, putBefore(readStored(key) ?? "", saved));
  dispatchEvent(new CustomEvent<Restored>(RESTORED, { detail: { key, saved } }));
};

/** A text that survives another screen and a closed tab until it is saved. */
export function useStoredText(
  key: string,
  initial: string,
): [text: string, setText: (text: string) => void, clear: (saved?: string) => void] {
  const [text, setState] = useState(() => readStored(key) ?? initial);
  useEffect(() => {
    const onRestored = (event: Event) => {
      const restored = (event as CustomEvent<Restored>).detail;
      // Not from the storage, which may be full or blocked.
      if (restored.key === key) setState((typed) => putBefore(typed === initial ? "" : typed, restored.saved));
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
    setState((current) => withoutSaved(current, saved) || initial);
    forgetStored(key, saved);
  };
  return [text, setText, clear];
}
