import { Search } from "lucide-react";
import { lazy, Suspense, useEffect } from "react";
import { keyCaps, useShortcuts } from "#lib/browser/shortcuts.ts";
import { cn } from "#ui/cn.ts";
import { Kbd } from "#ui/content/kbd.tsx";
import { KeyboardHold } from "#ui/overlay/keyboard-hold.tsx";
import { usePreload } from "#ui/overlay/lazy-module.ts";
import { Tooltip } from "#ui/overlay/tooltip.tsx";
import { useSidebar } from "../layouts/sidebar.tsx";
import { HELP_KEYS, openPalette, PALETTE_KEYS, showOverlay, usePaletteOverlay } from "./palette-state.ts";

const loadPalette = () => import("./command-palette.tsx");
const loadHelp = () => import("./shortcut-help.tsx");
const CommandPalette = lazy(async () => ({ default: (await loadPalette()).CommandPalette }));
const ShortcutHelp = lazy(async () => ({ default: (await loadHelp()).ShortcutHelp }));

const loadBoth = () => Promise.all([loadPalette(), loadHelp()]);

const close = () => showOverlay("none");

/** The palette and the help, fetched once the screen has settled. */
export function WorkspaceCommands() {
  const overlay = usePaletteOverlay();
  useShortcuts([
    { label: "Ga naar een scherm", group: "Algemeen", keys: PALETTE_KEYS, run: openPalette },
    { label: "Sneltoetsen tonen", group: "Algemeen", keys: HELP_KEYS, run: () => showOverlay("help") },
  ]);
  usePreload(loadBoth);
  useEffect(() => close, []);
  return (
    <Suspense fallback={<KeyboardHold />}>
      {overlay === "palette" && <CommandPalette onClose={close} />}
      {overlay === "help" && <ShortcutHelp onClose={close} />}
    </Suspense>
  );
}

/** So that people who know no shortcuts find the palette too. */
export function PaletteButton() {
  const { collapsed, onNavigate } = useSidebar();
  const open = () => {
    onNavigate?.();
    openPalette();
  };
  return (
    <div className="shrink-0 px-3 pb-1">
      <Tooltip content="Ga naar…" side="right" disabled={!collapsed}>
        <button
          type="button"
          onClick={open}
          className={cn(
            "flex h-8 w-full cursor-pointer items-center gap-2.5 rounded-sm border bg-card text-muted-foreground shadow-xs hover:text-foreground",
            collapsed ? "justify-center" : "px-2.5",
          )}
        >
          <Search aria-hidden className="size-4 shrink-0" />
          <span className={cn(collapsed ? "sr-only" : "flex-1 text-left")}>Ga naar…</span>
          {!collapsed && <Kbd className="max-md:hidden">{keyCaps(PALETTE_KEYS).join(" ")}</Kbd>}
        </button>
      </Tooltip>
    </div>
  );
}
