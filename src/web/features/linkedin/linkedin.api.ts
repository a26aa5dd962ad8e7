import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { DeliveryChange } from "#contract/company-forms.ts";
import { linkedInRoutes } from "#contract/linkedin.ts";
import type { RawBody } from "#contract/route.ts";
import { sendersRoutes } from "#contract/senders.ts";
import { call } from "#lib/api/api.ts";
import { DISCARD_AFTER_CALL } from "#lib/api/query-client.ts";
import { showError } from "#lib/api/show-error.ts";
import { leaveTo } from "#lib/browser/leave-to.ts";
import { showToast } from "#ui/feedback/toast.tsx";

const settingsKey = ["company", "linkedin"];
const sendersKey = ["senders", "list"];

export const useLinkedInSettings = (isAdmin: boolean) =>
  useQuery({
    queryKey: settingsKey,
    enabled: isAdmin,
    queryFn: ({ signal }) => call(linkedInRoutes.settings, { signal }),
  });

export const useSenderAccounts = () =>
  useQuery({ queryKey: sendersKey, queryFn: ({ signal }) => call(sendersRoutes.list, { signal }) });

export const useUnlinkedAccounts = (isAdmin: boolean) =>
  useQuery({
    queryKey: ["senders", "unlinked"],
    enabled: isAdmin,
    queryFn: ({ signal }) => call(linkedInRoutes.unlinked, { signal }),
  });

export function useChangeLinkedIn() {
  const client = useQueryClient();
  return useMutation({
    ...DISCARD_AFTER_CALL,
    mutationFn: (body: DeliveryChange) => call(linkedInRoutes.changeSettings, { body }),
    onSuccess: (settings) => {
      client.setQueryData(settingsKey, settings);
      showToast({ title: "Kanaal bijgewerkt", description: "De instellingen van het kanaal zijn opgeslagen." });
    },
  });
}

export const useTestGateway = () =>
  useMutation({
    ...DISCARD_AFTER_CALL,
    mutationFn: (body: RawBody<typeof linkedInRoutes.testGateway>) => call(linkedInRoutes.testGateway, { body }),
  });

/** Goes to the gateway's page, or links an account that is there already. */
export function useConnectAccount(senderId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (accountId: string | undefined) =>
      call(linkedInRoutes.connect, { params: { id: senderId }, body: accountId ? { accountId } : {} }),
    onSuccess: ({ url }) => {
      if (url) return leaveTo(url);
      showToast({ title: "Account gekoppeld", description: "Het LinkedIn-account hoort nu bij deze afzender." });
      return client.invalidateQueries({ queryKey: ["senders"] });
    },
    onError: (error) => showError(error, "Het account kon niet worden verbonden."),
  });
}

export function useDisconnectAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (senderId: string) => call(linkedInRoutes.disconnect, { params: { id: senderId } }),
    onSuccess: ({ message }) => {
      showToast({ title: "Losgekoppeld", description: message });
      void client.invalidateQueries({ queryKey: ["senders"] });
    },
    onError: (error) => showError(error, "Het account kon niet worden losgekoppeld."),
  });
}
