import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { LoadingPage } from "../pages/status-pages.tsx";
import { rootRoute } from "./root.route.ts";

const signIn = createRoute({
  getParentRoute: () => rootRoute,
  id: "sign-in",
  component: lazyRouteComponent(() => import("../gates/sign-in-gate.tsx"), "SignInGate"),
  pendingComponent: LoadingPage,
  pendingMs: 0,
});

const visitor = createRoute({
  getParentRoute: () => rootRoute,
  id: "visitor",
  component: lazyRouteComponent(() => import("../gates/visitor-gate.tsx"), "VisitorGate"),
  pendingComponent: LoadingPage,
  pendingMs: 0,
});

export const publicRoutes = [
  signIn.addChildren([
    createRoute({
      getParentRoute: () => signIn,
      path: "/login",
      component: lazyRouteComponent(() => import("#web/features/auth/login.page.tsx"), "LoginPage"),
    }),
  ]),
  visitor.addChildren([
    createRoute({
      getParentRoute: () => visitor,
      path: "/forgot-password",
      component: lazyRouteComponent(() => import("#web/features/auth/forgot-password.page.tsx"), "ForgotPasswordPage"),
    }),
  ]),
  // Open to everybody: the link in the mail must also work in a browser that is still signed in.
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/reset-password",
    component: lazyRouteComponent(() => import("#web/features/auth/reset-password.page.tsx"), "ResetPasswordPage"),
  }),
] as const;
