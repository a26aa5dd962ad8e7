import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { leadListsRoutes } from "#contract/lead-lists.ts";
import { isTooLongForWriter, type Prompt, type PromptPurpose } from "#contract/prompts.ts";
import type { RawBody } from "#contract/route.ts";
import { type TestResult, workbenchRoutes } from "#contract/workbench.ts";
import { writerRoutes } from "#contract/writer.ts";
import { call } from "#lib/api/api.ts";
import { showError } from "#lib/api/show-error.ts";

/** What writes the messages of the company; undefined until it is known. The same query as on the review screens. */
export const useWriter = () =>
  useQuery({
    queryKey: ["messages", "writing"],
    queryFn: ({ signal }) => call(writerRoutes.progress, { signal }),
  }).data?.writer;

export const useHasWriter = (): boolean => useWriter() === "builtin";

/** A prompt for something else is not used by the writer, however long it is. */
export const isUnusablyLong = ({ prompt, purpose }: Pick<Prompt, "prompt" | "purpose">): boolean =>
  purpose !== "other" && isTooLongForWriter(prompt);

const MIN_SEARCH = 2;

export const useLeadSearch = (search: string) =>
  useQuery({
    queryKey: ["leads", "search-for-test", search],
    queryFn: ({ signal }) => call(leadListsRoutes.search, { query: { q: search }, signal }),
    enabled: search.trim().length >= MIN_SEARCH,
  });

/** Writes for one of the company's leads, with the stored prompt and with this one. */
export const tryPrompt = (id: string, prompt: string, leadId: string) =>
  call(workbenchRoutes.tryPrompt, { params: { id }, body: { prompt, leadId } });

/** Writes for one of the fixed test leads, with this prompt. */
export const testPrompt = (id: string, prompt: string, testLeadNumber: number) =>
  call(workbenchRoutes.testPrompt, { params: { id }, body: { prompt, n: testLeadNumber } });

/** The same for a prompt that is not saved yet. */
export const testNewPrompt = (body: RawBody<typeof workbenchRoutes.testNewPrompt>) =>
  call(workbenchRoutes.testNewPrompt, { body });

/** How the prompts, or all versions of one prompt, did on the test set. Empty without the built-in writer. */
export const useTestResults = (promptId?: string) =>
  useQuery({
    queryKey: ["prompts", "test-results", promptId],
    queryFn: ({ signal }) => call(workbenchRoutes.testResults, { query: { promptId }, signal }),
  });

type Tested = Pick<TestResult, "status" | "failed">;

/** What to ask before a text goes live; undefined when it passed the test set. */
export const goLiveQuestion = ({ status, failed }: Tested, verb: string, cancelLabel: string) => {
  if (status === "passed") return undefined;
  const [title, text] =
    status === "untested"
      ? [`${verb} zonder testset?`, "Deze tekst is nog niet met de vaste testleads geprobeerd."]
      : [`${verb} met gezakte regels?`, `Bij ${failed} van de testleads brak de tekst een regel.`];
  return {
    title,
    text: `${text} Daarna schrijft de ingebouwde schrijver ermee.`,
    confirmLabel: `Toch ${verb.toLowerCase()}`,
    cancelLabel,
  };
};

/** The outcome of the last complete run of the test set since the dialog was opened. */
export type LatestTest = { text: string; failed: number };

/** How the run judged this text. */
export const testResultOf = (latest: LatestTest | undefined, text: string): Tested => {
  if (latest?.text !== text) return { status: "untested", failed: 0 };
  return { status: latest.failed > 0 ? "failed" : "passed", failed: latest.failed };
};

/** The test set is for these two purposes only. */
export const isTestedPurpose = (purpose: PromptPurpose): purpose is "icebreaker" | "followup" =>
  purpose === "icebreaker" || purpose === "followup";

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
