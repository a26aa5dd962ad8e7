import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { apiKeysRoutes } from "#contract/api-keys.ts";
import type { NewApiKey } from "#contract/integration-forms.ts";
import { call } from "#lib/api/api.ts";
import { showError } from "#lib/api/show-error.ts";
import { showToast } from "#ui/feedback/toast.tsx";

const apiKeysKey = ["integrations", "api-keys"];

export const useApiKeys = () =>
  useQuery({ queryKey: apiKeysKey, queryFn: ({ signal }) => call(apiKeysRoutes.list, { signal }) });

export function useCreateApiKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewApiKey) => call(apiKeysRoutes.create, { body }),
    onSuccess: () => void client.invalidateQueries({ queryKey: apiKeysKey }),
    onError: (error) => showError(error, "Er ging iets mis bij het maken van de sleutel."),
  });
}

export function useRevokeApiKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(apiKeysRoutes.revoke, { params: { id } }),
    onSuccess: ({ name }) => {
      showToast({ title: "Sleutel ingetrokken", description: `De sleutel ${name} werkt niet meer.` });
      void client.invalidateQueries({ queryKey: apiKeysKey });
    },
    onError: (error) => showError(error, "Er ging iets mis bij het intrekken van de sleutel."),
  });
}
