import { Navigate, Outlet } from "@tanstack/react-router";
import { Suspense } from "react";
import { useSession } from "#lib/session/session.ts";
import { lazyComponent } from "#ui/lazy-component.tsx";
import { LoadingPage, SessionPending } from "../pages/status-pages.tsx";

/** Redirects signed-in users away from the sign-in page. */
export function SignInGuard() {
  const session = useSession();
  if (session.data === undefined) return <SessionPending session={session} loading={LoadingPage} />;
  return session.data ? <Navigate to="/" replace /> : <Outlet />;
}

const WorkspaceNotFound = lazyComponent(() => import("./workspace-not-found.tsx"), "WorkspaceNotFound");

/** A page for visitors; for signed-in users it does not exist. */
export function VisitorGuard() {
  const session = useSession();
  if (session.data === undefined) return <SessionPending session={session} loading={LoadingPage} />;
  if (session.data === null) return <Outlet />;
  return (
    <Suspense fallback={<LoadingPage />}>
      <WorkspaceNotFound user={session.data} />
    </Suspense>
  );
}
