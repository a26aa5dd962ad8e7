import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SsoSettings } from "#contract/integration-forms.ts";
import { ssoRoutes } from "#contract/sso.ts";
import { call, errorMessage } from "#lib/api/api.ts";
import { DISCARD_AFTER_CALL } from "#lib/api/query-client.ts";
import { leaveTo } from "#lib/browser/leave-to.ts";
import { showToast } from "#ui/feedback/toast.tsx";
import { showSignInFailure, useCompleteSignIn } from "../auth.api.ts";

/** Kept in this tab only, until the identity provider sends the browser back. */
const BROWSER_TOKEN = "usa-sso";

export const useStartSso = () =>
  useMutation({
    ...DISCARD_AFTER_CALL,
    mutationFn: (email: string) => call(ssoRoutes.start, { body: { email } }),
    onSuccess: ({ url, browserToken }) => {
      sessionStorage.setItem(BROWSER_TOKEN, browserToken);
      leaveTo(url);
    },
    onError: (error) => showSignInFailure("main", error),
  });

export function useFinishSso() {
  const completeSignIn = useCompleteSignIn("main");
  return useMutation({
    ...DISCARD_AFTER_CALL,
    mutationFn: (response: { path: string; query: string }) => {
      const browserToken = sessionStorage.getItem(BROWSER_TOKEN) ?? "-";
      sessionStorage.removeItem(BROWSER_TOKEN);
      return call(ssoRoutes.finish, { body: { browserToken, ...response } });
    },
    onSuccess: (user) => completeSignIn(user),
  });
}

const ssoKey = ["integrations", "sso"];

export const useSsoConnection = () =>
  useQuery({ queryKey: ssoKey, queryFn: ({ signal }) => call(ssoRoutes.read, { signal }) });

export function useSaveSso() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SsoSettings) => call(ssoRoutes.save, { body }),
    onSuccess: (saved) => {
      client.setQueryData(ssoKey, saved);
      showToast({ title: "SSO opgeslagen", description: "De instellingen gelden meteen." });
    },
  });
}

export function useRemoveSso() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(ssoRoutes.remove),
    onSuccess: (saved) => {
      client.setQueryData(ssoKey, saved);
      showToast({ title: "SSO verwijderd", description: "Iedereen logt weer in met een wachtwoord." });
    },
    onError: (error) =>
      showToast({
        title: "Fout",
        description: errorMessage(error, "Er ging iets mis bij het verwijderen van SSO."),
        tone: "destructive",
      }),
  });
}
