import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { WriterChange } from "#contract/company-forms.ts";
import type { RawBody } from "#contract/route.ts";
import { writerRoutes } from "#contract/writer.ts";
import { call } from "#lib/api/api.ts";
import { showToast } from "#ui/feedback/toast.tsx";

const settingsKey = ["company", "writer"];

export const useWriterSettings = () =>
  useQuery({ queryKey: settingsKey, queryFn: ({ signal }) => call(writerRoutes.settings, { signal }) });

export function useChangeWriter() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: WriterChange) => call(writerRoutes.changeSettings, { body }),
    onSuccess: (settings) => {
      client.setQueryData(settingsKey, settings);
      showToast({ title: "Schrijver bijgewerkt", description: "De instellingen van de schrijver zijn opgeslagen." });
    },
  });
}

export const useTestModel = () =>
  useMutation({
    gcTime: 0,
    mutationFn: (body: RawBody<typeof writerRoutes.testModel>) => call(writerRoutes.testModel, { body }),
  });
