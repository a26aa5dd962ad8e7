import type { ComponentType } from "react";
import type { useSession } from "#lib/session/session.ts";
import { ServerUnreachablePage } from "../pages/status-pages.tsx";

type SessionPendingProps = { session: ReturnType<typeof useSession>; loading: ComponentType };

/** What is shown as long as it is not known whether somebody is signed in. */
export function SessionPending({ session, loading: Loading }: SessionPendingProps) {
  if (!session.isError) return <Loading />;
  return (
    <ServerUnreachablePage error={session.error} onRetry={() => void session.refetch()} retrying={session.isFetching} />
  );
}
