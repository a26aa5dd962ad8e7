import { type FormEvent, useId, useState } from "react";
import { formatLeadCount } from "#lib/labels/person.ts";
import { FormDialog, FormDialogActions } from "#ui/dialog/form-dialog.tsx";
import { Field } from "#ui/field/field.tsx";
import { Input } from "#ui/field/input.tsx";
import { useLeadFilterOptions } from "../leads.api.ts";
import { useTagLeads } from "./bulk-actions.api.ts";
import type { BulkActionProps } from "./lead-selection.tsx";

type TagDialogProps = BulkActionProps & { onClose: () => void };

/** Suggests the tags that other leads have. */
export function TagDialog({ ids, onClose, onDone }: TagDialogProps) {
  const [tag, setTag] = useState("");
  const suggestions = useId();
  const { tags = [] } = useLeadFilterOptions().data ?? {};
  const change = useTagLeads();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (tag.trim() === "") return;
    change.mutate(
      { ids, tag: tag.trim() },
      {
        onSuccess: () => {
          onClose();
          onDone();
        },
      },
    );
  };
  return (
    <FormDialog open onClose={onClose} title="Label toevoegen" description={formatLeadCount(ids.length)} size="sm">
      <form onSubmit={submit}>
        <Field label="Label" required>
          <Input value={tag} maxLength={40} list={suggestions} onChange={(event) => setTag(event.target.value)} />
        </Field>
        <datalist id={suggestions}>
          {tags.map((known) => (
            <option key={known} value={known} />
          ))}
        </datalist>
        <FormDialogActions busy={change.isPending} />
      </form>
    </FormDialog>
  );
}
