import { FlaskConical } from "lucide-react";
import { useState } from "react";
import type { Prompt } from "#contract/prompts.ts";
import type { Experiment } from "#contract/workbench.ts";
import { formatDateTime } from "#lib/dates/dates.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { Button } from "#ui/button/button.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { Field } from "#ui/field/field.tsx";
import { Select } from "#ui/select/select.tsx";
import { useVersions } from "../prompts.api.ts";
import { useChangeExperiment, useExperiment, useTestResults } from "./workbench.api.ts";

/** Lets two versions of a prompt write at the same time, until one of them is clearly better. */
export function PromptExperiment({ prompt }: { prompt: Prompt }) {
  const query = useExperiment(prompt.id);
  return (
    <QueryStates query={query} errorTitle="De A/B-test kon niet worden geladen" skeleton={<LinesSkeleton />}>
      {({ experiment }) => (
        <div className="flex flex-col gap-4">
          {experiment && <Outcome prompt={prompt} experiment={experiment} />}
          {(!experiment || experiment.endedAt !== null) && <StartForm prompt={prompt} />}
        </div>
      )}
    </QueryStates>
  );
}

const describeOutcome = ({ endedAt, winner }: Experiment): string => {
  if (endedAt === null) return "Loopt";
  return winner === null
    ? `Gestopt op ${formatDateTime(endedAt)}`
    : `Versie ${winner} is beter, sinds ${formatDateTime(endedAt)}`;
};

function Outcome({ prompt, experiment }: { prompt: Prompt; experiment: Experiment }) {
  const { stop } = useChangeExperiment(prompt.id);
  const { live, other, share } = experiment;
  return (
    <section aria-label="A/B-test" className="rounded-md border px-3 py-2 text-[0.8125rem]">
      <h4 className="font-medium">
        Versie {live.version} tegen versie {other.version}: {describeOutcome(experiment)}
      </h4>
      <p className="text-muted-foreground text-xs">
        Gestart door {experiment.startedBy} op {formatDateTime(experiment.startedAt)}; versie {other.version} schrijft
        voor {share}% van de leads.
      </p>
      <ul className="mt-2 flex flex-col gap-1">
        {[live, other].map(({ version, written, sent, replied }) => (
          <li key={version}>
            Versie {version}: {written} geschreven, {sent} verstuurd, {replied} beantwoord
          </li>
        ))}
      </ul>
      <p className="mt-2">{experiment.conclusion}</p>
      {experiment.endedAt === null && (
        <Button variant="outline" size="sm" className="mt-2" busy={stop.isPending} onClick={() => stop.mutate()}>
          Stop de test
        </Button>
      )}
    </section>
  );
}

const SHARES = ["10", "25", "50"].map((value) => ({ value, label: `${value}% van de leads` }));

function StartForm({ prompt }: { prompt: Prompt }) {
  const versions = useVersions(prompt.id);
  const { start } = useChangeExperiment(prompt.id);
  const results = useTestResults(prompt.id);
  const testNote = (version: number): string => {
    const status = results.data?.find((result) => result.version === version)?.status;
    if (status === "untested") return " (niet getest)";
    return status === "failed" ? " (gezakt voor de testset)" : "";
  };
  const options = (versions.data ?? [])
    .filter(({ number }) => number !== prompt.version)
    .map(({ number, author }) => ({ value: String(number), label: `Versie ${number}, ${author}${testNote(number)}` }));
  const [chosen, setChosen] = useState<string>();
  const [share, setShare] = useState("50");
  const other = chosen ?? options[0]?.value;
  if (versions.data && options.length === 0)
    return (
      <Empty
        icon={FlaskConical}
        title="Nog geen andere versie"
        text="Sla eerst een gewijzigde tekst op; daarna kun je die met de vorige vergelijken."
      />
    );
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={`Vergelijk versie ${prompt.version} met`}>
          <Select options={options} value={other ?? ""} onValueChange={setChosen} />
        </Field>
        <Field label="Deel voor de andere versie">
          <Select options={SHARES} value={share} onValueChange={setShare} />
        </Field>
      </div>
      <Button
        size="sm"
        className="self-start"
        disabled={other === undefined}
        busy={start.isPending}
        onClick={() => start.mutate({ otherVersion: Number(other), share: Number(share) })}
      >
        Start de A/B-test
      </Button>
    </div>
  );
}
