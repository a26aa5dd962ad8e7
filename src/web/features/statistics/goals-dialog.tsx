import { type FormEvent, useState } from "react";
import { GOAL_MEASURES, type Goals, type GoalTargets, MAX_GOAL } from "#contract/statistics.ts";
import { FormDialog, FormDialogActions } from "#ui/dialog/form-dialog.tsx";
import { Field } from "#ui/field/field.tsx";
import { Input } from "#ui/field/input.tsx";
import { GOAL_LABELS } from "./results-measures.ts";
import { useSetGoals } from "./statistics.api.ts";

type GoalsDialogProps = { open: boolean; goals: Goals; onClose: () => void };

export const GoalsDialog = ({ open, goals, onClose }: GoalsDialogProps) => (
  <FormDialog
    open={open}
    onClose={onClose}
    title="Doelen instellen"
    description="Per kalendermaand, voor het hele bedrijf. Laat leeg wat je niet wilt volgen."
  >
    <GoalsForm goals={goals} onDone={onClose} />
  </FormDialog>
);

const WHOLE_NUMBER = /^[1-9]\d*$/;
/** "1.000" is a thousand. */
const THOUSANDS = /^[1-9]\d{0,2}(\.\d{3})+$/;

const withoutSeparators = (text: string): string => (THOUSANDS.test(text) ? text.replaceAll(".", "") : text);

const WRONG_GOAL = `Vul een heel getal van 1 tot en met ${MAX_GOAL.toLocaleString("nl-NL")} in, of laat het leeg.`;

function GoalsForm({ goals, onDone }: { goals: Goals; onDone: () => void }) {
  const save = useSetGoals();
  const [texts, setTexts] = useState<Record<string, string>>(() =>
    Object.fromEntries(goals.measures.map(({ measure, target }) => [measure, target === null ? "" : String(target)])),
  );
  const textOf = (measure: string) => withoutSeparators((texts[measure] ?? "").trim());
  const isWrong = (measure: string) =>
    textOf(measure) !== "" && !(WHOLE_NUMBER.test(textOf(measure)) && Number(textOf(measure)) <= MAX_GOAL);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending || GOAL_MEASURES.some(isWrong)) return;
    const targets = Object.fromEntries(
      GOAL_MEASURES.map((measure) => [measure, textOf(measure) === "" ? null : Number(textOf(measure))]),
    ) as GoalTargets;
    save.mutate(targets, { onSuccess: onDone });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        {GOAL_MEASURES.map((measure) => (
          <Field key={measure} label={GOAL_LABELS[measure]} error={isWrong(measure) ? WRONG_GOAL : undefined}>
            <Input
              inputMode="numeric"
              value={texts[measure] ?? ""}
              onChange={(event) => setTexts({ ...texts, [measure]: event.target.value })}
            />
          </Field>
        ))}
      </div>
      <FormDialogActions busy={save.isPending} />
    </form>
  );
}
