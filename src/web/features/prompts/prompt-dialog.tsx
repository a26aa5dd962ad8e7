import { type FormEvent, type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { describeTooLongPrompt, EMPTY_PROMPT, type Prompt, type PromptPurpose } from "#contract/prompts.ts";
import { KeptDraftNotice } from "#lib/forms/kept-draft-notice.tsx";
import { useDraft } from "#lib/forms/use-draft.ts";
import { type OnDirty, useDraftGuard } from "#lib/forms/use-draft-guard.ts";
import { Button } from "#ui/button/button.tsx";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import { DialogClose, DialogFooter } from "#ui/dialog/dialog.tsx";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { TextConflict } from "#ui/feedback/text-conflict.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { Field } from "#ui/field/field.tsx";
import { Input, Textarea } from "#ui/field/input.tsx";
import { lazyComponent } from "#ui/lazy-component.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#ui/page/tabs.tsx";
import { Select } from "#ui/select/select.tsx";
import { promptDisplayName } from "./prompt-card.tsx";
import { PromptHistory } from "./prompt-history.tsx";
import type { WorkbenchTab } from "./prompt-workbench.tsx";
import { useSavePrompt, useSetPurpose } from "./prompts.api.ts";
import {
  goLiveQuestion,
  isTestedPurpose,
  isUnusablyLong,
  type LatestTest,
  testResultOf,
  useHasWriter,
} from "./workbench/workbench.api.ts";

/** The text being edited, and whether it conflicts with the stored text. */
type PromptDraft = {
  text: string;
  /** The stored version that the edit is based on. */
  version: number;
  inConflict: boolean;
  setText: (text: string) => void;
  keepMine: () => void;
  takeTheirs: () => void;
};

export const PURPOSES: readonly { value: PromptPurpose; label: string }[] = [
  { value: "icebreaker", label: "Ice breakers" },
  { value: "followup", label: "Follow-ups" },
  { value: "information", label: "Informatie (rating)" },
  { value: "linkedin", label: "LinkedIn (rating)" },
  { value: "reply", label: "Antwoorden" },
  { value: "other", label: "Iets anders" },
];

// Only companies with the built-in writer load the workbench.
const PromptWorkbench = lazyComponent(() => import("./prompt-workbench.tsx"), "PromptWorkbench");

const SyncedRecordLinks = lazyComponent(() => import("#lib/sync/record-history.tsx"), "SyncedRecordLinks");
const PromptVariables = lazyComponent(() => import("./prompt-variables.tsx"), "PromptVariables");

type PromptFormProps = {
  prompt: Prompt;
  draft: PromptDraft;
  field: RefObject<HTMLTextAreaElement | null>;
  /**
   * What to ask before the text goes live; undefined if it is unchanged, passed the test set, or no test set applies: another purpose,
   * or no built-in writer.
   */
  question: ReturnType<typeof goLiveQuestion>;
  onSaved: () => void;
  onTest: () => void;
};

function PromptForm({ prompt, draft, field, question, onSaved, onTest }: PromptFormProps) {
  const save = useSavePrompt();
  const confirm = useConfirm();
  const setPurpose = useSetPurpose(prompt.id);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (draft.text.trim() === "") {
      return showToast({ title: "Validatiefout", description: EMPTY_PROMPT, tone: "destructive" });
    }
    if (save.isPending) return;
    if (question && !(await confirm(question))) return onTest();
    save.mutate({ id: prompt.id, text: draft.text, basedOnVersion: draft.version }, { onSuccess: onSaved });
  };
  return (
    <form onSubmit={submit} className="flex grow flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Naam">
          <Input readOnly value={promptDisplayName(prompt)} />
        </Field>
        <Field label="Accountmanager">
          <Input readOnly value={prompt.accountManager ?? ""} />
        </Field>
        <Field label="Doel" hint="Waarvoor de ingebouwde schrijver deze prompt gebruikt.">
          <Select options={PURPOSES} value={prompt.purpose} onValueChange={(purpose) => setPurpose.mutate(purpose)} />
        </Field>
      </div>
      <Field label="Prompt Tekst" required>
        <Textarea ref={field} rows={12} value={draft.text} onChange={(event) => draft.setText(event.target.value)} />
      </Field>
      <TooLongPrompt prompt={draft.text} purpose={prompt.purpose} />
      <Suspense>
        <PromptVariables text={draft.text} field={field} onTextChange={draft.setText} />
      </Suspense>
      {draft.inConflict && (
        <TextConflict
          who={prompt.changedBy ?? "Iemand anders"}
          theirs={prompt.prompt}
          onKeepMine={draft.keepMine}
          onTakeTheirs={draft.takeTheirs}
        />
      )}
      {prompt.sync === "conflict" && <AirtableConflict />}
      <DialogFooter className="mt-auto">
        <DialogClose>
          <Button variant="outline">Annuleren</Button>
        </DialogClose>
        <Button type="submit" busy={save.isPending} busyLabel="Opslaan...">
          Save
        </Button>
      </DialogFooter>
    </form>
  );
}

