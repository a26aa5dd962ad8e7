import { lazyRouteComponent, Outlet } from "@tanstack/react-router";
import { type ReactNode, Suspense } from "react";
import { CurrentUserContext } from "../../lib/current-user.ts";
import { useSession } from "../../lib/session.ts";
import { MainLayout } from "../layouts/main-layout.tsx";
import { LoadingPage } from "../pages/loading-page.tsx";
import { NotFoundPage } from "../pages/not-found.page.tsx";
import { UnknownSession } from "./unknown-session.tsx";

const VisitorLandingPage = lazyRouteComponent(() => import("../pages/visitor-landing.page.tsx"), "VisitorLandingPage");

function Gate({ visitor, children }: { visitor: ReactNode; children: ReactNode }) {
  const session = useSession();
  if (session.data === undefined) return <UnknownSession session={session} loading={LoadingPage} />;
  if (session.data === null) return <Suspense fallback={<LoadingPage />}>{visitor}</Suspense>;
  return (
    <CurrentUserContext value={session.data}>
      <MainLayout>{children}</MainLayout>
    </CurrentUserContext>
  );
}

/** The workspace for whoever is signed in; a visitor sees the landing page on every one of its paths. */
export const WorkspaceGate = () => (
  <Gate visitor={<VisitorLandingPage />}>
    <Outlet />
  </Gate>
);

/** A page for visitors, which does not exist for somebody who is already in. */
export const VisitorGate = () => (
  <Gate visitor={<Outlet />}>
    <NotFoundPage />
  </Gate>
);
