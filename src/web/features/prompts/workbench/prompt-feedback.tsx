import { MessageSquareText } from "lucide-react";
import { useState } from "react";
import type { FeedbackTheme } from "#contract/workbench.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { Button } from "#ui/button/button.tsx";
import { Badge } from "#ui/content/badge.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { Comparisons, RunButtons, useComparisons, type WorkbenchProps } from "./prompt-try-out.tsx";
import { tryPrompt, useFeedbackThemes } from "./workbench.api.ts";

type PromptFeedbackProps = WorkbenchProps & { onTextChange: (text: string) => void };

/** The feedback on the texts of this prompt by theme, each with a change of the prompt that could prevent it. */
export function PromptFeedback({ prompt, text, onTextChange }: PromptFeedbackProps) {
  const themes = useFeedbackThemes(prompt.id);
  return (
    <QueryStates query={themes} errorTitle="De feedback kon niet worden geladen" skeleton={<LinesSkeleton />}>
      {(list) =>
        list.length === 0 ? (
          <Empty
            icon={MessageSquareText}
            title="Nog geen feedback"
            text="Zodra iemand een tekst van deze prompt laat herschrijven, staat de feedback hier."
          />
        ) : (
          <ul aria-label="Thema's" className="flex flex-col gap-3">
            {list.map((theme) => (
              <li key={theme.theme}>
                <Theme theme={theme} prompt={prompt} text={text} onTextChange={onTextChange} />
              </li>
            ))}
          </ul>
        )
      }
    </QueryStates>
  );
}

const withProposal = (text: string, proposal: string): string =>
  text.includes(proposal) ? text : `${text.trimEnd()}\n${proposal}`;

function Theme({ theme, prompt, text, onTextChange }: PromptFeedbackProps & { theme: FeedbackTheme }) {
  const { results, isRunning, run, stop } = useComparisons();
  const [isReplayed, setReplayed] = useState(false);
  const changed = withProposal(text, theme.proposal);
  const replay = () => {
    setReplayed(true);
    return run(theme.leads, (lead) => tryPrompt(prompt.id, changed, lead.id));
  };
  return (
    <section aria-label={theme.theme} className="rounded-md border px-3 py-2 text-[0.8125rem]">
      <h4 className="flex items-center gap-2 font-medium">
        {theme.theme} <Badge tone="neutral">{theme.count}×</Badge>
      </h4>
      <p className="mt-1 text-muted-foreground">Bijvoorbeeld: “{theme.example}”</p>
      {theme.proposal !== "" && (
        <>
          <p className="mt-2">
            Voorstel: <q>{theme.proposal}</q>
          </p>
          <div className="mt-2 flex flex-wrap items-center gap-2">
            <RunButtons
              label="Speel opnieuw af op deze leads"
              disabled={theme.leads.length === 0}
              isRunning={isRunning}
              onRun={replay}
              onStop={stop}
            />
            <Button variant="outline" size="sm" disabled={changed === text} onClick={() => onTextChange(changed)}>
              Zet in de prompt
            </Button>
          </div>
        </>
      )}
      {isReplayed && <Comparisons results={results} />}
    </section>
  );
}
