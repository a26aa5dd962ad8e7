import { Navigate, Outlet } from "@tanstack/react-router";
import { useSession } from "#lib/session.ts";
import { LoadingPage } from "../pages/loading-page.tsx";
import { UnknownSession } from "./unknown-session.tsx";

/** Whoever is already in has nothing to do on the sign-in page. */
export function SignInGate() {
  const session = useSession();
  if (session.data === undefined) return <UnknownSession session={session} loading={LoadingPage} />;
  return session.data ? <Navigate to="/" replace /> : <Outlet />;
}
