import { Outlet } from "@tanstack/react-router";
import { Suspense } from "react";
import { useSession } from "#lib/session/session.ts";
import { lazyComponent } from "#ui/lazy-component.tsx";
import { LoadingPage } from "../pages/status-pages.tsx";
import { SessionPending } from "./session-pending.tsx";

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
