import { History } from "lucide-react";
import { useState } from "react";
import type { Prompt, PromptVersion } from "#contract/prompts.ts";
import { workbenchRoutes } from "#contract/workbench.ts";
import { call } from "#lib/api/api.ts";
import { formatDateTime } from "#lib/dates/dates.ts";
import { useIsShown } from "#lib/lists/list-focus.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { Button } from "#ui/button/button.tsx";
import { TextDiffTable } from "#ui/content/text-diff.tsx";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { useRestoreVersion, useVersion, useVersions } from "./prompts.api.ts";
import { goLiveQuestion, isTestedPurpose, useWriter } from "./workbench/workbench.api.ts";

const SOURCE_LABELS: Record<PromptVersion["source"], string> = {
  original: "oorspronkelijke tekst",
  edit: "bewerkt",
  restore: "hersteld",
  airtable: "gewijzigd in Airtable",
};

type PromptHistoryProps = { prompt: Prompt; onRestored: () => void };

/** All versions of a prompt, each compared with the current text. */
export function PromptHistory({ prompt, onRestored }: PromptHistoryProps) {
  const versions = useVersions(prompt.id);
  return (
    <QueryStates query={versions} errorTitle="De geschiedenis kon niet worden geladen" skeleton={<LinesSkeleton />}>
      {(list) =>
        list.length < 2 ? (
          <Empty icon={History} title="Nog geen andere versies" text="Deze prompt is nog niet gewijzigd." />
        ) : (
          <Versions prompt={prompt} versions={list} onRestored={onRestored} />
        )
      }
    </QueryStates>
  );
}

type VersionsProps = PromptHistoryProps & { versions: readonly PromptVersion[] };

function Versions({ prompt, versions, onRestored }: VersionsProps) {
  // Initially the previous version. It stays selected when a newer version arrives: while one is being restored, that must not change.
  const [selectedNumber, setSelectedNumber] = useState(versions[1]?.number);
  const selected = versions.find(({ number }) => number === selectedNumber);
  return (
    <div className="grid gap-4 sm:grid-cols-[13rem_minmax(0,1fr)]">
      <ol
        aria-label="Versies"
        className="flex max-h-48 flex-col gap-0.5 overflow-y-auto sm:sticky sm:top-0 sm:max-h-[60dvh] sm:self-start"
      >
        {versions.map((version) => (
          <li key={version.number}>
            <VersionButton
              version={version}
              isCurrent={version.number === prompt.version}
              selected={version === selected}
              onSelect={() => setSelectedNumber(version.number)}
            />
          </li>
        ))}
      </ol>
      {selected && <VersionText key={selected.number} prompt={prompt} version={selected} onRestored={onRestored} />}
    </div>
  );
}

type VersionButtonProps = { version: PromptVersion; isCurrent: boolean; selected: boolean; onSelect: () => void };

const VersionButton = ({ version, isCurrent, selected, onSelect }: VersionButtonProps) => (
  <button
    type="button"
    aria-pressed={selected}
    onClick={onSelect}
    className="w-full cursor-pointer rounded-sm px-2 py-1.5 text-left text-[0.8125rem] hover:bg-accent focus-visible:-outline-offset-2 aria-pressed:bg-accent"
  >
    <span className="block font-medium">
      Versie {version.number}
      {isCurrent && " (nu)"}
    </span>
    <span className="block text-muted-foreground text-xs">
      {version.author}, {SOURCE_LABELS[version.source]}
    </span>
    <time dateTime={version.madeAt} className="block text-muted-foreground text-xs tabular-nums">
      {formatDateTime(version.madeAt)}
    </time>
  </button>
);

type VersionTextProps = PromptHistoryProps & { version: PromptVersion };

/** What to ask before a version goes live; undefined when it passed the test set. */
const readQuestion = async (promptId: string, number: number) => {
  // Not a query: without a connection that would wait for one, and then go on when nobody expects it any more.
  const results = await call(workbenchRoutes.testResults, { query: { promptId } }).catch(() => undefined);
  if (!results)
    return {
      title: `Versie ${number} herstellen zonder testuitslag?`,
      text: "Hoe deze tekst het op de testset deed, kon niet worden geladen.",
      confirmLabel: `Toch versie ${number} herstellen`,
      cancelLabel: "Annuleren",
    };
  const result = results.find(({ version }) => version === number);
  return result && goLiveQuestion(result, `Versie ${number} herstellen`, "Annuleren");
};

function VersionText({ prompt, version: { number, author }, onRestored }: VersionTextProps) {
  const textQuery = useVersion(prompt.id, number);
  const restore = useRestoreVersion(prompt);
  const isCurrent = number === prompt.version;
  const mayBeTested = useWriter() !== "airtable" && isTestedPurpose(prompt.purpose);
  const [isReading, setIsReading] = useState(false);
  const isShown = useIsShown();
  const confirm = useConfirm();
  const restoreVersion = async () => {
    if (mayBeTested) {
      setIsReading(true);
      const question = await readQuestion(prompt.id, number);
      setIsReading(false);
      // The user has gone to another version, or has closed the dialog.
      if (!isShown.current) return;
      if (question && !(await confirm(question))) return;
    }
    restore.mutate(number, { onSuccess: onRestored });
  };
  return (
    <section aria-label={`Versie ${number}`} className="min-w-0">
      <QueryStates query={textQuery} errorTitle="Deze versie kon niet worden geladen" skeleton={<LinesSkeleton />}>
        {({ prompt: text }) => (
          <>
            {!isCurrent && (
              <Button
                variant="outline"
                size="sm"
                className="mb-2"
                busy={restore.isPending || isReading}
                onClick={restoreVersion}
              >
                <History />
                Herstel versie {number}
              </Button>
            )}
            <TextDiffTable
              label={`Verschillen tussen versie ${number} en nu`}
              before={{ title: `Versie ${number}, ${author}`, text }}
              after={{ title: "Nu", text: prompt.prompt }}
            />
          </>
        )}
      </QueryStates>
    </section>
  );
}
