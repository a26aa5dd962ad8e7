import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type NewPrompt, type Prompt, type PromptPurpose, promptsRoutes } from "#contract/prompts.ts";
import { call, callPage } from "#lib/api/api.ts";
import { showRefusal } from "#lib/api/show-error.ts";
import { patchCachedItems } from "#lib/lists/optimistic-update.ts";
import { usePagedList } from "#lib/lists/paged-list.ts";
import { showToast } from "#ui/feedback/toast.tsx";

/** Query keys start with the event topic that invalidates them. */
const PROMPTS = "prompts";
const PROMPT_LISTS = [PROMPTS, "list"] as const;
const PAGE_SIZE = 50;

export const usePrompts = (manager: string | undefined) =>
  usePagedList<Prompt>({
    queryKey: [...PROMPT_LISTS, manager],
    read: ({ cursor, signal }) =>
      callPage(promptsRoutes.list, { query: { manager, limit: PAGE_SIZE, cursor }, signal }),
  });

export const useAccountManagers = () =>
  useQuery({ queryKey: [PROMPTS, "managers"], queryFn: ({ signal }) => call(promptsRoutes.managers, { signal }) });

export const useVersions = (id: string) =>
  useQuery({
    queryKey: [PROMPTS, "versions", id],
    queryFn: ({ signal }) => call(promptsRoutes.versions, { params: { id }, signal }),
  });

/** A version never changes, so change events do not refetch it. */
export const useVersion = (id: string, versionNumber: number) =>
  useQuery({
    queryKey: ["prompt-version", id, versionNumber],
    queryFn: ({ signal }) => call(promptsRoutes.version, { params: { id, number: versionNumber }, signal }),
  });

/** Updates the cached lists until the next refetch. */
const updatePromptLists = (client: QueryClient, prompt: Prompt): void =>
  patchCachedItems<Prompt>(client, [PROMPT_LISTS], (cached) => (cached.id === prompt.id ? prompt : cached));

const showFailure = (fallback: string) => (error: unknown) => showRefusal(error, fallback);

type PromptEdit = { id: string; text: string; basedOnVersion: number };

export function useSavePrompt() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, text, basedOnVersion }: PromptEdit) =>
      call(promptsRoutes.change, { params: { id }, body: { prompt: text, version: basedOnVersion } }),
    onSuccess: (prompt) => {
      updatePromptLists(client, prompt);
      // "Message saved" is the text of the specification.
      showToast({ title: "Message saved", description: "De prompt is succesvol bijgewerkt" });
    },
    onError: showFailure("Kon de prompt niet bijwerken. Probeer het opnieuw."),
    onSettled: () => client.invalidateQueries({ queryKey: [PROMPTS] }),
  });
}

export function useCreatePrompt() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewPrompt) => call(promptsRoutes.create, { body }),
    onSuccess: ({ promptName }) =>
      showToast({ title: "Prompt toegevoegd", description: `"${promptName}" staat in de lijst.` }),
    onError: showFailure("Kon de prompt niet toevoegen. Probeer het opnieuw."),
    onSettled: () => client.invalidateQueries({ queryKey: [PROMPTS] }),
  });
}

export function useRestoreVersion({ id, version: basedOnVersion }: Pick<Prompt, "id" | "version">) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (versionNumber: number) =>
      call(promptsRoutes.restore, { params: { id, number: versionNumber }, body: { version: basedOnVersion } }),
    onSuccess: (prompt, versionNumber) => {
      updatePromptLists(client, prompt);
      showToast({ title: "Versie hersteld", description: `De tekst van versie ${versionNumber} is weer de huidige.` });
    },
    onError: showFailure("Kon de versie niet herstellen. Probeer het opnieuw."),
    onSettled: () => client.invalidateQueries({ queryKey: [PROMPTS] }),
  });
}

export function useSetPurpose(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (purpose: PromptPurpose) => call(promptsRoutes.setPurpose, { params: { id }, body: { purpose } }),
    onSuccess: (prompt) => {
      updatePromptLists(client, prompt);
      showToast({ title: "Doel bijgewerkt", description: "De schrijver gebruikt deze prompt nu daarvoor." });
    },
    onError: showFailure("Kon het doel niet bijwerken. Probeer het opnieuw."),
    onSettled: () => client.invalidateQueries({ queryKey: [PROMPTS] }),
  });
}
