import { useMutation } from "@tanstack/react-query";
import { showToast } from "#ui/toast.tsx";
import { useAdminRefresh } from "./admin-queries.ts";
import { problemText } from "./api-error.ts";

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
