import { Pencil } from "lucide-react";
import { memo } from "react";
import type { Prompt } from "#contract/prompts.ts";
import type { TestResult } from "#contract/workbench.ts";
import { formatDateTime } from "#lib/dates/dates.ts";
import { SyncBadge } from "#lib/sync/sync-badge.tsx";
import { Button } from "#ui/button/button.tsx";
import { CopyButton } from "#ui/button/copy-button.tsx";
import { Badge } from "#ui/content/badge.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { Card } from "#ui/page/card.tsx";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "#ui/page/collapsible.tsx";

/** Prompts from Airtable may lack a name. */
export const promptDisplayName = ({ promptName }: Pick<Prompt, "promptName">): string =>
  promptName.trim() || "Zonder naam";

type PromptCardProps = {
  prompt: Prompt;
  /** Undefined for a prompt that the built-in writer does not write messages with. */
  testStatus: TestResult["status"] | undefined;
  /** The built-in writer cannot use it. */
  isTooLong: boolean;
  open: boolean;
  onOpenChange: (id: string, open: boolean) => void;
  onEdit: (prompt: Prompt) => void;
};

/** Memoised: a list may hold many cards. */
export const PromptCard = memo(function PromptCard({
  prompt,
  testStatus,
  isTooLong,
  open,
  onOpenChange,
  onEdit,
}: PromptCardProps) {
  return (
    <article aria-label={promptDisplayName(prompt)}>
      <Card>
        <Collapsible open={open} onOpenChange={(next) => onOpenChange(prompt.id, next)}>
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1 px-3 py-2">
            <h2 className="min-w-0 flex-1 basis-full sm:basis-60">
              <CollapsibleTrigger className="py-1">
                <span className="min-w-0">
                  <span className="block break-words font-medium">{promptDisplayName(prompt)}</span>
                  <span className="block font-normal text-muted-foreground text-xs">
                    {prompt.accountManager || "Geen accountmanager"}
                  </span>
                </span>
              </CollapsibleTrigger>
            </h2>
            {/* On a phone below the name: the badges in line with it, the buttons on the right. */}
            <div className="flex flex-wrap items-center gap-2 max-sm:pl-6">
              {testStatus === "untested" && (
                <Badge tone="warning" outline>
                  Niet getest
                </Badge>
              )}
              {isTooLong && <Badge tone="danger">Te lang voor de schrijver</Badge>}
              {testStatus === "failed" && <Badge tone="danger">Gezakt voor de testset</Badge>}
              <SyncBadge state={prompt.sync} />
            </div>
            <div className="ml-auto flex items-center gap-2">
              <CopyPrompt prompt={prompt} />
              <Button variant="outline" size="sm" onClick={() => onEdit(prompt)}>
                <Pencil />
                Adjust
              </Button>
            </div>
          </div>
          <CollapsibleContent className="border-t px-4 py-3">
            <p className="whitespace-pre-wrap break-words leading-relaxed">
              {prompt.prompt || "Deze prompt heeft nog geen tekst."}
            </p>
            {prompt.changedBy && (
              <p className="mt-3 text-muted-foreground text-xs">
                Gewijzigd door {prompt.changedBy} op {formatDateTime(prompt.changedAt)}
              </p>
            )}
          </CollapsibleContent>
        </Collapsible>
      </Card>
    </article>
  );
});

const CopyPrompt = ({ prompt }: { prompt: Prompt }) => (
  <CopyButton
    text={prompt.prompt}
    label={`Kopieer ${promptDisplayName(prompt)}`}
    onCopied={() =>
      showToast({ title: "Gekopieerd!", description: `"${promptDisplayName(prompt)}" is gekopieerd naar klembord` })
    }
    onFailed={() => showToast({ title: "Fout", description: "Kon prompt niet kopiëren", tone: "destructive" })}
    className="size-8"
  />
);
