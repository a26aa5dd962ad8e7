import { X } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Prompt } from "#contract/prompts.ts";
import type { ResponseOf } from "#contract/route.ts";
import type { DraftOutcome, workbenchRoutes } from "#contract/workbench.ts";
import { Button } from "#ui/button/button.tsx";
import { ProposalWarnings } from "#ui/content/proposal.tsx";
import { Field } from "#ui/field/field.tsx";
import { SearchInput } from "#ui/field/input.tsx";
import { showWorkbenchFailure, tryPrompt, useLeadSearch } from "./workbench.api.ts";

export type WorkbenchProps = {
  prompt: Prompt;
  /** The text as it is in the editor, saved or not. */
  text: string;
};

type Comparison = ResponseOf<typeof workbenchRoutes.tryPrompt>;
type ChosenLead = { id: string; fullName: string };

const MAX_LEADS = 5;
const MAX_FOUND = 8;

/** Writes texts for one to five leads with the stored and the changed prompt. The texts appear one by one. */
export function PromptTryOut({ prompt, text }: WorkbenchProps) {
  const [leads, setLeads] = useState<readonly ChosenLead[]>([]);
  const { results, isRunning, run, stop } = useComparisons();
  const remove = (id: string) => setLeads(leads.filter((lead) => lead.id !== id));
  return (
    <div className="flex flex-col gap-4">
      <LeadPicker
        disabled={leads.length >= MAX_LEADS}
        onPick={(lead) => setLeads(leads.some(({ id }) => id === lead.id) ? leads : [...leads, lead])}
      />
      {leads.length > 0 && (
        <ul aria-label="Gekozen leads" className="flex flex-wrap gap-2">
          {leads.map(({ id, fullName }) => (
            <li key={id}>
              <Button variant="outline" size="sm" aria-label={`${fullName} weghalen`} onClick={() => remove(id)}>
                {fullName}
                <X />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <RunButtons
        label="Probeer"
        disabled={leads.length === 0 || text.trim() === ""}
        isRunning={isRunning}
        onRun={() => run(leads, (lead) => tryPrompt(prompt.id, text, lead.id))}
        onStop={stop}
      />
      {text === prompt.prompt && (
        <p className="text-[0.8125rem] text-muted-foreground">
          De tekst is nog niet gewijzigd: beide kolommen worden met dezelfde prompt geschreven.
        </p>
      )}
      <Comparisons results={results} />
    </div>
  );
}

type LeadPickerProps = { disabled: boolean; onPick: (lead: ChosenLead) => void };

function LeadPicker({ disabled, onPick }: LeadPickerProps) {
  const [search, setSearch] = useState("");
  const found = useLeadSearch(search);
  return (
    <div>
      <Field label="Kies 1 tot 5 leads" hint={disabled ? "Meer dan vijf leads kan niet." : undefined}>
        <SearchInput placeholder="Zoek een lead..." value={search} onValueChange={setSearch} disabled={disabled} />
      </Field>
      {search.trim() !== "" && found.data && (
        <ul aria-label="Gevonden leads" className="mt-1 rounded-sm border">
          {found.data.slice(0, MAX_FOUND).map(({ id, fullName, company }) => (
            <li key={id}>
              <button
                type="button"
                className="w-full cursor-pointer px-3 py-1.5 text-left text-[0.8125rem] hover:bg-accent focus-visible:-outline-offset-2"
                onClick={() => {
                  onPick({ id, fullName });
                  setSearch("");
                }}
              >
                {[fullName, company].filter(Boolean).join(", ")}
              </button>
            </li>
          ))}
          {found.data.length === 0 && (
            <li className="px-3 py-1.5 text-[0.8125rem] text-muted-foreground">Geen leads gevonden.</li>
          )}
        </ul>
      )}
    </div>
  );
}

/** One after the other, so that a result can be read while the next is being written, and the run can be stopped. */
export function useComparisons() {
  const [results, setResults] = useState<readonly Comparison[]>([]);
  const [isRunning, setRunning] = useState(false);
  const isStopped = useRef(false);
  const run = async (leads: readonly ChosenLead[], write: (lead: ChosenLead) => Promise<Comparison>) => {
    setResults([]);
    setRunning(true);
    isStopped.current = false;
    try {
      for (const lead of leads) {
        if (isStopped.current) break;
        const result = await write(lead);
        setResults((earlier) => [...earlier, result]);
      }
    } catch (error) {
      showWorkbenchFailure(error);
    } finally {
      setRunning(false);
    }
  };
  const stop = useCallback(() => {
    isStopped.current = true;
  }, []);
  // Nobody would see the results, which cost money.
  useEffect(() => stop, [stop]);
  return { results, isRunning, run, stop };
}

type RunButtonsProps = {
  label: string;
  disabled: boolean;
  isRunning: boolean;
  onRun: () => unknown;
  onStop: () => void;
};

export const RunButtons = ({ label, disabled, isRunning, onRun, onStop }: RunButtonsProps) => (
  <div className="flex items-center gap-2">
    <Button size="sm" disabled={disabled} busy={isRunning} busyLabel={label} onClick={() => void onRun()}>
      {label}
    </Button>
    {isRunning && (
      <Button variant="outline" size="sm" onClick={onStop}>
        Stoppen
      </Button>
    )}
  </div>
);

export const Comparisons = ({ results }: { results: readonly Comparison[] }) => (
  <ol aria-label="Resultaten" aria-live="polite" className="flex flex-col gap-4">
    {results.map(({ leadName, current, changed }) => (
      <li key={leadName}>
        <h4 className="mb-2 font-medium">{leadName}</h4>
        <div className="grid gap-3 sm:grid-cols-2">
          <DraftText title="Huidige versie" outcome={current} />
          <DraftText title="Gewijzigde versie" outcome={changed} />
        </div>
      </li>
    ))}
  </ol>
);

const DraftText = ({ title, outcome: { draft, problem } }: { title: string; outcome: DraftOutcome }) => (
  <section aria-label={title} className="min-w-0 rounded-sm border px-3 py-2 text-[0.8125rem]">
    <h5 className="mb-1 font-medium text-xs">{title}</h5>
    {problem && <p className="text-danger">{problem}</p>}
    {draft?.sections.map(({ header, text }) => (
      <div key={header} className="mb-4">
        <p className="text-muted-foreground text-xs">{header}</p>
        <p className="whitespace-pre-line">{text}</p>
      </div>
    ))}
    {draft && <ProposalWarnings warnings={draft.warnings} />}
  </section>
);
