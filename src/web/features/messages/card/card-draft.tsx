import { useMutation } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import type { Draft } from "#contract/messages.ts";
import { writerRoutes } from "#contract/writer.ts";
import { call, errorMessage } from "#lib/api/api.ts";
import { Button } from "#ui/button/button.tsx";
import { cn } from "#ui/cn.ts";
import { showToast } from "#ui/feedback/toast.tsx";

type CardDraftProps = { messageId: string; draft: Draft };

/** For a text of the built-in writer: what is wrong with it, and the fact that each sentence rests on. */
export const CardDraft = ({ messageId, draft }: CardDraftProps) => (
  <div className="mx-4 mt-3 flex flex-col gap-2 text-[0.8125rem] sm:mx-5">
    {draft.warnings.length > 0 && (
      <div className="rounded-sm border border-warning/40 bg-warning-soft px-3 py-2">
        <p className="flex items-center gap-1.5 font-medium">
          <TriangleAlert className="size-3.5" />
          Controleer deze tekst
        </p>
        <ul className="mt-1 list-disc pl-5">
          {draft.warnings.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </div>
    )}
    <details className="rounded-sm border px-3 py-2">
      <summary className="cursor-pointer text-muted-foreground">
        Geschreven door AI ({draft.model}): bekijk waarop elke zin rust
      </summary>
      <Claims draft={draft} />
      <Facts messageId={messageId} draft={draft} />
    </details>
  </div>
);

const Claims = ({ draft }: { draft: Draft }) => (
  <ol className="mt-2 flex flex-col gap-1">
    {draft.claims.map(({ section, text, facts }) => (
      <li key={`${section}: ${text}`} className="flex flex-col">
        <span>
          <span className="text-muted-foreground">{section}: </span>
          {text}
        </span>
        <span className={cn("text-xs", facts.length > 0 ? "text-success" : "text-muted-foreground")}>
          {facts.length > 0 ? `Rust op feit ${facts.join(", ")}` : "Zonder feit"}
        </span>
      </li>
    ))}
  </ol>
);

function Facts({ messageId, draft }: CardDraftProps) {
  const strike = useMutation({
    mutationFn: (n: number) => call(writerRoutes.strikeFact, { params: { id: messageId, n } }),
    onSuccess: ({ message }) => showToast({ title: "Feit geschrapt", description: message }),
    onError: (error) =>
      showToast({
        title: "Fout",
        description: errorMessage(error, "Het feit kon niet worden geschrapt."),
        tone: "destructive",
      }),
  });
  return (
    <>
      <h4 className="mt-3 font-medium">Feiten</h4>
      <ol className="mt-1 flex flex-col gap-1">
        {draft.facts.map(({ n, text, source }) => (
          <li key={n} className="flex items-start justify-between gap-2">
            <span>
              {n}. {text} <span className="text-muted-foreground">({source})</span>
            </span>
            <Button
              variant="ghost"
              size="sm"
              disabled={strike.isPending}
              aria-label={`Feit ${n} schrappen`}
              onClick={() => strike.mutate(n)}
            >
              Schrappen
            </Button>
          </li>
        ))}
      </ol>
    </>
  );
}
