import { type RefObject, useEffect, useRef, useSyncExternalStore } from "react";

/** An action with an optional key binding, listed in the command palette and in the help while its screen is open. */
export type Shortcut = {
  label: string;
  group: string;
  /** "j", "?", "shift+a", "mod+k" (Ctrl, or Command on a Mac), "g i" (one after the other). Without keys it is only in the palette. */
  keys?: string;
  /** Other words by which the palette finds it. */
  keywords?: string;
  /** Without it always; otherwise the key keeps its ordinary effect. */
  isActive?: () => boolean;
  /** Without it always; otherwise palette and help list it only while this holds. */
  isListed?: () => boolean;
  run: () => void;
};

type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

const MAC = typeof navigator !== "undefined" && /mac|iphone|ipad/i.test(navigator.userAgent);

/** Characters such as "?" imply the shift key. */
const TELLS_SHIFT = /^([a-z]|enter|delete)$/;

export const keysOf = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress, isMac = MAC): string => {
  // The key that a Mac calls delete.
  const name = isMac && key === "Backspace" ? "delete" : key.toLowerCase();
  return [(ctrlKey || metaKey) && "mod", altKey && "alt", shiftKey && TELLS_SHIFT.test(name) && "shift", name]
    .filter(Boolean)
    .join("+");
};

const MODIFIER_KEYS = ["Shift", "Control", "Alt", "Meta"];

/** A letter on a select chooses an option. */
export const TYPING =
  "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable], [role=combobox]";
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

/** The first key of a sequence, and until when the second one may follow. */
let started: { key: string; until: number } | undefined;
const SEQUENCE_MS = 1500;

const MOVING = /^[jk]$/;

const handleKeyDown = (event: KeyboardEvent): void => {
  if (event.defaultPrevented || event.isComposing || MODIFIER_KEYS.includes(event.key)) return;
  const pressed = keysOf(event);
  const keys = started && event.timeStamp < started.until ? `${started.key} ${pressed}` : pressed;
  started = undefined;
  if (!isForPage(event, pressed)) return;
  const known = registered.flatMap(({ latest }) => latest.current);
  // The last registered shortcut wins: it belongs to the innermost screen.
  const shortcut = known.findLast((candidate) => candidate.keys === keys && candidate.isActive?.() !== false);
  if (shortcut) {
    event.preventDefault();
    // A key that is held down moves through a list, and decides only once.
    if (!event.repeat || MOVING.test(keys)) shortcut.run();
  } else if (known.some((candidate) => candidate.keys?.startsWith(`${keys} `))) {
    event.preventDefault();
    started = { key: keys, until: event.timeStamp + SEQUENCE_MS };
  }
};

const setRegistered = (next: readonly Registration[]): void => {
  if (registered.length === 0) addEventListener("keydown", handleKeyDown);
  if (next.length === 0) removeEventListener("keydown", handleKeyDown);
  registered = next;
  listed = next.flatMap(({ latest }) => latest.current);
  for (const listener of listeners) listener();
};

type Options = {
  /** Every other shortcut with the same keys takes precedence, whenever it was registered. */
  isFallback?: boolean;
};

/** Registers shortcuts for as long as the calling component is mounted. */
export function useShortcuts(shortcuts: readonly Shortcut[], { isFallback = false }: Options = {}) {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  const shown = JSON.stringify(shortcuts.map(({ label, group, keys }) => [label, group, keys]));
  useEffect(() => {
    const own = { shown, latest };
    setRegistered(isFallback ? [own, ...registered] : [...registered, own]);
    return () => setRegistered(registered.filter((other) => other !== own));
  }, [shown, isFallback]);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The registered shortcuts, for the palette and the help. Of several with the same keys only the one that a key press runs. */
export function useShortcutList(): readonly Shortcut[] {
  const all = useSyncExternalStore(subscribe, () => listed).filter(({ isListed }) => isListed?.() !== false);
  return all.filter(({ keys }, index) => !keys || all.findLastIndex((other) => other.keys === keys) === index);
}

const KEY_LABELS: Record<string, string> = {
  enter: "↵",
  mod: MAC ? "⌘" : "Ctrl",
  alt: MAC ? "⌥" : "Alt",
};

/** The labels of the keys: ["Ctrl", "K"] for "mod+k", ["G", "I"] for "g i". */
export const keyCaps = (keys: string): string[] =>
  keys.split(/[+ ]/).map((key) => KEY_LABELS[key] ?? key.charAt(0).toUpperCase() + key.slice(1));
