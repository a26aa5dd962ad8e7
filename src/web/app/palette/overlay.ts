import { useSyncExternalStore } from "react";

export const PALETTE_KEYS = "mod+k";
export const HELP_KEYS = "?";

export type Overlay = "palette" | "help" | "none";

let overlay: Overlay = "none";
const listeners = new Set<() => void>();

export const showOverlay = (next: Overlay): void => {
  overlay = next;
  for (const listener of listeners) listener();
};

export const openPalette = (): void => showOverlay("palette");

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const readOverlay = () => overlay;

export const useOverlay = (): Overlay => useSyncExternalStore(subscribe, readOverlay, readOverlay);
