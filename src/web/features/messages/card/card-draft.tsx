import { TriangleAlert } from "lucide-react";
import { Fragment } from "react";
import type { Draft } from "#contract/drafts.ts";
import { writerRoutes } from "#contract/writer.ts";
import { call, errorMessage } from "#lib/api/api.ts";
import { useUndoableMutation } from "#lib/api/undo.tsx";
import { describeTextCost } from "#lib/labels/writer.ts";
import { Button } from "#ui/button/button.tsx";
import { cn } from "#ui/cn.ts";
import { showToast } from "#ui/feedback/toast.tsx";
import { Tooltip } from "#ui/overlay/tooltip.tsx";
import { CLAIM_PROPS, WITHOUT_FACT_STYLE } from "./card-focus.ts";

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
      <summary className="cursor-pointer truncate text-muted-foreground">
        Door AI geschreven · bekijk de bronnen
      </summary>
      <Claims draft={draft} />
      <Facts messageId={messageId} draft={draft} />
      <p className="mt-3 text-muted-foreground text-xs">{describeProvenance(draft)}</p>
    </details>
  </div>
);

/** With what a text was written, how long that took and what it cost, of all calls together. */
export const describeProvenance = (draft: Draft): string =>
  [
    draft.promptVersion === null ? "standaardprompt" : `promptversie ${draft.promptVersion}`,
    draft.model,
    `regels ${draft.rulesVersion}`,
    `${draft.tokens.toLocaleString("nl-NL")} tokens`,
    describeTextCost(draft.cost),
    `${(draft.tookMs / 1000).toLocaleString("nl-NL", { maximumFractionDigits: 1 })} s`,
  ].join(" · ");

const NO_FACT = "Rust op geen feit: controleer deze zin zelf.";

/** The facts that a sentence rests on, in words. */
const describeFacts = ({ facts }: Draft, numbers: readonly number[]): string => {
  const known = facts.filter(({ n }) => numbers.includes(n));
  if (known.length === 0) return NO_FACT;
  return `Rust op: ${known.map(({ text, source }) => `${text.replace(/\.$/, "")} (${source})`).join("; ")}`;
};

/** The section is named above its first sentence. */
const Claims = ({ draft }: { draft: Draft }) => (
  <ol aria-label="Zinnen" className="mt-2 flex flex-col gap-1.5">
    {draft.claims.map(({ section, text, facts }, index) => (
      <li key={`${section}: ${text}`} className="flex flex-col">
        {draft.claims[index - 1]?.section !== section && (
          <span className={cn("font-medium", index > 0 && "mt-1.5")}>{section}</span>
        )}
        <span>{text}</span>
        <span className={cn("text-xs", facts.length > 0 ? "text-muted-foreground" : "text-warning")}>
          {facts.length > 0 ? describeFacts(draft, facts) : "Rust op geen feit"}
        </span>
      </li>
    ))}
  </ol>
);

type Piece = { start: number; text: string; facts: readonly number[] | undefined };

/** The text in pieces: sentences of the writer, and what is around them, such as the greeting or a user's own words. */
const splitByClaims = (text: string, claims: Draft["claims"]): Piece[] => {
  const pieces: Piece[] = [];
  let start = 0;
  for (const claim of claims) {
    const at = text.indexOf(claim.text, start);
    if (at < 0) continue;
    if (at > start) pieces.push({ start, text: text.slice(start, at), facts: undefined });
    pieces.push({ start: at, text: claim.text, facts: claim.facts });
    start = at + claim.text.length;
  }
  return [...pieces, { start, text: text.slice(start), facts: undefined }];
};

/** The text of a section: every sentence shows the fact that it rests on, and one without a fact is marked. */
export const ClaimedText = ({ header, text, draft }: { header: string; text: string; draft: Draft }) =>
  splitByClaims(
    text,
    draft.claims.filter(({ section }) => section === header),
  ).map((piece) =>
    piece.facts ? (
      <Tooltip key={piece.start} content={describeFacts(draft, piece.facts)} opensOnTap>
        <span
          {...CLAIM_PROPS}
          className={cn("rounded-xs hover:bg-accent focus:bg-accent", piece.facts.length === 0 && WITHOUT_FACT_STYLE)}
        >
          {piece.text}
        </span>
      </Tooltip>
    ) : (
      <Fragment key={piece.start}>{piece.text}</Fragment>
    ),
  );

function Facts({ messageId, draft }: CardDraftProps) {
  const strike = useUndoableMutation({
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
