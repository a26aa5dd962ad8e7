import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type LeadView, leadViewsRoutes, type NewLeadView } from "#contract/lead-views.ts";
import { call } from "#lib/api/api.ts";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { failureToast } from "../leads.api.ts";

const viewsKey = ["leads", "views"];

export const useLeadViews = () =>
  useQuery({ queryKey: viewsKey, queryFn: ({ signal }) => call(leadViewsRoutes.list, { signal }) });

/** Saves a new view, or changes the one with this id. */
export function useSaveView() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...view }: Partial<NewLeadView> & { id?: string }) =>
      id === undefined
        ? call(leadViewsRoutes.create, { body: view as NewLeadView })
        : call(leadViewsRoutes.change, { params: { id }, body: view }),
    onSuccess: async ({ name, isShared }) => {
      await client.invalidateQueries({ queryKey: viewsKey });
      showToast({
        title: "Weergave opgeslagen",
        description: isShared ? `"${name}" staat nu bij alle collega's.` : `"${name}" staat bij je weergaven.`,
      });
    },
    onError: (error) => showToast(failureToast("Kon de weergave niet opslaan. Probeer het opnieuw.")(error)),
  });
}

/** Asks for confirmation. */
export function useDeleteView(onDeleted: () => void) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const { mutate } = useMutation({
    mutationFn: ({ id }: LeadView) => call(leadViewsRoutes.remove, { params: { id } }),
    onSuccess: (_, { name }) => {
      showToast({ title: "Weergave verwijderd", description: `"${name}" is verwijderd; de leads blijven.` });
    },
    onError: (error) => showToast(failureToast("Kon de weergave niet verwijderen. Probeer het opnieuw.")(error)),
    onSettled: () => void client.invalidateQueries({ queryKey: viewsKey }),
  });
  return async (view: LeadView) => {
    const confirmed = await confirm({
      title: `Weergave "${view.name}" verwijderen?`,
      text: view.isShared ? "Hij verdwijnt bij alle collega's. De leads blijven." : "De leads blijven.",
      confirmLabel: "Verwijderen",
      tone: "destructive",
    });
    // A callback of `mutate` is not called after the screen is left, where it would change the URL of another screen.
    if (confirmed) mutate(view, { onSuccess: onDeleted });
  };
}
