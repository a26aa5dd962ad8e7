import { useSyncExternalStore } from "react";

export const PALETTE_KEYS = "mod+k";
export const HELP_KEYS = "?";
/** The shortcuts that open a screen; the palette lists the screens themselves. */
export const NAVIGATION_GROUP = "Ga naar";

export type PaletteOverlay = "palette" | "help" | "none";

let overlay: PaletteOverlay = "none";
const listeners = new Set<() => void>();

export const showOverlay = (next: PaletteOverlay): void => {
  overlay = next;
  for (const listener of listeners) listener();
};

export const openPalette = (): void => showOverlay("palette");

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const readOverlay = () => overlay;

export const usePaletteOverlay = (): PaletteOverlay => useSyncExternalStore(subscribe, readOverlay, readOverlay);
