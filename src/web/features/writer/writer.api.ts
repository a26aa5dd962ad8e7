import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { WriterChange } from "#contract/company-forms.ts";
import type { RawBody } from "#contract/route.ts";
import { writerRoutes } from "#contract/writer.ts";
import { call } from "#lib/api/api.ts";
import { DISCARD_AFTER_CALL } from "#lib/api/query-client.ts";
import { showToast } from "#ui/feedback/toast.tsx";

const settingsKey = ["company", "writer"];

export const useWriterSettings = () =>
  useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => call(writerRoutes.settings, { signal }),
    // Includes today's usage, for which there are no change events.
    staleTime: 0,
  });

export function useChangeWriter() {
  const client = useQueryClient();
  return useMutation({
    ...DISCARD_AFTER_CALL,
    mutationFn: (body: WriterChange) => call(writerRoutes.changeSettings, { body }),
    onSuccess: (settings) => {
      client.setQueryData(settingsKey, settings);
      showToast({ title: "Schrijver bijgewerkt", description: "De instellingen van de schrijver zijn opgeslagen." });
    },
  });
}

export const useTestModel = () =>
  useMutation({
    ...DISCARD_AFTER_CALL,
    mutationFn: (body: RawBody<typeof writerRoutes.testModel>) => call(writerRoutes.testModel, { body }),
  });
