import { type FormEvent, useId, useState } from "react";
import { NO_SENDER } from "#contract/senders.ts";
import { useSenders } from "#lib/api/senders.ts";
import { formatLeadCount } from "#lib/labels/person.ts";
import { FormDialog, FormDialogActions } from "#ui/dialog/form-dialog.tsx";
import { Field } from "#ui/field/field.tsx";
import { Input } from "#ui/field/input.tsx";
import { useLeadFilterOptions } from "../leads.api.ts";
import { useChangeOwner } from "./bulk-actions.api.ts";
import type { BulkActionProps } from "./lead-selection.tsx";

type OwnerDialogProps = BulkActionProps & { onClose: () => void };

/** Suggests the senders and the owners that other leads have; an empty field removes the owner. */
export function OwnerDialog({ ids, onClose, onDone }: OwnerDialogProps) {
  const [name, setName] = useState("");
  const suggestions = useId();
  const { owners = [] } = useLeadFilterOptions().data ?? {};
  const senders = useSenders().data ?? [];
  const names = [...new Set([...senders.map(({ name: sender }) => sender), ...owners])]
    .filter((known) => known !== NO_SENDER)
    .toSorted((one, other) => one.localeCompare(other, "nl"));
  const change = useChangeOwner();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(
      { ids, contractOwner: name.trim() || null },
      {
        onSuccess: () => {
          onClose();
          onDone();
        },
      },
    );
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Contact Owner wijzigen"
      description={formatLeadCount(ids.length)}
      size="sm"
    >
      <form onSubmit={submit}>
        <Field label="Contact Owner" hint="Leeg laten haalt de Contact Owner weg. De wijziging gaat ook naar Airtable.">
          <Input value={name} maxLength={200} list={suggestions} onChange={(event) => setName(event.target.value)} />
        </Field>
        <datalist id={suggestions}>
          {names.map((owner) => (
            <option key={owner} value={owner} />
          ))}
        </datalist>
        <FormDialogActions busy={change.isPending} />
      </form>
    </FormDialog>
  );
}
