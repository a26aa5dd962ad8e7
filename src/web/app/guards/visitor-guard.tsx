import { Outlet } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useSession } from "#lib/session/session.ts";
import { LoadingPage } from "../pages/status-pages.tsx";
import { SessionPending } from "./session-pending.tsx";

const WorkspaceNotFound = lazy(async () => ({
  default: (await import("./workspace-not-found.tsx")).WorkspaceNotFound,
}));

/** A page for visitors, which does not exist for somebody who is already in. */
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
