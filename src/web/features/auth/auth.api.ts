import {
  hashKey,
  notifyManager,
  type QueryClient,
  type QueryKey,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { authRoutes, type SecondStep, type SessionUser } from "#contract/auth.ts";
import type { Credentials, PasswordFormValues, ProfileFormValues } from "#contract/forms.ts";
import { ApiError, call, errorMessage, withoutReads } from "#lib/api/api.ts";

import { adminSessionKey, type SessionKind, sessionKey } from "#lib/session/session.ts";

import { showToast } from "#ui/feedback/toast.tsx";
import { SESSION_KINDS } from "./session-kinds.ts";
import { SIGN_IN_TEXTS } from "./sign-in-texts.ts";

const removeQueriesExcept = (client: QueryClient, key: QueryKey): void => {
  const keptHash = hashKey(key);
  client.removeQueries({ predicate: ({ queryHash }) => queryHash !== keptHash });
};

/** Clears the query cache, so that nothing of the previous user stays visible. */
export const beginSession = (client: QueryClient, key: QueryKey, user: SessionUser): void => {
  removeQueriesExcept(client, key);
  client.setQueryData(key, user);
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

// React Query keeps the variables of a mutation in its cache; a password must not stay there after the call.
export const DISCARD_AFTER_CALL = { gcTime: 0 };

/** Stores the signed-in user, shows the welcome toast and goes to the home page. */
export function useCompleteSignIn(sessionKind: SessionKind) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (user: SessionUser, toastText?: string) => {
    const { title, description } = SIGN_IN_TEXTS[sessionKind].welcome;
    beginSession(client, SESSION_KINDS[sessionKind].sessionKey, user);
    showToast({ title, description: toastText ?? description });
    return navigate({ to: SESSION_KINDS[sessionKind].home });
  };
}

type SignInSteps = {
  onSecondStep: (secondStep: SecondStep) => void;
  /** Without it, the user is welcomed on the home page. */
  onSignedIn?: ((user: SessionUser) => void) | undefined;
};

export function useSignIn(sessionKind: SessionKind, { onSecondStep, onSignedIn }: SignInSteps) {
  const welcome = useCompleteSignIn(sessionKind);
  const completeSignIn = onSignedIn ?? welcome;
  return useMutation({
    ...DISCARD_AFTER_CALL,
    mutationFn: (body: Credentials) => call(SESSION_KINDS[sessionKind].signIn, { body }),
    onSuccess: (response) => ("twoStep" in response ? onSecondStep(response) : completeSignIn(response)),
    onError: (error) => showSignInFailure(sessionKind, error),
  });
}

export const showSignInFailure = (sessionKind: SessionKind, error: unknown) => {
  const { failedTitle, invalidCredentials } = SIGN_IN_TEXTS[sessionKind];
  showToast({ title: failedTitle, description: signInFailureText(error, invalidCredentials), tone: "destructive" });
};

// Without a response the credentials were not refused: saying so would make people reset a correct password.
const signInFailureText = (error: unknown, invalidCredentials: string) =>
  error instanceof ApiError
    ? errorMessage(error, invalidCredentials)
    : "Geen verbinding met de server. Probeer het opnieuw.";

/** No request of a screen may run into the end of the session: it would get a 401. */
const signOut = async (
  client: QueryClient,
  route: typeof authRoutes.logout | typeof authRoutes.adminLogout,
  key: QueryKey,
) => {
  await client.cancelQueries();
  await withoutReads(async () => {
    await call(route);
    await endSession(client, key);
  });
};

/** Always ends on the home page. If the call failed and the session still exists, that page shows the workspace again. */
export function useSignOut() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => signOut(client, authRoutes.logout, sessionKey),
    onError: (error) => {
      reportError(error);
      return client.invalidateQueries();
    },
    onSettled: () => navigate({ to: SESSION_KINDS.main.home }),
  });
}

export function useAdminSignOut() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => signOut(client, authRoutes.adminLogout, adminSessionKey),
    onSuccess: () => {
      showToast({ title: "Uitgelogd", description: "Je bent succesvol uitgelogd." });
      return navigate({ to: SESSION_KINDS.admin.signInPage });
    },
    onError: () => {
      showToast({
        title: "Fout",
        description: "Er is een fout opgetreden bij het uitloggen.",
        tone: "destructive",
      });
      return client.invalidateQueries();
    },
  });
}

export const useForgotPassword = (sessionKind: SessionKind) =>
  useMutation({ mutationFn: (email: string) => call(SESSION_KINDS[sessionKind].forgotPassword, { body: { email } }) });

/** A reset ends all sessions of the user; one of them may belong to this browser, so both sessions are fetched again. */
export function useResetPassword(sessionKind: SessionKind) {
  const client = useQueryClient();
  return useMutation({
    ...DISCARD_AFTER_CALL,
    mutationFn: (body: { token: string; password: string }) => call(SESSION_KINDS[sessionKind].resetPassword, { body }),
    onSuccess: () =>
      Promise.all([sessionKey, adminSessionKey].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

const sessionsKey = ["profile", "sessions"] as const;

/** Never cached: sessions start and end on other devices. */
export const useActiveSessions = () =>
  useQuery({ queryKey: sessionsKey, queryFn: () => call(authRoutes.listSessions), staleTime: 0 });

const useStoreSessionUser = () => {
  const client = useQueryClient();
  return (user: SessionUser) => client.setQueryData(sessionKey, user);
};

export const useUpdateProfile = () =>
  useMutation({
    ...DISCARD_AFTER_CALL,
    mutationFn: (body: ProfileFormValues) => call(authRoutes.updateProfile, { body }),
    onSuccess: useStoreSessionUser(),
  });

export function useConfirmEmail() {
  const client = useQueryClient();
  return useMutation({
    ...DISCARD_AFTER_CALL,
    mutationFn: (token: string) => call(authRoutes.confirmEmail, { body: { token } }),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionKey }),
  });
}

export const usePutPicture = () =>
  useMutation({
    mutationFn: (picture: Blob) => call(authRoutes.putPicture, { body: picture }),
    onSuccess: useStoreSessionUser(),
  });

export const useDeletePicture = () =>
  useMutation({ mutationFn: () => call(authRoutes.deletePicture), onSuccess: useStoreSessionUser() });

export const useChangePassword = () =>
  useMutation({
    ...DISCARD_AFTER_CALL,
    mutationFn: (body: PasswordFormValues) => call(authRoutes.changePassword, { body }),
  });

export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(authRoutes.endSession, { params: { id } }),
    onSuccess: ({ message }) => showToast({ title: "Sessie beëindigd", description: message }),
    onError: (error) =>
      showToast({
        title: "Sessie niet beëindigd",
        description: errorMessage(error, "Er is een fout opgetreden bij het uitloggen."),
        tone: "destructive",
      }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  });
}

export function useEndSessions() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call(authRoutes.endSessions),
    onSuccess: async () => {
      await endSession(client, sessionKey);
      showToast({ title: "Overal uitgelogd", description: "Al je sessies zijn beëindigd." });
      return navigate({ to: SESSION_KINDS.main.signInPage });
    },
  });
}
