import { lazy, Suspense, useEffect } from "react";
import { useShortcuts } from "#lib/shortcuts.ts";
import { useFetchLater } from "#ui/fetch-later.ts";
import { Opening } from "#ui/opening.tsx";
import { HELP_KEYS, openPalette, PALETTE_KEYS, showOverlay, useOverlay } from "./overlay.ts";

const loadPalette = () => import("./command-palette.tsx");
const loadHelp = () => import("./shortcut-help.tsx");
const CommandPalette = lazy(async () => ({ default: (await loadPalette()).CommandPalette }));
const ShortcutHelp = lazy(async () => ({ default: (await loadHelp()).ShortcutHelp }));

const loadBoth = () => Promise.all([loadPalette(), loadHelp()]);

const close = () => showOverlay("none");

/** The palette and the help, fetched once the screen has settled. */
export function WorkspaceCommands() {
  const overlay = useOverlay();
  useShortcuts([
    { label: "Ga naar een scherm", group: "Algemeen", keys: PALETTE_KEYS, run: openPalette },
    { label: "Sneltoetsen tonen", group: "Algemeen", keys: HELP_KEYS, run: () => showOverlay("help") },
  ]);
  useFetchLater(loadBoth);
  useEffect(() => close, []);
  return (
    <Suspense fallback={<Opening />}>
      {overlay === "palette" && <CommandPalette onClose={close} />}
      {overlay === "help" && <ShortcutHelp onClose={close} />}
    </Suspense>
  );
}
