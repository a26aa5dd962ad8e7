import type { ComponentType } from "react";
import type { useSession } from "#lib/session.ts";
import { AwayPage } from "../pages/away-page.tsx";

type UnknownSessionProps = { session: ReturnType<typeof useSession>; loading: ComponentType };

/** What is shown as long as it is not known whether somebody is signed in. */
export function UnknownSession({ session, loading: Loading }: UnknownSessionProps) {
  if (!session.isError) return <Loading />;
  return <AwayPage error={session.error} onRetry={() => void session.refetch()} retrying={session.isFetching} />;
}
