import {
  hashKey,
  notifyManager,
  type QueryClient,
  type QueryKey,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { authRoutes } from "#contract/auth.ts";
import { call, withoutReads } from "#lib/api/api.ts";
import { adminSessionKey, sessionKey } from "#lib/session/session.ts";
import { showToast } from "#ui/feedback/toast.tsx";

export const removeQueriesExcept = (client: QueryClient, key: QueryKey): void => {
  const keptHash = hashKey(key);
  client.removeQueries({ predicate: ({ queryHash }) => queryHash !== keptHash });
};

/**
 * The session query is set to null instead of removed, because removing a query does not notify its observers. The other
 * queries are removed after the screens have unmounted: a mounted screen would fetch them again without a session.
 */
export const endSession = async (client: QueryClient, key: QueryKey): Promise<void> => {
  client.setQueryData(key, null);
  await waitForObservers();
  removeQueriesExcept(client, key);
};

/** React Query notifies its observers asynchronously. */
const waitForObservers = (): Promise<void> => new Promise((resolve) => notifyManager.schedule(resolve));

/** No request of a screen may run into the end of the session: it would get a 401. */
export const signOut = async (
  client: QueryClient,
  route: typeof authRoutes.logout | typeof authRoutes.adminLogout | typeof authRoutes.endSessions,
  key: QueryKey,
) => {
  await client.cancelQueries();
  await withoutReads(async () => {
    await call(route);
    await endSession(client, key);
  });
};

/**
 * Always ends on the home page, as the specification says; a failure is only logged. If the session still exists, that page shows the
 * workspace again.
 */
export function useSignOut() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => signOut(client, authRoutes.logout, sessionKey),
    onError: (error) => {
      reportError(error);
      return client.invalidateQueries();
    },
    onSettled: () => navigate({ to: "/" }),
  });
}

export function useAdminSignOut() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => signOut(client, authRoutes.adminLogout, adminSessionKey),
    onSuccess: () => {
      showToast({ title: "Uitgelogd", description: "Je bent succesvol uitgelogd." });
      return navigate({ to: "/admin/login" });
    },
    onError: () => {
      showToast({ title: "Fout", description: "Er is een fout opgetreden bij het uitloggen.", tone: "destructive" });
      return client.invalidateQueries();
    },
  });
}
