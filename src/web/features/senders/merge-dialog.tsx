import { useState } from "react";
import type { Sender } from "#contract/senders.ts";
import { Button } from "#ui/button/button.tsx";
import { DialogClose, DialogFooter } from "#ui/dialog/dialog.tsx";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { Field } from "#ui/field/field.tsx";
import { Select } from "#ui/select/select.tsx";
import { joinNames } from "./sender-texts.ts";
import { useMergeSender } from "./senders.api.ts";

type MergeDialogProps = { open: boolean; sender: Sender; senders: readonly Sender[]; onClose: () => void };

export const MergeDialog = ({ open, sender, senders, onClose }: MergeDialogProps) => (
  <FormDialog open={open} onClose={onClose} title={`${sender.name} samenvoegen`}>
    <MergeForm sender={sender} others={senders.filter(({ id }) => id !== sender.id)} onDone={onClose} />
  </FormDialog>
);

type MergeFormProps = { sender: Sender; others: readonly Sender[]; onDone: () => void };

function MergeForm({ sender, others, onDone }: MergeFormProps) {
  const [targetId, setTargetId] = useState<string>();
  const merge = useMergeSender(sender);
  const target = others.find(({ id }) => id === targetId);
  return (
    <div className="flex flex-col gap-4">
      <Field label="Met welke afzender?">
        <Select
          options={others.map(({ id, name }) => ({ value: id, label: name }))}
          value={targetId}
          onValueChange={setTargetId}
        />
      </Field>
      {/* The live region must exist before its text, or a screen reader does not announce it. */}
      <div role="status">
        {target ? (
          <Consequences sender={sender} target={target} />
        ) : (
          <p className="text-muted-foreground">
            De afzender die je kiest, blijft bestaan. De berichten, uitnodigingen en prompts van {sender.name} gaan
            daarheen; {sender.name} zelf verdwijnt uit de lijst.
          </p>
        )}
      </div>
      <DialogFooter>
        <DialogClose>
          <Button variant="outline">Annuleren</Button>
        </DialogClose>
        <Button
          data-main-action
          variant="destructive"
          disabled={!target}
          busy={merge.isPending}
          busyLabel="Samenvoegen..."
          onClick={() => target && merge.mutate(target.id, { onSuccess: onDone })}
        >
          Samenvoegen
        </Button>
      </DialogFooter>
    </div>
  );
}

const Consequences = ({ sender, target }: { sender: Sender; target: Sender }) => {
  const names = [sender.name, ...sender.aliases];
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5">
      <li>
        {joinNames(names)} {names.length === 1 ? "wordt een naam" : "worden namen"} van {target.name}. Ook nieuwe
        berichten, uitnodigingen en prompts onder {names.length === 1 ? "die naam" : "die namen"} horen daarbij.
      </li>
      <li>
        Wat onder {names.length === 1 ? "die naam" : "die namen"} klaarstaat, volgt de werktijden en limieten van{" "}
        {target.name}.
      </li>
      <li>De eigen instellingen van {sender.name} vervallen. Samenvoegen is niet terug te draaien.</li>
    </ul>
  );
};
