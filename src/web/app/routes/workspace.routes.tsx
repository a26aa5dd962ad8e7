import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { LoadingPage } from "../pages/loading-page.tsx";
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
    component: lazyRouteComponent(() => import("../../features/messages/ice-breakers.page.tsx"), "IceBreakersPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/berichten",
    component: lazyRouteComponent(() => import("../../features/messages/follow-up.page.tsx"), "FollowUpPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/all-leads",
    component: lazyRouteComponent(() => import("../../features/leads/all-leads.page.tsx"), "AllLeadsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/search-leads",
    component: lazyRouteComponent(() => import("../../features/leads/search-leads.page.tsx"), "SearchLeadsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/add-leads",
    component: lazyRouteComponent(() => import("../../features/leads/add-leads.page.tsx"), "AddLeadsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/rated-leads",
    component: lazyRouteComponent(() => import("../../features/leads/rated-leads.page.tsx"), "RatedLeadsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/accepted-invitations",
    component: lazyRouteComponent(
      () => import("../../features/leads/accepted-invitations.page.tsx"),
      "AcceptedInvitationsPage",
    ),
  }),
  createRoute({
    getParentRoute,
    path: "/hot-leads",
    component: lazyRouteComponent(() => import("../../features/leads/hot-leads.page.tsx"), "HotLeadsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/messages-queued",
    component: lazyRouteComponent(() => import("../../features/queue/queued.page.tsx"), "QueuedPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/messages-sent",
    component: lazyRouteComponent(() => import("../../features/queue/sent.page.tsx"), "SentPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/meetings",
    component: lazyRouteComponent(() => import("../../features/meetings/meetings.page.tsx"), "MeetingsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/prompts",
    component: lazyRouteComponent(() => import("../../features/prompts/prompts.page.tsx"), "PromptsPage"),
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
