import { Navigate, Outlet } from "@tanstack/react-router";
import { useSession } from "#lib/session/session.ts";
import { LoadingPage } from "../pages/status-pages.tsx";
import { SessionPending } from "./session-pending.tsx";

/** Redirects signed-in users away from the sign-in page. */
export function SignInGuard() {
  const session = useSession();
  if (session.data === undefined) return <SessionPending session={session} loading={LoadingPage} />;
  return session.data ? <Navigate to="/" replace /> : <Outlet />;
}
