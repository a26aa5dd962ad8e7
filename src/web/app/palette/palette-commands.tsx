import { Search } from "lucide-react";
import { Suspense, useEffect } from "react";
import { keyCaps, useShortcuts } from "#lib/browser/shortcuts.ts";
import { cn } from "#ui/cn.ts";
import { Kbd } from "#ui/content/badge.tsx";
import { lazyComponent, ShortcutBlocker, usePreload } from "#ui/lazy-component.tsx";
import { Tooltip } from "#ui/overlay/tooltip.tsx";
import { useSidebar } from "../layouts/sidebar.tsx";
import { HELP_KEYS, openPalette, PALETTE_KEYS, showOverlay, usePaletteOverlay } from "./palette-state.ts";

const CommandPalette = lazyComponent(() => import("./command-palette.tsx"), "CommandPalette");
const ShortcutHelp = lazyComponent(() => import("./shortcut-help.tsx"), "ShortcutHelp");

// After the first screen: its keys are not pressed in the first second.
const GENERAL_COMMANDS = {
  workspace: lazyComponent(() => import("./general-commands.tsx"), "WorkspaceGeneralCommands"),
  admin: lazyComponent(() => import("./general-commands.tsx"), "AdminGeneralCommands"),
};

const preloadBoth = () => Promise.all([CommandPalette.preload(), ShortcutHelp.preload()]);

const close = () => showOverlay("none");

type PaletteCommandsProps = {
  panel: keyof typeof GENERAL_COMMANDS;
  /** Opens what a user can change about the own account. */
  onAccount: () => void;
};

/** The command palette, the list of shortcuts, and the keys and commands of every screen. */
export function PaletteCommands({ panel, onAccount }: PaletteCommandsProps) {
  const GeneralCommands = GENERAL_COMMANDS[panel];
  const overlay = usePaletteOverlay();
  useShortcuts([
    { label: "Ga naar een scherm", group: "Algemeen", keys: PALETTE_KEYS, run: openPalette },
    { label: "Sneltoetsen tonen", group: "Algemeen", keys: HELP_KEYS, run: () => showOverlay("help") },
  ]);
  usePreload(preloadBoth);
  useEffect(() => close, []);
  return (
    <>
      <Suspense>
        <GeneralCommands onAccount={onAccount} />
      </Suspense>
      <Suspense fallback={<ShortcutBlocker />}>
        {overlay === "palette" && <CommandPalette panel={panel} onClose={close} />}
        {overlay === "help" && <ShortcutHelp onClose={close} />}
      </Suspense>
    </>
  );
}

/** Opens the command palette with the pointer. */
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
