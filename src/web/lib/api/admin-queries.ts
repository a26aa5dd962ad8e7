import { type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { companiesRoutes } from "#contract/companies.ts";
import { showToast } from "#ui/feedback/toast.tsx";
import { callAllPages } from "./api.ts";
import { problemText } from "./api-error.ts";

const ADMIN = "admin";

/** What the admin panel reads. It hears no events, so that every screen reads afresh when it is opened. */
export const adminQuery = (...key: QueryKey) => ({ queryKey: [ADMIN, ...key], staleTime: 0 });

export const useAdminCompanies = () =>
  useQuery({
    ...adminQuery("companies"),
    queryFn: ({ signal }) => callAllPages(companiesRoutes.list, { query: {}, signal }),
  });

/** After a change everything that is on the screen is read again: lists, statistics, the log. */
export function useAdminRefresh(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: [ADMIN] });
}

type Outcome = { done: string; failed: string };

/** A change made in the admin panel: says how it went, and reads again what is on the screen. */
export function useAdminChange<Input, Answer>(send: (input: Input) => Promise<Answer>, { done, failed }: Outcome) {
  const refresh = useAdminRefresh();
  return useMutation({
    // What was sent is kept with a mutation; a password or a token must not outlive its call.
    gcTime: 0,
    mutationFn: send,
    onSuccess: () => showToast({ title: "Success", description: done }),
    onError: (error) => showToast({ title: "Error", description: problemText(error, failed), tone: "destructive" }),
    onSettled: refresh,
  });
}
