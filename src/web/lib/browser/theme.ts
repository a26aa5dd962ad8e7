import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "./browser-storage.ts";

export const THEMES = ["light", "dark", "system"] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_LABELS: Record<Theme, string> = { light: "Licht", dark: "Donker", system: "Systeem" };

const KEY = "theme";

export const currentTheme = (): Theme => {
  const stored = readStored(KEY);
  return THEMES.find((theme) => theme === stored) ?? "system";
};

/** `theme.js`, which runs before the first paint, listens to the event and changes the page. */
export const chooseTheme = (theme: Theme): void => {
  writeStored(KEY, theme);
  dispatchEvent(new Event("themechange"));
};

const subscribe = (onChange: () => void) => {
  addEventListener("themechange", onChange);
  addEventListener("storage", onChange);
  return () => {
    removeEventListener("themechange", onChange);
    removeEventListener("storage", onChange);
  };
};

export const useTheme = (): Theme => useSyncExternalStore(subscribe, currentTheme);
