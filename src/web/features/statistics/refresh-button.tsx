import { useMutation } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useRefreshStatistics } from "#lib/api/company-events.ts";
import { Button } from "#ui/button/button.tsx";
import { showToast } from "#ui/feedback/toast.tsx";

/** The spinner stays visible for this long, so that a fast refresh is noticed too. */
const SPIN_AFTER_MS = 500;
const waitBeforeStopping = () => new Promise((resolve) => setTimeout(resolve, SPIN_AFTER_MS));

export function RefreshButton() {
  const refresh = useRefreshStatistics();
  const { mutate, isPending } = useMutation({
    mutationFn: refresh,
    onSuccess: () => showToast({ title: "Data ververst", description: "Alle cijfers zijn opnieuw opgehaald." }),
    onError: () =>
      showToast({
        title: "Fout",
        description: "Kon de cijfers niet verversen. Probeer het opnieuw.",
        tone: "destructive",
      }),
    onSettled: waitBeforeStopping,
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
