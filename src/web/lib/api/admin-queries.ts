import { type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { companiesRoutes } from "#contract/companies.ts";
import { showToast } from "#ui/feedback/toast.tsx";
import { adminSessionKey } from "../session/session.ts";
import { callAllPages, errorMessage } from "./api.ts";
import { DISCARD_AFTER_CALL } from "./query-client.ts";

const ADMIN = "admin";

/** A query of the admin panel, which has no change events: it is refetched whenever its screen is opened. */
export const adminQuery = (...key: QueryKey) => ({ queryKey: [ADMIN, ...key], staleTime: 0 });

export const useAdminCompanies = () =>
  useQuery({
    ...adminQuery("companies"),
    queryFn: ({ signal }) => callAllPages(companiesRoutes.list, { query: {}, signal }),
  });

/** Refetches everything on the screen of the admin panel after a change. */
export function useAdminRefresh(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: [ADMIN] });
}

type ToastTexts = { done: string; failed: string };

/** A mutation of the admin panel: shows a toast with the outcome and refetches what is on the screen. */
export function useAdminMutation<Input, Answer>(send: (input: Input) => Promise<Answer>, { done, failed }: ToastTexts) {
  const client = useQueryClient();
  const refresh = useAdminRefresh();
  return useMutation({
    ...DISCARD_AFTER_CALL,
    mutationFn: send,
    onSuccess: () => {
      showToast({ title: "Success", description: done });
      // Admins can change their own account. Not after a failure: a session that has ended would close the screen and its forms.
      void client.invalidateQueries({ queryKey: adminSessionKey });
    },
    onError: (error) => showToast({ title: "Error", description: errorMessage(error, failed), tone: "destructive" }),
    onSettled: refresh,
  });
}
