import { lazyRouteComponent, Outlet } from "@tanstack/react-router";
import { Suspense } from "react";
import { CurrentUserContext, useSession } from "#lib/session/session.ts";

import { MainLayout } from "../layouts/main-layout.tsx";
import { LoadingPage, SessionPending } from "../pages/status-pages.tsx";

const VisitorLandingPage = lazyRouteComponent(() => import("../pages/visitor-landing.page.tsx"), "VisitorLandingPage");

/** The workspace for signed-in users; a visitor sees the landing page on all of its paths. */
export function WorkspaceGuard() {
  const session = useSession();
  if (session.data === undefined) return <SessionPending session={session} loading={LoadingPage} />;
  if (session.data === null) {
    return (
      <Suspense fallback={<LoadingPage />}>
        <VisitorLandingPage />
      </Suspense>
    );
  }
  return (
    <CurrentUserContext value={session.data}>
      <MainLayout>
        <Outlet />
      </MainLayout>
    </CurrentUserContext>
  );
}
