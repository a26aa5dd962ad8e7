import { Navigate, Outlet, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { forgetAskedPage, isServerPage, readAskedPage, rememberAskedPage, useSession } from "#lib/session/session.ts";
import { LoadingPage, SessionPending } from "../pages/status-pages.tsx";

/** Redirects signed-in users away from the sign-in page, to the page that they asked for before. */
export function SignInGuard() {
  const session = useSession();
  // The server sends a visitor of one of its own pages here.
  const { naar }: { naar?: unknown } = useSearch({ strict: false });
  useEffect(() => {
    if (isServerPage(naar)) rememberAskedPage(naar);
  }, [naar]);
  if (session.data === undefined) return <SessionPending session={session} loading={LoadingPage} />;
  if (!session.data) return <Outlet />;
  const page = isServerPage(naar) ? naar : (readAskedPage() ?? "/");
  return isServerPage(page) ? <OpenServerPage path={page} /> : <Navigate to="/" href={page} replace />;
}

function OpenServerPage({ path }: { path: string }) {
  useEffect(() => {
    forgetAskedPage();
    location.replace(path);
  }, [path]);
  return <LoadingPage />;
}
