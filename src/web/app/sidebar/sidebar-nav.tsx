import { Link, useLocation } from "@tanstack/react-router";
import { useId } from "react";
import { cn } from "#ui/cn.ts";
import { Tooltip } from "#ui/tooltip.tsx";
import { inGroups, isActive, type NavigationEntry } from "../navigation.ts";
import { useSidebar } from "./sidebar-context.ts";
import { sidebarItemStyle } from "./sidebar-item-style.ts";

type SidebarNavProps = { label: string; entries: readonly NavigationEntry[] };

export const SidebarNav = ({ label, entries }: SidebarNavProps) => (
  <nav aria-label={label} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-3 pb-3">
    {inGroups(entries).map((group) => (
      <NavGroup key={group.group} {...group} />
    ))}
  </nav>
);

function NavGroup({ group, entries }: { group: string; entries: NavigationEntry[] }) {
  const { collapsed } = useSidebar();
  const heading = useId();
  return (
    <div className={cn("pt-4", collapsed && "border-t pt-2 first:border-t-0 not-last:pb-2")}>
      <p id={heading} className={cn(collapsed ? "sr-only" : "px-2.5 pb-1 text-muted-foreground text-xs")}>
        {group}
      </p>
      <ul aria-labelledby={heading} className="flex flex-col gap-px">
        {entries.map((entry) => (
          <li key={entry.path}>
            <NavLink entry={entry} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function NavLink({ entry }: { entry: NavigationEntry }) {
  const { label, path, icon: Icon } = entry;
  const { collapsed, onNavigate } = useSidebar();
  const active = isActive(entry, useLocation({ select: ({ pathname }) => pathname }));
  return (
    <Tooltip content={label} side="right" disabled={!collapsed}>
      <Link
        to={path}
        onClick={onNavigate}
        aria-current={active ? "page" : undefined}
        className={sidebarItemStyle({ collapsed, active })}
      >
        <Icon aria-hidden />
        <span className={cn(collapsed ? "sr-only" : "truncate")}>{label}</span>
      </Link>
    </Tooltip>
  );
}
