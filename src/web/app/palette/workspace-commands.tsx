import { lazy, Suspense, useEffect } from "react";
import { useShortcuts } from "../../lib/shortcuts.ts";
import { HELP_KEYS, openPalette, PALETTE_KEYS, showOverlay, useOverlay } from "./overlay.ts";

const CommandPalette = lazy(async () => ({ default: (await import("./command-palette.tsx")).CommandPalette }));
const ShortcutHelp = lazy(async () => ({ default: (await import("./shortcut-help.tsx")).ShortcutHelp }));

const close = () => showOverlay("none");

/** The palette and the help, which are fetched when they are first asked for. */
export function WorkspaceCommands() {
  const overlay = useOverlay();
  useShortcuts([
    { label: "Ga naar een scherm", group: "Algemeen", keys: PALETTE_KEYS, run: openPalette },
    { label: "Sneltoetsen tonen", group: "Algemeen", keys: HELP_KEYS, run: () => showOverlay("help") },
  ]);
  useEffect(() => close, []);
  return (
    <Suspense>
      {overlay === "palette" && <CommandPalette onClose={close} />}
      {overlay === "help" && <ShortcutHelp onClose={close} />}
    </Suspense>
  );
}