/** Says that the built-in writer cannot use a prompt of this length. */
export function TooLongPrompt(prompt: Pick<Prompt, "prompt" | "purpose">) {
  const hasWriter = useHasWriter();
  return (
    <p role="status" className="text-[0.8125rem] text-warning empty:hidden">
      {hasWriter && isUnusablyLong(prompt) && describeTooLongPrompt(prompt.prompt)}
    </p>
  );
}

const AirtableConflict = () => (
  <p role="note" className="rounded-sm bg-warning-soft px-3 py-2 text-sm text-warning">
    Deze prompt is ook in Airtable gewijzigd. Een beheerder kiest bij Bedrijf Beheer welke van de twee blijft; tot dan
    staat hier de tekst van hier.
  </p>
);

type PromptDialogProps = {
  open: boolean;
  /** The current server state; it may change while the user types. */
  prompt: Prompt;
  onClose: () => void;
};

export function PromptDialog({ open, prompt, onClose }: PromptDialogProps) {
  const { onDirty, requestClose } = useDraftGuard(onClose);
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <FormDialog
      open={open}
      onClose={requestClose}
      title="Prompt Bewerken"
      size="xl"
      firstFocus={field}
      // A fixed height: the dialog is centred and would move with every tab.
      className="h-[88dvh] sm:h-[min(52rem,calc(100dvh-2rem))]"
    >
      <PromptEditor prompt={prompt} onClose={onClose} onDirty={onDirty} field={field} />
    </FormDialog>
  );
}

/** useDraft edits named texts; a prompt has only this one. */
const TEXT_KEY = "prompt";
const TAB_NAMES = ["text", "workbench", "history"] as const;
type TabName = (typeof TAB_NAMES)[number];

type PromptEditorProps = Omit<PromptDialogProps, "open"> & {
  onDirty: OnDirty;
  field: RefObject<HTMLTextAreaElement | null>;
};

/** Holds the draft above the tabs, so that switching to the history does not lose it. */
function PromptEditor({ prompt, onClose, onDirty, field }: PromptEditorProps) {
  const [tab, setTab] = useState<TabName>("text");
  const draft = useDraft({ [TEXT_KEY]: prompt.prompt }, prompt.version, `prompt:${prompt.id}`);
  const changed = TEXT_KEY in draft.changes;
  const hasWriter = useHasWriter();
  const text = draft.texts[TEXT_KEY] ?? "";
  const [tested, setTested] = useState<LatestTest>();
  const [workbenchTab, setWorkbenchTab] = useState<WorkbenchTab>("try");
  const result = testResultOf(tested, text);
  const question = goLiveQuestion(result, "Opslaan", result.status === "failed" ? "Bekijk de testset" : "Eerst testen");
  useEffect(() => onDirty(changed ? draft.forget : undefined), [changed, draft.forget, onDirty]);
  return (
    <Tabs
      value={tab}
      onValueChange={(next) => setTab(TAB_NAMES.find((name) => name === next) ?? "text")}
      className="flex min-h-full flex-col"
    >
      <TabsList aria-label="Prompt">
        <TabsTrigger value="text">Tekst</TabsTrigger>
        {hasWriter && <TabsTrigger value="workbench">Werkbank</TabsTrigger>}
        <TabsTrigger value="history">Geschiedenis</TabsTrigger>
      </TabsList>
      <TabsContent value="text" className="grow flex-col pt-4 data-[state=active]:flex">
        <KeptDraftNotice kept={draft.kept} />
        <PromptForm
          prompt={prompt}
          field={field}
          draft={{
            text,
            version: draft.version,
            inConflict: draft.conflicts.includes(TEXT_KEY),
            setText: (text) => draft.setText(TEXT_KEY, text),
            keepMine: () => draft.keepMine(TEXT_KEY),
            takeTheirs: () => draft.takeTheirs(TEXT_KEY),
          }}
          question={hasWriter && changed && isTestedPurpose(prompt.purpose) ? question : undefined}
          onSaved={() => {
            draft.forget();
            onClose();
          }}
          onTest={() => {
            setWorkbenchTab("test");
            setTab("workbench");
          }}
        />
      </TabsContent>
      {hasWriter && (
        <TabsContent value="workbench" className="pt-4 pb-5">
          <Suspense fallback={<LinesSkeleton />}>
            <PromptWorkbench
              prompt={prompt}
              text={text}
              onTextChange={(next) => draft.setText(TEXT_KEY, next)}
              onTested={(text, failed) => setTested({ text, failed })}
              firstTab={workbenchTab}
            />
          </Suspense>
        </TabsContent>
      )}
      <TabsContent value="history" className="pt-4 pb-5">
        <PromptHistory prompt={prompt} onRestored={() => setTab("text")} />
        <Suspense>
          <SyncedRecordLinks table="prompts" recordId={prompt.id} />
        </Suspense>
      </TabsContent>
    </Tabs>
  );
}
