import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { MessageType } from "#contract/messages.ts";
import { writerRoutes } from "#contract/writer.ts";
import { call, errorMessage } from "#lib/api/api.ts";
import { useUndoableMutation } from "#lib/api/undo.tsx";
import { Button } from "#ui/button/button.tsx";
import { DialogClose, DialogFooter } from "#ui/dialog/dialog.tsx";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { Field } from "#ui/field/field.tsx";
import { Select } from "#ui/select/select.tsx";

const TYPES: readonly { value: MessageType; label: string }[] = [
  { value: "icebreaker", label: "Ice breakers" },
  { value: "followup", label: "Follow-ups" },
];
const RATINGS = ["9", "8", "7", "6", "5", "0"].map((value) => ({
  value,
  label: value === "0" ? "Alle leads met een rating" : `${value} of hoger`,
}));
const LIMITS = ["5", "10", "25", "50", "100"].map((value) => ({ value, label: `Hooguit ${value}` }));

/** Lets the built-in writer draft texts for the best rated leads that have none. */
export const RequestDraftsDialog = ({ onClose }: { onClose: () => void }) => (
  <FormDialog open onClose={onClose} title="Concepten laten schrijven">
    <RequestForm onDone={onClose} />
  </FormDialog>
);

const describeRequested = (requested: number): string => {
  if (requested === 0)
    return "Er is geen te benaderen lead met deze rating zonder zo'n bericht, of het wordt al geschreven.";
  return requested === 1 ? "Er wordt 1 concept geschreven." : `Er worden ${requested} concepten geschreven.`;
};

function RequestForm({ onDone }: { onDone: () => void }) {
  const client = useQueryClient();
  const [messageType, setType] = useState<MessageType>("icebreaker");
  const [minRating, setRating] = useState("7");
  const [limit, setLimit] = useState("10");
  const request = useUndoableMutation({
    mutationFn: () =>
      call(writerRoutes.requestDrafts, { body: { minRating: Number(minRating), limit: Number(limit), messageType } }),
    onSuccess: ({ requested }) => {
      showToast({ title: "Concepten", description: describeRequested(requested) });
      onDone();
    },
    onError: (error) =>
      showToast({
        title: "Fout",
        description: errorMessage(error, "De concepten konden niet worden aangevraagd."),
        tone: "destructive",
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ["messages", "writing"] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!request.isPending) request.mutate();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Soort bericht">
        <Select options={TYPES} value={messageType} onValueChange={setType} />
      </Field>
      <Field label="Rating van de lead" hint="De best beoordeelde leads zonder zo'n bericht komen eerst.">
        <Select options={RATINGS} value={minRating} onValueChange={setRating} />
      </Field>
      <Field label="Aantal">
        <Select options={LIMITS} value={limit} onValueChange={setLimit} />
      </Field>
      <DialogFooter>
        <DialogClose>
          <Button variant="outline">Annuleren</Button>
        </DialogClose>
        <Button type="submit" busy={request.isPending} busyLabel="Aanvragen...">
          Schrijven
        </Button>
      </DialogFooter>
    </form>
  );
}
