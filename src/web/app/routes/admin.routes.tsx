import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { AdminLoadingPage } from "../pages/status-pages.tsx";
import { rootRoute } from "./root.route.ts";

const admin = createRoute({ getParentRoute: () => rootRoute, path: "/admin" });

const panel = createRoute({
  getParentRoute: () => admin,
  id: "panel",
  component: lazyRouteComponent(() => import("../gates/admin-gate.tsx"), "AdminGate"),
  pendingComponent: AdminLoadingPage,
  pendingMs: 0,
});

const panelPages = panel.addChildren([
  createRoute({
    getParentRoute: () => panel,
    path: "/",
    component: lazyRouteComponent(
      () => import("#web/features/companies/admin-dashboard.page.tsx"),
      "AdminDashboardPage",
    ),
  }),
  createRoute({
    getParentRoute: () => panel,
    path: "/companies",
    component: lazyRouteComponent(
      () => import("#web/features/companies/admin-companies.page.tsx"),
      "AdminCompaniesPage",
    ),
  }),
  createRoute({
    getParentRoute: () => panel,
    path: "/users",
    component: lazyRouteComponent(() => import("#web/features/users/admin-users.page.tsx"), "AdminUsersPage"),
  }),
  createRoute({
    getParentRoute: () => panel,
    path: "/audit",
    component: lazyRouteComponent(() => import("#web/features/audit/admin-audit.page.tsx"), "AdminAuditPage"),
  }),
  createRoute({
    getParentRoute: () => panel,
    path: "$",
    component: lazyRouteComponent(() => import("../pages/not-found.page.tsx"), "AdminNotFoundPage"),
  }),
]);

export const adminRoutes = admin.addChildren([
  createRoute({
    getParentRoute: () => admin,
    path: "/login",
    component: lazyRouteComponent(() => import("#web/features/auth/login.page.tsx"), "AdminLoginPage"),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: "/forgot-password",
    component: lazyRouteComponent(
      () => import("#web/features/auth/forgot-password.page.tsx"),
      "AdminForgotPasswordPage",
    ),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: "/reset-password",
    component: lazyRouteComponent(() => import("#web/features/auth/reset-password.page.tsx"), "AdminResetPasswordPage"),
  }),
  panelPages,
]);
