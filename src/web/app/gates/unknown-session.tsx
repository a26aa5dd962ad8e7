import type { useSession } from "../../lib/session.ts";
import { AwayPage } from "../pages/away-page.tsx";
import { LoadingPage } from "../pages/loading-page.tsx";

type UnknownSessionProps = { session: ReturnType<typeof useSession>; label?: string };

/** What is shown as long as it is not known whether somebody is signed in. */
export function UnknownSession({ session, label = "Laden..." }: UnknownSessionProps) {
  if (!session.isError) return <LoadingPage label={label} />;
  return <AwayPage error={session.error} onRetry={() => void session.refetch()} retrying={session.isFetching} />;
}
