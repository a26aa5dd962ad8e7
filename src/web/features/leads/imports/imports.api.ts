import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ImportMapping, type LeadImport, leadImportsRoutes, namesSomebody } from "#contract/lead-imports.ts";
import { call } from "#lib/api.ts";
import { failureText } from "#lib/failure-text.ts";
import { useListPages } from "#lib/list-pages.ts";
import { showToast } from "#ui/toast.tsx";

const keyOf = (id: string) => ["imports", "one", id];

export const isUnderWay = ({ status }: Pick<LeadImport, "status">): boolean =>
  status === "queued" || status === "running";

/** Events tell how far it is; where they do not come through, it is asked. */
const ASK_EVERY_MS = 3_000;

export const useRecentImports = () =>
  useQuery({ queryKey: ["imports", "recent"], queryFn: ({ signal }) => call(leadImportsRoutes.recent, { signal }) });

export const useImport = (id: string) =>
  useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => call(leadImportsRoutes.one, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? ASK_EVERY_MS : false),
  });

export const useImportPreview = (id: string, mapping: ImportMapping) =>
  useQuery({
    // Not by the name of a topic: once it has been started there is no preview to read again.
    queryKey: ["import-preview", id, mapping],
    queryFn: ({ signal }) => call(leadImportsRoutes.preview, { params: { id }, body: { mapping }, signal }),
    enabled: namesSomebody(mapping),
    placeholderData: keepPreviousData,
  });

export const useImportProblems = (id: string) =>
  useListPages({
    queryKey: ["imports", "problems", id],
    read: async ({ cursor, signal }) => {
      const query = { limit: 100, cursor };
      const { items, nextCursor } = await call(leadImportsRoutes.problems, { params: { id }, query, signal });
      return { items, nextCursor: nextCursor ?? undefined, total: items.length };
    },
  });

/** A change to an import: what comes back is what the screen shows, and what fails is said. */
function useImportChange<Input>(send: (input: Input) => Promise<LeadImport>, failed: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (changed) => {
      client.setQueryData(keyOf(changed.id), changed);
      void client.invalidateQueries({ queryKey: ["imports", "recent"] });
    },
    onError: (error) => showToast({ title: "Fout", description: failureText(error, failed), tone: "destructive" }),
  });
}

export const useUpload = () =>
  useImportChange(
    (file: File) =>
      call(leadImportsRoutes.upload, {
        query: { fileName: file.name },
        // A browser calls a CSV file by the name of whatever program opens it.
        body: new Blob([file], { type: "text/csv" }),
      }),
    "Kon het bestand niet lezen. Probeer het opnieuw.",
  );

export const useStart = (id: string) =>
  useImportChange(
    (mapping: ImportMapping) => call(leadImportsRoutes.start, { params: { id }, body: { mapping } }),
    "Kon de import niet starten. Probeer het opnieuw.",
  );

export const useStop = (id: string) =>
  useImportChange(
    () => call(leadImportsRoutes.stop, { params: { id } }),
    "Kon de import niet stoppen. Probeer het opnieuw.",
  );
