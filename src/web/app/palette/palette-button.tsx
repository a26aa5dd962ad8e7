import { Search } from "lucide-react";
import { keyCaps } from "#lib/shortcuts.ts";
import { cn } from "#ui/cn.ts";
import { Kbd } from "#ui/kbd.tsx";
import { Tooltip } from "#ui/tooltip.tsx";
import { useSidebar } from "../sidebar/sidebar-context.ts";
import { openPalette, PALETTE_KEYS } from "./overlay.ts";

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
