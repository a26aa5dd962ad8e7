import type { ComponentType } from "react";
import type { useSession } from "#lib/session/session.ts";
import { ServerUnreachablePage } from "../pages/status-pages.tsx";

type SessionPendingProps = { session: ReturnType<typeof useSession>; loading: ComponentType };

/** While the session is loading, or when it could not be loaded. */
export function SessionPending({ session, loading: Loading }: SessionPendingProps) {
  if (!session.isError) return <Loading />;
  return (
    <ServerUnreachablePage error={session.error} onRetry={() => void session.refetch()} retrying={session.isFetching} />
  );
}
