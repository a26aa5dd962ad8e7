import { type RefObject, useEffect, useRef, useState } from "react";
import type { Prompt } from "#contract/prompts.ts";
import { useDraft } from "#lib/use-draft.ts";
import { FormDialog } from "#ui/form-dialog.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#ui/tabs.tsx";
import { useDiscardGuard } from "#ui/use-discard-guard.ts";
import { PromptForm } from "./prompt-form.tsx";
import { PromptHistory } from "./prompt-history.tsx";

type PromptDialogProps = {
  open: boolean;
  /** As it is now, also while somebody types. */
  prompt: Prompt;
  onClose: () => void;
};

export function PromptDialog({ open, prompt, onClose }: PromptDialogProps) {
  const { setDirty, requestClose } = useDiscardGuard(onClose);
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <FormDialog open={open} onClose={requestClose} title="Prompt Bewerken" size="xl" firstFocus={field}>
      <PromptEditor prompt={prompt} onClose={onClose} onDirty={setDirty} field={field} />
    </FormDialog>
  );
}

/** The name of the one part a prompt's text has. */
const TEXT = "prompt";
type TabName = "text" | "history";

type PromptEditorProps = Omit<PromptDialogProps, "open"> & {
  onDirty: (dirty: boolean) => void;
  field: RefObject<HTMLTextAreaElement | null>;
};

/** What is typed outlives a look at the history. */
function PromptEditor({ prompt, onClose, onDirty, field }: PromptEditorProps) {
  const [tab, setTab] = useState<TabName>("text");
  const draft = useDraft({ [TEXT]: prompt.prompt }, prompt.version);
  const changed = TEXT in draft.changes;
  useEffect(() => onDirty(changed), [changed, onDirty]);
  return (
    <Tabs value={tab} onValueChange={(next) => setTab(next === "history" ? next : "text")}>
      <TabsList aria-label="Prompt">
        <TabsTrigger value="text">Tekst</TabsTrigger>
        <TabsTrigger value="history">Geschiedenis</TabsTrigger>
      </TabsList>
      <TabsContent value="text" className="pt-4">
        <PromptForm
          prompt={prompt}
          field={field}
          draft={{
            text: draft.texts[TEXT] ?? "",
            version: draft.version,
            inConflict: draft.conflicts.includes(TEXT),
            type: (text) => draft.type(TEXT, text),
            keepMine: () => draft.keepMine(TEXT),
            takeTheirs: () => draft.takeTheirs(TEXT),
          }}
          onSaved={onClose}
        />
      </TabsContent>
      <TabsContent value="history" className="pt-4 pb-5">
        <PromptHistory prompt={prompt} onRestored={() => setTab("text")} />
      </TabsContent>
    </Tabs>
  );
}
