import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { authRoutes, type SecondStep, type SessionUser } from "#contract/auth.ts";
import type { Credentials, PasswordForm, ProfileForm } from "#contract/auth-forms.ts";
import { call } from "#lib/api.ts";
import { ApiError, problemText } from "#lib/api-error.ts";
import { adminSessionKey, sessionKey } from "#lib/session.ts";
import type { Side } from "#lib/session-expiry.ts";
import { showToast } from "#ui/toast.tsx";
import { SIDES } from "./auth-side.ts";
import { beginSession, endSession } from "./session-change.ts";
import { SIGN_IN_TEXTS } from "./sign-in-texts.ts";

// What was sent is kept with a mutation; a password must not outlive its call.
export const FORGET_AT_ONCE = { gcTime: 0 };

/** Somebody is in: the screens are theirs from here on. */
export function useEnter(side: Side) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (user: SessionUser, remark?: string) => {
    const { title, description } = SIGN_IN_TEXTS[side].welcome;
    beginSession(client, SIDES[side].sessionKey, user);
    showToast({ title, description: remark ?? description });
    return navigate({ to: SIDES[side].home });
  };
}

export function useSignIn(side: Side, onSecondStep: (asked: SecondStep) => void) {
  const enter = useEnter(side);
  return useMutation({
    ...FORGET_AT_ONCE,
    mutationFn: (body: Credentials) => call(SIDES[side].signIn, { body }),
    onSuccess: (answer) => ("twoStep" in answer ? onSecondStep(answer) : enter(answer)),
    onError: (error) => showRefusal(side, error),
  });
}

export const showRefusal = (side: Side, error: unknown) => {
  const { failed, refused } = SIGN_IN_TEXTS[side];
  showToast({ title: failed, description: refusalText(error, refused), tone: "destructive" });
};

// Without an answer nothing was refused: saying so would send people off to reset a password that is right.
const refusalText = (error: unknown, refused: string) =>
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

export const useForgotPassword = (side: Side) =>
  useMutation({ mutationFn: (email: string) => call(SIDES[side].forgotPassword, { body: { email } }) });

/** A new password ends every session of its owner, and one of those may be open in this browser. */
export function useResetPassword(side: Side) {
  const client = useQueryClient();
  return useMutation({
    ...FORGET_AT_ONCE,
    mutationFn: (body: { token: string; password: string }) => call(SIDES[side].resetPassword, { body }),
    onSuccess: () =>
      Promise.all([sessionKey, adminSessionKey].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

const sessionsKey = ["profile", "sessions"] as const;

/** Read afresh each time it is looked at: sessions come and go elsewhere. */
export const useActiveSessions = () =>
  useQuery({ queryKey: sessionsKey, queryFn: () => call(authRoutes.listSessions), staleTime: 0 });

const useRememberUser = () => {
  const client = useQueryClient();
  return (user: SessionUser) => client.setQueryData(sessionKey, user);
};

export const useUpdateProfile = () =>
  useMutation({
    ...FORGET_AT_ONCE,
    mutationFn: (body: ProfileForm) => call(authRoutes.updateProfile, { body }),
    onSuccess: useRememberUser(),
  });

export const usePutPicture = () =>
  useMutation({
    mutationFn: (picture: Blob) => call(authRoutes.putPicture, { body: picture }),
    onSuccess: useRememberUser(),
  });

export const useDeletePicture = () =>
  useMutation({ mutationFn: () => call(authRoutes.deletePicture), onSuccess: useRememberUser() });

export const useChangePassword = () =>
  useMutation({
    ...FORGET_AT_ONCE,
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
