import { type FormEvent, Suspense, useId, useState } from "react";
import { EMPTY_PROMPT, type PromptPurpose } from "#contract/prompts.ts";
import { Button } from "#ui/button/button.tsx";
import { useConfirm, useDiscardGuard } from "#ui/dialog/confirm.tsx";
import { DialogClose, DialogFooter } from "#ui/dialog/dialog.tsx";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { Field } from "#ui/field/field.tsx";
import { Input, Textarea } from "#ui/field/input.tsx";
import { lazyComponent } from "#ui/lazy-component.tsx";
import { Select } from "#ui/select/select.tsx";
import { PURPOSES, TooLongPrompt } from "./prompt-dialog.tsx";
import { useCreatePrompt } from "./prompts.api.ts";
import {
  goLiveQuestion,
  isTestedPurpose,
  type LatestTest,
  testNewPrompt,
  testResultOf,
  useHasWriter,
} from "./workbench/workbench.api.ts";

// Only companies that use the built-in writer need it.
const PromptTestSet = lazyComponent(() => import("./workbench/prompt-test-set.tsx"), "PromptTestSet");

type NewPromptDialogProps = { open: boolean; accountManagers: readonly string[]; onClose: () => void };

export function NewPromptDialog({ open, accountManagers, onClose }: NewPromptDialogProps) {
  const { setDirty, requestClose } = useDiscardGuard(onClose);
  return (
    <FormDialog open={open} onClose={requestClose} title="Nieuwe prompt" size="lg">
      <NewPromptForm accountManagers={accountManagers} onDirty={() => setDirty(true)} onDone={onClose} />
    </FormDialog>
  );
}

type NewPromptFormProps = { accountManagers: readonly string[]; onDirty: () => void; onDone: () => void };

function NewPromptForm({ accountManagers, onDirty, onDone }: NewPromptFormProps) {
  const create = useCreatePrompt();
  const namesId = useId();
  const [values, setValues] = useState({ promptName: "", accountManager: "", prompt: "" });
  const [purpose, setPurpose] = useState<PromptPurpose>("icebreaker");
  const [isSubmitted, setIsSubmitted] = useState(false);
  const hasWriter = useHasWriter();
  const confirm = useConfirm();
  const [isTesting, setTesting] = useState(false);
  const [tested, setTested] = useState<LatestTest>();
  const set = (change: Partial<typeof values>) => {
    onDirty();
    setValues({ ...values, ...change });
  };
  const isBlank = (text: string) => text.trim() === "";
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (create.isPending || isBlank(values.promptName) || isBlank(values.prompt)) return;
    if (hasWriter && isTestedPurpose(purpose)) {
      const question = goLiveQuestion(testResultOf(tested, values.prompt), "Toevoegen", "Eerst testen");
      if (question && !(await confirm(question))) return setTesting(true);
    }
    create.mutate({ ...values, purpose }, { onSuccess: onDone });
  };
  const errorOf = (text: string, error: string) => (isSubmitted && isBlank(text) ? error : undefined);
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Naam" required error={errorOf(values.promptName, "Vul de naam van de prompt in.")}>
          <Input
            maxLength={200}
            value={values.promptName}
            onChange={(event) => set({ promptName: event.target.value })}
          />
        </Field>
        <Field label="Doel" hint="Waarvoor de ingebouwde schrijver deze prompt gebruikt.">
          <Select options={PURPOSES} value={purpose} onValueChange={setPurpose} />
        </Field>
      </div>
      <Field
        label="Accountmanager"
        hint="De naam waaronder wordt verstuurd. Een nieuwe naam wordt een afzender. Leeg: de prompt is voor iedereen."
      >
        <Input
          list={namesId}
          maxLength={200}
          value={values.accountManager}
          onChange={(event) => set({ accountManager: event.target.value })}
        />
      </Field>
      <datalist id={namesId}>
        {accountManagers.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Field label="Prompt Tekst" required error={errorOf(values.prompt, EMPTY_PROMPT)}>
        <Textarea rows={10} value={values.prompt} onChange={(event) => set({ prompt: event.target.value })} />
      </Field>
      <TooLongPrompt prompt={values.prompt} purpose={purpose} />
      {isTesting && isTestedPurpose(purpose) && (
        <Suspense fallback={<LinesSkeleton />}>
          <PromptTestSet
            text={values.prompt}
            test={(n) => testNewPrompt({ prompt: values.prompt, purpose, accountManager: values.accountManager, n })}
            onTested={(text, failed) => setTested({ text, failed })}
          />
        </Suspense>
      )}
      <DialogFooter>
        <DialogClose>
          <Button variant="outline">Annuleren</Button>
        </DialogClose>
        <Button type="submit" busy={create.isPending} busyLabel="Toevoegen...">
          Toevoegen
        </Button>
      </DialogFooter>
    </form>
  );
}
