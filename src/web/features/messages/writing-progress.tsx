import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { useEffect } from "react";
import { writerRoutes } from "#contract/writer.ts";
import { call, errorMessage } from "#lib/api/api.ts";
import { readStored, writeStored } from "#lib/browser/browser-storage.ts";
import { useCurrentUser } from "#lib/session/session.ts";
import { Button } from "#ui/button/button.tsx";
import { SpinnerIcon } from "#ui/feedback/loading.tsx";
import { showToast } from "#ui/feedback/toast.tsx";

/** Change events of messages refetch it: the writer publishes one at every step. */
const progressKey = ["messages", "writing"];

/** While it writes as high as while it waits, so that the card below it stays in its place. */
const stripStyle = "flex min-h-8 items-center justify-between gap-2 sm:mb-3";

const WHAT_COUNTS =
  "Alle teksten van de schrijver: ice breakers, follow-ups, herschreven teksten, ratings en samenvattingen";

/**
 * What the built-in writer is working on, with a way to stop it, or a button that requests drafts. The board shows the dialog of that
 * button: this bar is at another place once the messages are loaded, and a dialog in it would close.
 */
export function WritingProgress({ onRequest }: { onRequest: () => void }) {
  const client = useQueryClient();
  const progress = useQuery({
    queryKey: progressKey,
    queryFn: ({ signal }) => call(writerRoutes.progress, { signal }),
  });
  const stop = useMutation({
    mutationFn: () => call(writerRoutes.stop),
    onSuccess: () => void client.invalidateQueries({ queryKey: progressKey }),
    onError: (error) =>
      showToast({
        title: "Fout",
        description: errorMessage(error, "De schrijver kon niet worden gestopt."),
        tone: "destructive",
      }),
  });
  const storageKey = `writer:${useCurrentUser().id}`;
  const loadedWriter = progress.data?.writer;
  useEffect(() => {
    if (loadedWriter) writeStored(storageKey, loadedWriter);
  }, [loadedWriter, storageKey]);
  // As high as what comes, so that the messages below it do not move.
  if (progress.isPending) return readStored(storageKey) === "builtin" && <div className="h-8 sm:mb-3" />;
  const { writer, waiting = 0, running = 0, doneToday = 0, problem = null } = progress.data ?? {};
  const open = waiting + running;
  return (
    <div className="@container">
      {writer === "builtin" && open === 0 && (
        <div className={stripStyle}>
          <p title={WHAT_COUNTS} className="text-[0.8125rem] text-muted-foreground">
            {problem ?? (doneToday > 0 && `${doneToday} ${doneToday === 1 ? "tekst" : "teksten"} geschreven vandaag`)}
          </p>
          <Button
            variant="outline"
            size="sm"
            title="Concepten laten schrijven"
            className="@max-md:w-8 @max-md:gap-0 @max-md:px-0"
            onClick={onRequest}
          >
            <Sparkles />
            <span className="@max-md:sr-only">Concepten laten schrijven</span>
          </Button>
        </div>
      )}
      <div role="status">
        {open > 0 && (
          <div className={stripStyle}>
            <p className="flex items-center gap-2 text-[0.8125rem]">
              {running > 0 && <SpinnerIcon />}
              {open === 1 ? "1 tekst wordt geschreven." : `${open} teksten worden geschreven.`}
              {doneToday > 0 && (
                <span title={WHAT_COUNTS} className="@max-md:hidden">
                  Vandaag klaar: {doneToday}.
                </span>
              )}
              {problem && <span className="text-muted-foreground">{problem}</span>}
            </p>
            <Button
              variant="outline"
              size="sm"
              busy={stop.isPending}
              busyLabel="Stoppen..."
              onClick={() => stop.mutate()}
            >
              Stoppen
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
