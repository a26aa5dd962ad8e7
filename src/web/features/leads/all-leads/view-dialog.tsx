import { type FormEvent, useState } from "react";
import type { LeadView, LeadViewSettings } from "#contract/lead-views.ts";
import { FormDialog, FormDialogActions } from "#ui/dialog/form-dialog.tsx";
import { Checkbox } from "#ui/field/checkbox.tsx";
import { Field } from "#ui/field/field.tsx";
import { Input } from "#ui/field/input.tsx";
import { useSaveView } from "./lead-views.api.ts";

type ViewDialogProps = {
  /** Null: a new view, with these settings. */
  view: LeadView | null;
  settings: LeadViewSettings;
  onClose: () => void;
  /** Called with a new view. A new name leaves the screen as it is. */
  onAdded: (view: LeadView) => void;
};

export function ViewDialog({ view, settings, onClose, onAdded }: ViewDialogProps) {
  const [name, setName] = useState(view?.name ?? "");
  const [isShared, setIsShared] = useState(view?.isShared ?? false);
  const [isMissing, setIsMissing] = useState(false);
  const save = useSaveView();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return setIsMissing(true);
    const saved = view ? { id: view.id, name, isShared } : { name, isShared, settings };
    return save.mutate(saved, {
      onSuccess: (stored) => {
        onClose();
        if (!view) onAdded(stored);
      },
    });
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      size="sm"
      title={view ? "Weergave wijzigen" : "Weergave opslaan"}
      description="Een weergave onthoudt de filters, de volgorde en de kolommen."
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field label="Naam" required error={isMissing && "Geef de weergave een naam."}>
          <Input
            value={name}
            maxLength={80}
            placeholder="Bijvoorbeeld: Hot leads van Frank"
            onChange={(event) => {
              setName(event.target.value);
              setIsMissing(false);
            }}
          />
        </Field>
        <Field label="Delen met alle collega's" inline>
          <Checkbox checked={isShared} onCheckedChange={(checked) => setIsShared(checked === true)} />
        </Field>
        <FormDialogActions busy={save.isPending} />
      </form>
    </FormDialog>
  );
}
