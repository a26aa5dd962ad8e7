import { useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { cn } from "#ui/cn.ts";
import { ConfirmProvider } from "#ui/confirm.tsx";
import { useFetchLater } from "#ui/fetch-later.ts";
import { ServerBanner } from "../server-banner.tsx";
import { CollapseButton } from "./collapse-button.tsx";
import { MenuSheet } from "./menu-sheet.tsx";
import { SidebarContext } from "./sidebar-context.ts";
import { SkipLink } from "./skip-link.tsx";
import { useCollapsed } from "./use-collapsed.ts";

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
const loadOverlays = () => import("#ui/dialog-window.tsx");

/** The menu beside the screen, or behind a button on a phone; the screen scrolls, the rest stays. */
export function AppFrame({ storageKey, brand, sidebar, header, children }: AppFrameProps) {
  const [collapsed, toggle] = useCollapsed(storageKey);
  const content = useFocusOnNavigation();
  useFetchLater(loadOverlays);
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
