import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { DraftOutcome, TestLead } from "#contract/workbench.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { Badge } from "#ui/content/badge.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { RunButtons } from "./prompt-try-out.tsx";
import { showWorkbenchFailure, useTestLeads } from "./workbench.api.ts";

const KIND_LABELS: Record<TestLead["kind"], string> = {
  sparse: "weinig bekend",
  rich: "veel bekend",
  hostile: "vijandige gegevens",
  unusual_name: "bijzondere naam",
};

/** The rules that every text is checked against, by the code of their warning. */
const RULES: readonly { code: string; label: string }[] = [
  { code: "sections", label: "Alle onderdelen aanwezig" },
  { code: "placeholder", label: "Geen invulplekken" },
  { code: "unknown_fact", label: "Alleen bestaande feiten" },
  { code: "figure", label: "Geen verzonnen cijfers" },
  { code: "name", label: "Geen verzonnen namen" },
  { code: "quote", label: "Geen verzonnen citaten" },
  { code: "address", label: "Geen adressen of links" },
  { code: "claim", label: "Geen beweringen zonder feit" },
  { code: "form_of_address", label: "Eén aanspreekvorm" },
  { code: "length", label: "Niet te lang" },
  { code: "form", label: "Eén vraag, geen opmaak" },
  { code: "repeat", label: "Geen herhalingen" },
];

/** The whole set was run with this text; `failed` is the number of leads whose text breaks a rule. */
export type OnTested = (text: string, failed: number) => void;

type Result = { lead: TestLead; outcome: DraftOutcome };

type PromptTestSetProps = {
  text: string;
  /** Writes for one of the test leads. */
  test: (testLeadNumber: number) => Promise<DraftOutcome>;
  onTested: OnTested;
};

/** Runs a prompt on the fixed leads, with pass or fail per rule. */
export function PromptTestSet({ text, test, onTested }: PromptTestSetProps) {
  const leads = useTestLeads();
  const client = useQueryClient();
  const [results, setResults] = useState<readonly Result[]>([]);
  const [isRunning, setRunning] = useState(false);
  const isStopped = useRef(false);
  const run = async (all: readonly TestLead[]) => {
    setResults([]);
    setRunning(true);
    isStopped.current = false;
    try {
      let failed = 0;
      for (const lead of all) {
        if (isStopped.current) break;
        const outcome = await test(lead.n);
        if (hasFailed(outcome)) failed += 1;
        setResults((earlier) => [...earlier, { lead, outcome }]);
        // A problem of the settings or the budget would be the same for the others.
        if (outcome.problem && lead.n === 1) return;
      }
      if (!isStopped.current) onTested(text, failed);
    } catch (error) {
      showWorkbenchFailure(error);
    } finally {
      await client.invalidateQueries({ queryKey: ["prompts", "test-results"] });
      setRunning(false);
    }
  };
  return (
    <QueryStates query={leads} errorTitle="De testset kon niet worden geladen" skeleton={<LinesSkeleton />}>
      {(all) => (
        <div className="flex flex-col gap-4">
          <p className="text-[0.8125rem] text-muted-foreground">
            {all.length} vaste leads: met weinig en veel informatie, met vijandige gegevens en met bijzondere namen.
            Elke tekst wordt aan alle regels getoetst; er wordt geen tekst bewaard of verstuurd.
          </p>
          <RunButtons
            label="Draai de testset"
            disabled={text.trim() === ""}
            isRunning={isRunning}
            onRun={() => run(all)}
            onStop={() => {
              isStopped.current = true;
            }}
          />
          {(isRunning || results.length > 0) && <TestResults results={results} total={all.length} />}
        </div>
      )}
    </QueryStates>
  );
}

const hasFailed = ({ draft }: DraftOutcome): boolean => !draft || draft.warnings.length > 0;

const hasBroken = ({ outcome }: Result, code: string): boolean =>
  outcome.draft?.warnings.some((warning) => warning.code === code) ?? false;

function TestResults({ results, total }: { results: readonly Result[]; total: number }) {
  const failed = results.filter(({ outcome }) => hasFailed(outcome));
  return (
    <>
      <p role="status" className="text-[0.8125rem]">
        {results.length} van {total} getest, {results.length - failed.length} zonder opmerkingen.
      </p>
      <ul aria-label="Regels" className="grid gap-1.5 text-[0.8125rem] sm:grid-cols-2">
        {RULES.map(({ code, label }) => {
          const broken = results.filter((result) => hasBroken(result, code)).length;
          return (
            <li key={code} className="flex items-center justify-between gap-2 rounded-sm border px-3 py-1.5">
              {label}
              <Badge tone={broken === 0 ? "success" : "danger"}>
                {broken === 0 ? "Geslaagd" : `${broken}× gezakt`}
              </Badge>
            </li>
          );
        })}
      </ul>
      {failed.length > 0 && (
        <ul aria-label="Opmerkingen" className="flex flex-col gap-2 text-[0.8125rem]">
          {failed.map(({ lead, outcome }) => (
            <li key={lead.n}>
              <p className="font-medium">
                {lead.name} <span className="font-normal text-muted-foreground">({KIND_LABELS[lead.kind]})</span>
              </p>
              {outcome.problem && <p className="text-muted-foreground">{outcome.problem}</p>}
              {outcome.draft?.warnings.map(({ text }) => (
                <p key={text} className="text-warning">
                  {text}
                </p>
              ))}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
