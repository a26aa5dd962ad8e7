import {
  Building2,
  CalendarDays,
  ChartColumn,
  Clock,
  FileText,
  Flame,
  History,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  MessageSquare,
  Reply,
  Search,
  Send,
  ShieldCheck,
  Star,
  UserCheck,
  UserPlus,
  Users,
} from "lucide-react";
import { ADMIN_PANEL_ROLE, management, type Role } from "#contract/roles.ts";

export type MenuItem = {
  readonly label: string;
  readonly path: string;
  readonly icon: LucideIcon;
  readonly group: string;
  /** Without it the item is for every role. */
  readonly roles?: readonly Role[];
  /** How the paths begin of the screens that belong to it and are not in the menu. */
  readonly childPaths?: readonly string[];
};

const COMPANY_ADMIN: readonly Role[] = ["company_admin"];
const SUPER_ADMIN: readonly Role[] = [ADMIN_PANEL_ROLE];

export const WORKSPACE_MENU = [
  { label: "Rated Leads", path: "/rated-leads", icon: Star, group: "Leads" },
  { label: "All Leads", path: "/all-leads", icon: Users, group: "Leads", childPaths: ["/leads/"] },
  { label: "Search Leads", path: "/search-leads", icon: Search, group: "Leads" },
  { label: "ADD Leads", path: "/add-leads", icon: UserPlus, group: "Leads" },
  { label: "Hot Leads", path: "/hot-leads", icon: Flame, group: "Leads" },
  {
    label: "Accepted Invitations",
    path: "/accepted-invitations",
    icon: UserCheck,
    group: "Leads",
    childPaths: ["/invitations"],
  },
  { label: "Ice Breakers", path: "/", icon: MessageSquare, group: "Berichten" },
  { label: "Follow-up Messages", path: "/berichten", icon: Reply, group: "Berichten" },
  { label: "Messages Queued", path: "/messages-queued", icon: Clock, group: "Berichten", childPaths: ["/planning"] },
  { label: "Messages SENT", path: "/messages-sent", icon: Send, group: "Berichten" },
  { label: "Inbox", path: "/inbox", icon: Inbox, group: "Berichten" },
  { label: "Meetings", path: "/meetings", icon: CalendarDays, group: "Meetings" },
  { label: "Prompts", path: "/prompts", icon: FileText, group: "Beheer" },
  { label: "Management", path: "/acties", icon: ChartColumn, group: "Beheer", roles: management.roles },
  { label: "Admin", path: "/company-admin", icon: Building2, group: "Beheer", roles: COMPANY_ADMIN },
  { label: "Admin", path: "/admin", icon: ShieldCheck, group: "Beheer", roles: SUPER_ADMIN, childPaths: ["/admin/"] },
] as const satisfies readonly MenuItem[];

export const ADMIN_MENU = [
  { label: "Dashboard", path: "/admin", icon: LayoutDashboard, group: "Platform" },
  { label: "Companies", path: "/admin/companies", icon: Building2, group: "Platform" },
  { label: "Users", path: "/admin/users", icon: Users, group: "Platform" },
  { label: "Audit log", path: "/admin/audit", icon: History, group: "Platform" },
] as const satisfies readonly MenuItem[];

export type WorkspaceMenuItem = (typeof WORKSPACE_MENU)[number];
export type NavigationItem = WorkspaceMenuItem | (typeof ADMIN_MENU)[number];

export const menuFor = (role: Role): WorkspaceMenuItem[] =>
  WORKSPACE_MENU.filter(({ roles }: MenuItem) => !roles || roles.includes(role));

/** `aria-current` of an item: "page" on its own screen, "true" on one that belongs to it. */
export const currentOf = ({ path, childPaths = [] }: MenuItem, pathname: string): "page" | "true" | undefined => {
  if (path === (pathname.replace(/\/+$/, "") || "/")) return "page";
  return childPaths.some((start) => pathname.startsWith(start)) ? "true" : undefined;
};

/** The items by group, in the order of the menu. */
export const groupMenu = <Item extends MenuItem>(menu: readonly Item[]): { group: string; items: Item[] }[] =>
  [...Map.groupBy(menu, ({ group }) => group)].map(([group, items]) => ({ group, items }));
