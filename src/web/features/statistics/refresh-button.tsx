import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useRefreshStatistics } from "#lib/api/company-events.ts";
import { readFromAirtable } from "#lib/sync/read-from-airtable.ts";
import { Button } from "#ui/button/button.tsx";
import { showToast } from "#ui/feedback/toast.tsx";

/** The spinner stays visible this long after the response, so that a fast refresh is noticed too. */
const SPINNER_LINGER_MS = 500;
const keepSpinnerVisible = () => new Promise((resolve) => setTimeout(resolve, SPINNER_LINGER_MS));

export function RefreshButton() {
  const client = useQueryClient();
  const refresh = useRefreshStatistics();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const problem = await readFromAirtable(client);
      await refresh();
      return problem;
    },
    onSuccess: (problem) =>
      showToast(problem ?? { title: "Data ververst", description: "Alle cijfers zijn opnieuw opgehaald." }),
    onError: () =>
      showToast({
        title: "Fout",
        description: "Kon de cijfers niet verversen. Probeer het opnieuw.",
        tone: "destructive",
      }),
    onSettled: keepSpinnerVisible,
  });
  return (
    <Button
      variant="outline"
      busy={isPending}
      busyLabel="Ververs data"
      onClick={() => mutate()}
      className="print:hidden"
    >
      <RefreshCw />
      Ververs data
    </Button>
  );
}
