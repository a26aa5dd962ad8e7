import { lazyRouteComponent, Outlet } from "@tanstack/react-router";
import { Suspense, useEffect, useState } from "react";
import { CurrentUserContext, forgetAskedPage, useSession } from "#lib/session/session.ts";

import { MainLayout } from "../layouts/main-layout.tsx";
import { LoadingPage, SessionPending } from "../pages/status-pages.tsx";

const VisitorLandingPage = lazyRouteComponent(() => import("../pages/visitor-landing.page.tsx"), "VisitorLandingPage");

/** The workspace for signed-in users; a visitor sees the landing page on all of its paths. */
export function WorkspaceGuard() {
  const session = useSession();
  const isSignedIn = Boolean(session.data);
  // The screen on which a user signed out is not one that the next user asks for.
  const [hadSession, setHadSession] = useState(false);
  if (isSignedIn && !hadSession) setHadSession(true);
  useEffect(() => {
    if (isSignedIn) forgetAskedPage();
  }, [isSignedIn]);
  if (session.data === undefined) return <SessionPending session={session} loading={LoadingPage} />;
  if (session.data === null) {
    return (
      <Suspense fallback={<LoadingPage />}>
        <VisitorLandingPage returnsAfterSignIn={!hadSession} />
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
