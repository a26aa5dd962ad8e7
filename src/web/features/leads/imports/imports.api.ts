import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { hasNameColumn, type ImportMapping, type LeadImport, leadImportsRoutes } from "#contract/lead-imports.ts";
import { call } from "#lib/api/api.ts";
import { showRefusal } from "#lib/api/show-error.ts";

import { usePagedList } from "#lib/lists/paged-list.ts";

const importKey = (id: string) => ["imports", "one", id];

export const isInProgress = ({ status }: Pick<LeadImport, "status">): boolean =>
  status === "queued" || status === "running";

/** Progress comes through events; polling covers networks that block the event stream. */
const POLL_INTERVAL_MS = 3_000;

export const useRecentImports = () =>
  useQuery({ queryKey: ["imports", "recent"], queryFn: ({ signal }) => call(leadImportsRoutes.recent, { signal }) });

export const useImport = (id: string) =>
  useQuery({
    queryKey: importKey(id),
    queryFn: ({ signal }) => call(leadImportsRoutes.one, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && isInProgress(state.data) ? POLL_INTERVAL_MS : false),
  });

export const useImportPreview = (id: string, mapping: ImportMapping) =>
  useQuery({
    // No topic prefix, so that events do not refetch it: a started import has no preview.
    queryKey: ["import-preview", id, mapping],
    queryFn: ({ signal }) => call(leadImportsRoutes.preview, { params: { id }, body: { mapping }, signal }),
    enabled: hasNameColumn(mapping),
    placeholderData: keepPreviousData,
    // Nothing refetches it, and the leads may have changed when the user returns.
    gcTime: 0,
  });

export const useSkippedRows = (id: string) =>
  usePagedList({
    queryKey: ["imports", "problems", id],
    read: async ({ cursor, signal }) => {
      const query = { limit: 100, cursor };
      const { items, nextCursor } = await call(leadImportsRoutes.skippedRows, { params: { id }, query, signal });
      return { items, nextCursor: nextCursor ?? undefined, total: items.length };
    },
  });

/** A mutation that returns the changed import. */
function useImportMutation<Input>(send: (input: Input) => Promise<LeadImport>, fallback: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (changed) => {
      client.setQueryData(importKey(changed.id), changed);
      void client.invalidateQueries({ queryKey: ["imports", "recent"] });
    },
    onError: (error) => showRefusal(error, fallback),
  });
}

export const useUploadImport = () =>
  useImportMutation(
    (file: File) =>
      call(leadImportsRoutes.upload, {
        query: { fileName: file.name },
        // The browser derives the type from the installed program, for example application/vnd.ms-excel.
        body: new Blob([file], { type: "text/csv" }),
      }),
    "Kon het bestand niet lezen. Probeer het opnieuw.",
  );

export const useStartImport = (id: string) =>
  useImportMutation(
    (mapping: ImportMapping) => call(leadImportsRoutes.start, { params: { id }, body: { mapping } }),
    "Kon de import niet starten. Probeer het opnieuw.",
  );

export const useStopImport = (id: string) =>
  useImportMutation(
    () => call(leadImportsRoutes.stop, { params: { id } }),
    "Kon de import niet stoppen. Probeer het opnieuw.",
  );
