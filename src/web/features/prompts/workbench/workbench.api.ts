import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { leadListsRoutes } from "#contract/lead-lists.ts";
import { workbenchRoutes } from "#contract/workbench.ts";
import { writerRoutes } from "#contract/writer.ts";
import { call } from "#lib/api/api.ts";
import { showError } from "#lib/api/show-error.ts";

/** Whether the company uses the built-in writer. The same query as on the review screens. */
export const useHasWriter = (): boolean =>
  useQuery({
    queryKey: ["messages", "writing"],
    queryFn: ({ signal }) => call(writerRoutes.progress, { signal }),
  }).data?.writer === "builtin";

const MIN_SEARCH = 2;

export const useLeadSearch = (search: string) =>
  useQuery({
    queryKey: ["leads", "search-for-trial", search],
    queryFn: ({ signal }) => call(leadListsRoutes.search, { query: { q: search }, signal }),
    enabled: search.trim().length >= MIN_SEARCH,
  });

/** Writes for one of the company's leads, with the stored prompt and with this one. */
export const tryPrompt = (id: string, prompt: string, leadId: string) =>
  call(workbenchRoutes.tryPrompt, { params: { id }, body: { prompt, leadId } });

/** Writes for one of the fixed test leads, with this prompt. */
export const testPrompt = (id: string, prompt: string, testLeadNumber: number) =>
  call(workbenchRoutes.testPrompt, { params: { id }, body: { prompt, n: testLeadNumber } });

export const useTestLeads = () =>
  useQuery({
    queryKey: ["prompt-test-leads"],
    queryFn: ({ signal }) => call(workbenchRoutes.testLeads, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useFeedbackThemes = (id: string) =>
  useQuery({
    queryKey: ["prompts", "feedback", id],
    queryFn: ({ signal }) => call(workbenchRoutes.feedback, { params: { id }, signal }),
  });

export const useExperiment = (id: string) =>
  useQuery({
    queryKey: ["prompts", "experiment", id],
    queryFn: ({ signal }) => call(workbenchRoutes.experiment, { params: { id }, signal }),
  });

export const showWorkbenchFailure = (error: unknown) => showError(error, "Dit is niet gelukt.");

export function useChangeExperiment(id: string) {
  const client = useQueryClient();
  const settled = {
    onError: showWorkbenchFailure,
    onSettled: () => client.invalidateQueries({ queryKey: ["prompts", "experiment", id] }),
  };
  const start = useMutation({
    mutationFn: (body: { otherVersion: number; share: number }) =>
      call(workbenchRoutes.startExperiment, { params: { id }, body }),
    ...settled,
  });
  const stop = useMutation({ mutationFn: () => call(workbenchRoutes.stopExperiment, { params: { id } }), ...settled });
  return { start, stop };
}
