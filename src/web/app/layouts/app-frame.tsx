import { useRouterState } from "@tanstack/react-router";
import { Menu, PanelLeftClose, PanelLeftOpen, ServerOff } from "lucide-react";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { readStored, writeStored } from "#lib/browser/browser-storage.ts";
import { useServerUnreachable } from "#lib/session/server-status.ts";
import { Button } from "#ui/button/button.tsx";
import { cn } from "#ui/cn.ts";
import { ConfirmProvider } from "#ui/dialog/confirm.tsx";
import { Dialog, DialogTrigger } from "#ui/dialog/dialog.tsx";
import { SheetContent } from "#ui/dialog/sheet.tsx";
import { lazyComponent, usePreload } from "#ui/lazy-component.tsx";
import { Tooltip } from "#ui/overlay/tooltip.tsx";
import { loadRadix } from "#ui/overlay/use-radix.ts";
import { useMediaQuery } from "#ui/use-media-query.ts";
import { SidebarContext } from "./sidebar.tsx";

const IconTooltips = lazyComponent(() => import("#ui/overlay/icon-tooltips.tsx"), "IconTooltips");

function ServerBanner() {
  const unreachable = useServerUnreachable();
  return (
    // Always rendered: screen readers announce only changes of a live region that they know already.
    <div role="status">
      {unreachable && (
        <p className="flex items-center justify-center gap-2 border-b bg-warning-soft px-4 py-2 text-center text-warning">
          <ServerOff aria-hidden className="size-4 shrink-0" />
          De server is even niet bereikbaar. Laden gaat vanzelf verder; een actie die niet lukt, doe je zo zelf opnieuw.
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

/** The sidebar on a phone. */
function MenuSheet({ brand, children }: { brand: ReactNode; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger>
        <Button variant="ghost" size="icon" aria-label="Menu openen" className="md:hidden">
          <Menu />
        </Button>
      </DialogTrigger>
      <SheetContent title="Menu" className="bg-sidebar">
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
      // Without this the router would treat the anchor as a navigation and put it in the URL.
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
  /** The localStorage key of whether the sidebar is collapsed. */
  storageKey: string;
  brand: ReactNode;
  /** The content of the sidebar below the brand. */
  sidebar: ReactNode;
  /** Without it the top bar is only shown on a phone, with the brand. */
  header?: ReactNode;
  children: ReactNode;
};

const CONTENT = "inhoud";

/** The frame of every screen behind a sign-in: sidebar (on a phone behind a button), top bar, and the screen, which scrolls. */
export function AppFrame({ storageKey, brand, sidebar, header, children }: AppFrameProps) {
  const [collapsed, toggle] = useCollapsed(storageKey);
  const content = useFocusOnNavigation();
  // Below the breakpoint `md` the menu is a sheet: a hidden sidebar would delay the screen with its links and requests.
  const isInSheet = useMediaQuery("(width < 48rem)");
  usePreload(loadRadix);
  return (
    <ConfirmProvider>
      <Suspense>
        <IconTooltips />
      </Suspense>
      <div className="flex h-dvh overflow-hidden print:block print:h-auto">
        <SkipLink target={CONTENT} />
        {isInSheet || (
          <SidebarContext value={{ collapsed }}>
            <aside
              // Hidden by a style too: the prerendered skeleton has the sidebar at every width.
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
        )}
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

/** Moves the focus to the new screen after a navigation, for the keyboard and screen readers. */
function useFocusOnNavigation() {
  const content = useRef<HTMLElement>(null);
  // Resolved: until the new screen is shown, the focus is still on the link in the old one.
  const pathname = useRouterState({
    select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname,
  });
  const lastPath = useRef<string>(undefined);
  useEffect(() => {
    const previous = lastPath.current ?? initialPath();
    if (previous === pathname) return;
    lastPath.current = pathname;
    // A screen may focus its own field.
    if (content.current?.contains(document.activeElement)) return;
    content.current?.focus({ preventScroll: true });
  }, [pathname]);
  return content;
}

/** The path of the initial page load, after which the focus stays at the top of the document. */
function initialPath() {
  const [navigation] = performance.getEntriesByType("navigation");
  return new URL(navigation?.name ?? location.href).pathname;
}
