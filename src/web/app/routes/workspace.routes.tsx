import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { LoadingPage } from "../pages/status-pages.tsx";
import { rootRoute } from "./root.route.ts";

const workspace = createRoute({
  getParentRoute: () => rootRoute,
  id: "workspace",
  component: lazyRouteComponent(() => import("../gates/workspace-gate.tsx"), "WorkspaceGate"),
  pendingComponent: LoadingPage,
  pendingMs: 0,
});

const getParentRoute = () => workspace;

export const workspaceRoutes = workspace.addChildren([
  createRoute({
    getParentRoute,
    path: "/",
    component: lazyRouteComponent(() => import("#web/features/messages/ice-breakers.page.tsx"), "IceBreakersPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/berichten",
    component: lazyRouteComponent(() => import("#web/features/messages/follow-up.page.tsx"), "FollowUpPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/all-leads",
    component: lazyRouteComponent(() => import("#web/features/leads/all-leads.page.tsx"), "AllLeadsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/search-leads",
    component: lazyRouteComponent(() => import("#web/features/leads/search-leads.page.tsx"), "SearchLeadsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/add-leads",
    component: lazyRouteComponent(() => import("#web/features/leads/add-leads.page.tsx"), "AddLeadsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/rated-leads",
    component: lazyRouteComponent(() => import("#web/features/leads/rated-leads.page.tsx"), "RatedLeadsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/accepted-invitations",
    component: lazyRouteComponent(
      () => import("#web/features/leads/accepted-invitations.page.tsx"),
      "AcceptedInvitationsPage",
    ),
  }),
  createRoute({
    getParentRoute,
    path: "/hot-leads",
    component: lazyRouteComponent(() => import("#web/features/leads/hot-leads.page.tsx"), "HotLeadsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/messages-queued",
    component: lazyRouteComponent(() => import("#web/features/queue/queued.page.tsx"), "QueuedPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/messages-sent",
    component: lazyRouteComponent(() => import("#web/features/queue/sent.page.tsx"), "SentPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/meetings",
    component: lazyRouteComponent(() => import("#web/features/meetings/meetings.page.tsx"), "MeetingsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/prompts",
    component: lazyRouteComponent(() => import("#web/features/prompts/prompts.page.tsx"), "PromptsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/acties",
    component: lazyRouteComponent(() => import("../pages/management.page.tsx"), "ManagementPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/company-admin",
    component: lazyRouteComponent(() => import("../pages/company-admin.page.tsx"), "CompanyAdminPage"),
  }),
  createRoute({
    getParentRoute,
    path: "$",
    component: lazyRouteComponent(() => import("../pages/not-found.page.tsx"), "NotFoundPage"),
  }),
]);
