import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { cva } from "class-variance-authority";
import { createContext, useContext, useId, useState } from "react";
import { inboxRoutes } from "#contract/inbox.ts";
import { systemRoutes } from "#contract/system.ts";
import { call } from "#lib/api/api.ts";
import { countText, useOverviewCounts } from "#lib/api/overview.ts";
import { PRODUCT } from "#lib/browser/document-title.ts";
import { cn } from "#ui/cn.ts";
import { Tooltip } from "#ui/overlay/tooltip.tsx";
import { BrandMark } from "#web/features/landing/brand.tsx";
import { currentOf, groupMenu, type NavigationItem } from "../navigation.ts";

type SidebarState = {
  /** Shows icons only, each with a tooltip. */
  collapsed: boolean;
  /** Closes the menu of a phone when a screen has been chosen. */
  onNavigate?: () => void;
};

export const SidebarContext = createContext<SidebarState>({ collapsed: false });

export const useSidebar = () => useContext(SidebarContext);

/** An item of the sidebar: a link or a button. */
export const sidebarItemStyle = cva(
  [
    "flex h-8 w-full cursor-pointer items-center gap-2.5 rounded-sm text-left text-sm max-md:h-9",
    "hover:text-foreground focus-visible:-outline-offset-2 small-icons",
  ],
  {
    variants: {
      collapsed: { true: "justify-center", false: "px-2.5" },
      active: {
        true: "bg-secondary font-medium text-foreground [&_svg]:text-link",
        false: "text-muted-foreground hover:bg-accent",
      },
    },
    defaultVariants: { active: false },
  },
);

type SidebarNavProps = { label: string; items: readonly NavigationItem[] };

export const SidebarNav = ({ label, items }: SidebarNavProps) => (
  <nav aria-label={label} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-3 pb-3">
    {groupMenu(items).map((group) => (
      <NavGroup key={group.group} {...group} />
    ))}
  </nav>
);

function NavGroup({ group, items }: { group: string; items: NavigationItem[] }) {
  const { collapsed } = useSidebar();
  const heading = useId();
  return (
    <div className={cn("pt-4", collapsed && "border-t pt-2 first:border-t-0 not-last:pb-2")}>
      <p id={heading} className={cn(collapsed ? "sr-only" : "px-2.5 pb-1 text-muted-foreground text-xs")}>
        {group}
      </p>
      <ul aria-labelledby={heading} className="flex flex-col gap-px">
        {items.map((item) => (
          <li key={item.path} className="relative">
            <NavLink item={item} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function NavLink({ item }: { item: NavigationItem }) {
  const { label, path, icon: Icon } = item;
  const { collapsed, onNavigate } = useSidebar();
  const isCounted = PATHS_WITH_COUNT.includes(path);
  const countId = useId();
  const current = currentOf(item, useLocation({ select: ({ pathname }) => pathname }));
  return (
    <>
      <Tooltip content={label} side="right" disabled={!collapsed}>
        <Link
          to={path}
          onClick={onNavigate}
          // Or the router would mark the Dashboard of the admin panel as the page on each screen below it.
          activeOptions={{ exact: true }}
          aria-current={current}
          aria-describedby={isCounted ? countId : undefined}
          className={sidebarItemStyle({ collapsed, active: current !== undefined })}
        >
          <Icon aria-hidden />
          <span className={cn(collapsed ? "sr-only" : "truncate")}>{label}</span>
        </Link>
      </Tooltip>
      {isCounted && <WaitingCount path={path} id={countId} />}
    </>
  );
}

/** The screens of the workspace with a count of what waits there. */
const PATHS_WITH_COUNT: readonly string[] = ["/", "/berichten", "/messages-queued", "/meetings", "/inbox"];

/** What waits on a screen, beside its name. Screen readers get it as the description of the link with this id. */
function WaitingCount({ path, id }: { path: string; id: string }) {
  const { collapsed } = useSidebar();
  const { iceBreakers, followUps, overdue, hasMoreOverdue, newMeetings } = useOverviewCounts() ?? {};
  const unanswered = useQuery({
    queryKey: ["inbox", "count"],
    queryFn: ({ signal }) => call(inboxRoutes.inboxCount, { signal }),
  }).data?.unanswered;
  const counts: Record<
    string,
    { count: number | undefined; hasMore?: boolean | undefined; meaning: string; isLate?: boolean }
  > = {
    "/": { count: iceBreakers, meaning: "te beoordelen" },
    "/berichten": { count: followUps, meaning: "te beoordelen" },
    "/messages-queued": { count: overdue, hasMore: hasMoreOverdue, meaning: "over tijd", isLate: true },
    "/meetings": { count: newMeetings, meaning: "nieuw" },
    "/inbox": { count: unanswered, meaning: "te verwerken" },
  };
  const { count, hasMore, meaning = "", isLate = false } = counts[path] ?? {};
  const text = count ? countText(count, hasMore) : "";
  return (
    <>
      <span id={id} hidden>
        {text && `${text} ${meaning}`}
      </span>
      {text && !collapsed && (
        <span
          aria-hidden
          className={cn(
            "pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 rounded-full px-1.5 text-xs tabular-nums",
            isLate ? "bg-danger-soft text-danger" : "bg-secondary",
          )}
        >
          {text}
        </span>
      )}
    </>
  );
}

type BrandProps = {
  title?: string;
  /** Shown instead of the title, unless it fails to load. */
  logo?: { url: string; name: string } | undefined;
};

export function Brand({ title = PRODUCT, logo }: BrandProps) {
  const { collapsed } = useSidebar();
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  if (logo && logo.url !== brokenUrl) {
    return (
      <img
        src={logo.url}
        alt={logo.name}
        referrerPolicy="no-referrer"
        onError={() => setBrokenUrl(logo.url)}
        // Most logos are made for a white background.
        className={cn(
          "object-contain dark:rounded-sm dark:bg-white dark:p-1",
          collapsed ? "size-9" : "h-8 max-w-40 object-left",
        )}
      />
    );
  }
  return (
    <span className="flex min-w-0 items-center gap-2.5 font-semibold tracking-tight">
      <BrandMark className="size-7 shrink-0" />
      <span className={cn(collapsed ? "sr-only" : "truncate")}>{title}</span>
    </span>
  );
}

/** The version of the server, or the fallback until it is loaded. */
const useVersion = (fallback: string): string =>
  useQuery({ queryKey: ["version"], queryFn: () => call(systemRoutes.version) }).data?.version ?? fallback;

export function VersionLabel({ fallback }: { fallback: string }) {
  const { collapsed } = useSidebar();
  return (
    <p className={cn("text-muted-foreground text-xs tabular-nums", collapsed ? "text-center" : "px-2.5")}>
      <span className={cn(collapsed && "sr-only")}>Versie</span> {useVersion(fallback)}
    </p>
  );
}
