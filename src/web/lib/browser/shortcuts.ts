import { type RefObject, useEffect, useRef, useSyncExternalStore } from "react";

/** An action with an optional key binding, listed in the command palette and in the help while its screen is open. */
export type Shortcut = {
  label: string;
  group: string;
  /** "j", "?", "shift+a", "mod+k" (Ctrl, or Command on a Mac). Without keys it is only in the palette. */
  keys?: string;
  run: () => void;
};

type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

const LETTER = /^[a-z]$/i;

export const keysOf = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string =>
  [
    (ctrlKey || metaKey) && "mod",
    altKey && "alt",
    // Characters such as "?" imply the shift key.
    shiftKey && LETTER.test(key) && "shift",
    key.toLowerCase(),
  ]
    .filter(Boolean)
    .join("+");

const TYPING = "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]";
const OVERLAY = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [data-blocks-shortcuts]";

/** Shortcuts do not apply while a dialog or menu has the focus; those without a modifier key not in a text field either. */
const isForPage = ({ target }: KeyboardEvent, keys: string): boolean => {
  if (!(target instanceof Element)) return true;
  return !target.closest(OVERLAY) && (keys.startsWith("mod+") || !target.closest(TYPING));
};

/** `latest` is read when a key is pressed; `shown` holds the visible texts, by which a change of the list is detected. */
type Registration = { shown: string; latest: RefObject<readonly Shortcut[]> };

let registered: readonly Registration[] = [];
let listed: readonly Shortcut[] = [];
const listeners = new Set<() => void>();

const handleKeyDown = (event: KeyboardEvent): void => {
  if (event.defaultPrevented || event.isComposing) return;
  const keys = keysOf(event);
  // The last registered shortcut wins: it belongs to the innermost screen.
  const shortcut = registered.flatMap(({ latest }) => latest.current).findLast((known) => known.keys === keys);
  if (!shortcut || !isForPage(event, keys)) return;
  event.preventDefault();
  shortcut.run();
};

const setRegistered = (next: readonly Registration[]): void => {
  if (registered.length === 0) addEventListener("keydown", handleKeyDown);
  if (next.length === 0) removeEventListener("keydown", handleKeyDown);
  registered = next;
  listed = next.flatMap(({ latest }) => latest.current);
  for (const listener of listeners) listener();
};

/** Registers shortcuts for as long as the calling component is mounted. */
export function useShortcuts(shortcuts: readonly Shortcut[]) {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  const shown = JSON.stringify(shortcuts.map(({ label, group, keys }) => [label, group, keys]));
  useEffect(() => {
    const own = { shown, latest };
    setRegistered([...registered, own]);
    return () => setRegistered(registered.filter((other) => other !== own));
  }, [shown]);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** All registered shortcuts, for the palette and the help. */
export const useShortcutList = (): readonly Shortcut[] => useSyncExternalStore(subscribe, () => listed);

const MAC = typeof navigator !== "undefined" && /mac|iphone|ipad/i.test(navigator.userAgent);
const MODIFIER_LABELS: Record<string, string> = { mod: MAC ? "⌘" : "Ctrl", shift: "Shift", alt: MAC ? "⌥" : "Alt" };

/** The labels of the keys: ["Ctrl", "K"] for "mod+k". */
export const keyCaps = (keys: string): string[] =>
  keys.split("+").map((key) => MODIFIER_LABELS[key] ?? (LETTER.test(key) ? key.toUpperCase() : key));
