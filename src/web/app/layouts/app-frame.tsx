import { useLocation } from "@tanstack/react-router";
import { Menu, PanelLeftClose, PanelLeftOpen, ServerOff } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { readStored, writeStored } from "#lib/browser/browser-storage.ts";
import { useServerUnreachable } from "#lib/session/server-status.ts";
import { Button } from "#ui/button/button.tsx";
import { cn } from "#ui/cn.ts";
import { ConfirmProvider } from "#ui/dialog/confirm.tsx";
import { SheetContent } from "#ui/dialog/dialog.tsx";
import { Dialog, DialogTrigger } from "#ui/dialog/dialog-state.tsx";
import { usePreload } from "#ui/overlay/lazy-module.ts";
import { Tooltip } from "#ui/overlay/tooltip.tsx";
import { SidebarContext } from "./sidebar.tsx";

function ServerBanner() {
  const away = useServerUnreachable();
  return (
    // The region is there before the text is, or a screen reader would not read it out.
    <div role="status">
      {away && (
        <p className="flex items-center justify-center gap-2 border-b bg-warning-soft px-4 py-2 text-center text-warning">
          <ServerOff aria-hidden className="size-4 shrink-0" />
          De server is even niet bereikbaar. We proberen het vanzelf opnieuw.
        </p>
      )}
    </div>
  );
}

type CollapseButtonProps = { collapsed: boolean; onToggle: () => void };

function CollapseButton({ collapsed, onToggle }: CollapseButtonProps) {
  const label = collapsed ? "Zijbalk uitklappen" : "Zijbalk inklappen";
  return (
    <Tooltip content={label} side="right">
      <Button
        variant="ghost"
        size="icon"
        aria-label={label}
        aria-expanded={!collapsed}
        onClick={onToggle}
        className="text-muted-foreground"
      >
        {collapsed ? <PanelLeftOpen /> : <PanelLeftClose />}
      </Button>
    </Tooltip>
  );
}

/** The sidebar of a phone. */
function MenuSheet({ brand, children }: { brand: ReactNode; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger>
        <Button variant="ghost" size="icon" aria-label="Menu openen" className="md:hidden">
          <Menu />
        </Button>
      </DialogTrigger>
      <SheetContent title="Menu" titleHidden className="bg-sidebar">
        <SidebarContext value={{ collapsed: false, onNavigate: () => setOpen(false) }}>
          <div className="flex h-14 shrink-0 items-center pr-14 pl-4">{brand}</div>
          {children}
        </SidebarContext>
      </SheetContent>
    </Dialog>
  );
}

const SkipLink = ({ target }: { target: string }) => (
  <a
    href={`#${target}`}
    className="sr-only z-60 rounded-sm bg-primary font-medium text-primary-foreground focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:px-4 focus:py-2"
    onClick={(event) => {
      // The router would take the anchor for a navigation and put it in the address.
      event.preventDefault();
      document.getElementById(target)?.focus();
    }}
  >
    Naar de inhoud
  </a>
);

function useCollapsed(key: string): [collapsed: boolean, toggle: () => void] {
  const [collapsed, setCollapsed] = useState(() => readStored(key) === "true");
  const toggle = () => {
    writeStored(key, String(!collapsed));
    setCollapsed(!collapsed);
  };
  return [collapsed, toggle];
}

type AppFrameProps = {
  /** Where this browser remembers whether the sidebar is collapsed. */
  storageKey: string;
  brand: ReactNode;
  /** What stands under the brand: the entries, and the foot. */
  sidebar: ReactNode;
  /** Without it, the bar on top is only there on a phone, with the brand. */
  header?: ReactNode;
  children: ReactNode;
};

const CONTENT = "inhoud";

/** One file with all that opens over a screen. */
const loadOverlays = () => import("#ui/dialog/dialog-window.tsx");

/** The menu beside the screen, or behind a button on a phone; the screen scrolls, the rest stays. */
export function AppFrame({ storageKey, brand, sidebar, header, children }: AppFrameProps) {
  const [collapsed, toggle] = useCollapsed(storageKey);
  const content = useFocusOnNavigation();
  usePreload(loadOverlays);
  return (
    <ConfirmProvider>
      <div className="flex h-dvh overflow-hidden print:block print:h-auto">
        <SkipLink target={CONTENT} />
        <SidebarContext value={{ collapsed }}>
          <aside
            className={cn(
              "hidden shrink-0 flex-col border-r bg-sidebar md:flex print:hidden",
              collapsed ? "w-20" : "w-64",
            )}
          >
            <div
              className={cn(
                "flex shrink-0 items-center gap-2",
                collapsed ? "flex-col py-3" : "h-14 justify-between px-4",
              )}
            >
              {brand}
              <CollapseButton collapsed={collapsed} onToggle={toggle} />
            </div>
            {sidebar}
          </aside>
        </SidebarContext>
        <div className="flex min-w-0 flex-1 flex-col">
          <ServerBanner />
          <header
            className={cn(
              "flex h-14 shrink-0 items-center gap-3 border-b bg-sidebar px-3 sm:px-6 print:hidden",
              !header && "md:hidden",
            )}
          >
            <MenuSheet brand={brand}>{sidebar}</MenuSheet>
            {header ?? brand}
          </header>
          <main
            id={CONTENT}
            ref={content}
            tabIndex={-1}
            className="relative min-h-0 flex-1 overflow-y-auto outline-hidden print:overflow-visible"
          >
            {children}
          </main>
        </div>
      </div>
    </ConfirmProvider>
  );
}

/** After a link in the menu, or signing in, the keyboard and the screen reader go on in the new screen. */
function useFocusOnNavigation() {
  const content = useRef<HTMLElement>(null);
  const pathname = useLocation({ select: (location) => location.pathname });
  const shown = useRef<string>(undefined);
  useEffect(() => {
    const before = shown.current ?? loadedPath();
    if (before === pathname) return;
    shown.current = pathname;
    content.current?.focus({ preventScroll: true });
  }, [pathname]);
  return content;
}

/** The page that the browser itself has opened, and where it starts at the top. */
function loadedPath() {
  const [opening] = performance.getEntriesByType("navigation");
  return new URL(opening?.name ?? location.href).pathname;
}
