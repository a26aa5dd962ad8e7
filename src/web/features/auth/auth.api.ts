import { type QueryClient, type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { authRoutes, type SecondStep, type SessionUser } from "#contract/auth.ts";
import type { Credentials, PasswordFormValues, ProfileFormValues } from "#contract/forms.ts";
import { ApiError, call, errorMessage } from "#lib/api/api.ts";
import { DISCARD_AFTER_CALL } from "#lib/api/query-client.ts";

import {
  adminSessionKey,
  isServerPage,
  readAskedPage,
  type SessionKind,
  sessionKey,
  sessionKindOf,
  setSessionExpired,
} from "#lib/session/session.ts";

import { showToast } from "#ui/feedback/toast.tsx";
import { SESSION_KINDS } from "./session-kinds.ts";
import { SIGN_IN_TEXTS } from "./sign-in-texts.ts";
import { removeQueriesExcept, signOut } from "./sign-out.api.ts";

/** Clears the query cache, so that nothing of the previous user stays visible. */
export const beginSession = (client: QueryClient, key: QueryKey, user: SessionUser): void => {
  setSessionExpired(undefined);
  removeQueriesExcept(client, key);
  client.setQueryData(key, user);
};

/** The page that was asked for before signing in, or the home page. The admin panel asks to sign in on the page itself. */
function useFirstPage(sessionKind: SessionKind) {
  const { history } = useRouter();
  const { home, signInPage } = SESSION_KINDS[sessionKind];
  return (): string => {
    if (sessionKind === "main") return readAskedPage() ?? home;
    const { pathname, href } = history.location;
    return sessionKindOf(pathname) === "admin" && pathname !== signInPage ? href : home;
  };
}

/** Stores the signed-in user, shows the welcome toast and goes to the first page. */
export function useCompleteSignIn(sessionKind: SessionKind) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const firstPage = useFirstPage(sessionKind);
  return (user: SessionUser, toastText?: string) => {
    const { title, description } = SIGN_IN_TEXTS[sessionKind].welcome;
    const page = firstPage();
    beginSession(client, SESSION_KINDS[sessionKind].sessionKey, user);
    showToast({ title, description: toastText ?? description });
    // The guard of the sign-in page opens a page of the server.
    return isServerPage(page) ? undefined : navigate({ href: page });
  };
}

type SignInSteps = {
  onSecondStep: (secondStep: SecondStep) => void;
  /** Without it, the user is welcomed on the first page. */
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

export const useForgotPassword = (sessionKind: SessionKind) =>
  useMutation({ mutationFn: (email: string) => call(SESSION_KINDS[sessionKind].forgotPassword, { body: { email } }) });

/** Offline it fails at once instead of waiting for a connection: the form also works without these details. */
export const useInvitation = (token: string) =>
  useQuery({
    queryKey: ["invitation", token],
    queryFn: ({ signal }) => call(authRoutes.readInvitation, { body: { token }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    networkMode: "always",
  });

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
    mutationFn: () => signOut(client, authRoutes.endSessions, sessionKey),
    onSuccess: () => {
      showToast({ title: "Overal uitgelogd", description: "Al je sessies zijn beëindigd." });
      return navigate({ to: SESSION_KINDS.main.signInPage });
    },
    onError: () => client.invalidateQueries(),
  });
}
