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
import type { Credentials, PasswordForm, ProfileForm } from "#contract/forms.ts";
import { call } from "#lib/api/api.ts";
import { ApiError, problemText } from "#lib/api/api-error.ts";
import { adminSessionKey, sessionKey } from "#lib/session/session.ts";
import type { SessionKind } from "#lib/session/session-expiry.ts";
import { showToast } from "#ui/feedback/toast.tsx";
import { SIDES, SIGN_IN_TEXTS } from "./auth-sides.ts";

const removeQueriesExcept = (client: QueryClient, key: QueryKey): void => {
  const kept = hashKey(key);
  client.removeQueries({ predicate: ({ queryHash }) => queryHash !== kept });
};

/** Somebody comes: all that was read for whoever was here before is forgotten. */
export const beginSession = (client: QueryClient, key: QueryKey, user: SessionUser): void => {
  removeQueriesExcept(client, key);
  client.setQueryData(key, user);
};

/**
 * Somebody goes. The session's own entry is overwritten and not cleared, because clearing tells nobody; and the rest is
 * forgotten once the screens are gone, because one that is still there would read it again for an ended session.
 */
export const endSession = async (client: QueryClient, key: QueryKey): Promise<void> => {
  client.setQueryData(key, null);
  await waitForObservers();
  removeQueriesExcept(client, key);
};

/** Screens hear of a change a moment later. */
const waitForObservers = (): Promise<void> => new Promise((resolve) => notifyManager.schedule(resolve));

// What was sent is kept with a mutation; a password must not outlive its call.
export const DISCARD_AFTER_CALL = { gcTime: 0 };

/** Somebody is in: the screens are theirs from here on. */
export function useCompleteSignIn(side: SessionKind) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (user: SessionUser, remark?: string) => {
    const { title, description } = SIGN_IN_TEXTS[side].welcome;
    beginSession(client, SIDES[side].sessionKey, user);
    showToast({ title, description: remark ?? description });
    return navigate({ to: SIDES[side].home });
  };
}

export function useSignIn(side: SessionKind, onSecondStep: (asked: SecondStep) => void) {
  const enter = useCompleteSignIn(side);
  return useMutation({
    ...DISCARD_AFTER_CALL,
    mutationFn: (body: Credentials) => call(SIDES[side].signIn, { body }),
    onSuccess: (answer) => ("twoStep" in answer ? onSecondStep(answer) : enter(answer)),
    onError: (error) => showSignInFailure(side, error),
  });
}

export const showSignInFailure = (side: SessionKind, error: unknown) => {
  const { failed, refused } = SIGN_IN_TEXTS[side];
  showToast({ title: failed, description: signInFailureText(error, refused), tone: "destructive" });
};

// Without an answer nothing was refused: saying so would send people off to reset a password that is right.
const signInFailureText = (error: unknown, refused: string) =>
  error instanceof ApiError ? problemText(error, refused) : "Geen verbinding met de server. Probeer het opnieuw.";

/** Ends on the home page whatever the server says; if the session turns out to live on, that page shows it. */
export function useSignOut() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call(authRoutes.logout),
    onSuccess: () => endSession(client, sessionKey),
    onError: (error) => {
      reportError(error);
      return client.invalidateQueries({ queryKey: sessionKey });
    },
    onSettled: () => navigate({ to: SIDES.main.home }),
  });
}

export function useAdminSignOut() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call(authRoutes.adminLogout),
    onSuccess: async () => {
      await endSession(client, adminSessionKey);
      showToast({ title: "Uitgelogd", description: "Je bent succesvol uitgelogd." });
      return navigate({ to: SIDES.admin.signInPage });
    },
    onError: () =>
      showToast({
        title: "Fout",
        description: "Er is een fout opgetreden bij het uitloggen.",
        tone: "destructive",
      }),
  });
}

export const useForgotPassword = (side: SessionKind) =>
  useMutation({ mutationFn: (email: string) => call(SIDES[side].forgotPassword, { body: { email } }) });

/** A new password ends every session of its owner, and one of those may be open in this browser. */
export function useResetPassword(side: SessionKind) {
  const client = useQueryClient();
  return useMutation({
    ...DISCARD_AFTER_CALL,
    mutationFn: (body: { token: string; password: string }) => call(SIDES[side].resetPassword, { body }),
    onSuccess: () =>
      Promise.all([sessionKey, adminSessionKey].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

const sessionsKey = ["profile", "sessions"] as const;

/** Read afresh each time it is looked at: sessions come and go elsewhere. */
export const useActiveSessions = () =>
  useQuery({ queryKey: sessionsKey, queryFn: () => call(authRoutes.listSessions), staleTime: 0 });

const useStoreSessionUser = () => {
  const client = useQueryClient();
  return (user: SessionUser) => client.setQueryData(sessionKey, user);
};

export const useUpdateProfile = () =>
  useMutation({
    ...DISCARD_AFTER_CALL,
    mutationFn: (body: ProfileForm) => call(authRoutes.updateProfile, { body }),
    onSuccess: useStoreSessionUser(),
  });

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
    mutationFn: (body: PasswordForm) => call(authRoutes.changePassword, { body }),
  });

export function useEndSessions() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call(authRoutes.endSessions),
    onSuccess: async () => {
      await endSession(client, sessionKey);
      showToast({ title: "Overal uitgelogd", description: "Al je sessies zijn beëindigd." });
      return navigate({ to: SIDES.main.signInPage });
    },
  });
}
