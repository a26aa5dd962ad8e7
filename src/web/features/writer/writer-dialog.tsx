import { useForm, useWatch } from "react-hook-form";
import type { z } from "zod";
import { type WriterChange, writerChange } from "#contract/company-forms.ts";
import type { WriterSettings } from "#contract/writer.ts";
import { ConnectionTest } from "#lib/forms/connection-test.tsx";
import { showFormError } from "#lib/forms/form-error.ts";
import { SwitchField, TextField } from "#lib/forms/form-fields.tsx";
import { formResolver } from "#lib/forms/form-resolver.ts";
import { WriterFields } from "#lib/forms/writer-fields.tsx";
import { FormDialog, FormDialogActions } from "#ui/dialog/form-dialog.tsx";
import { useChangeWriter, useTestModel } from "./writer.api.ts";

type WriterDialogProps = { open: boolean; settings: WriterSettings; onClose: () => void };

export const WriterDialog = ({ open, settings, onClose }: WriterDialogProps) => (
  <FormDialog open={open} onClose={onClose} size="lg" title="Schrijver instellen">
    <WriterForm settings={settings} onDone={onClose} />
  </FormDialog>
);

type WriterValues = z.input<typeof writerChange>;

function WriterForm({ settings, onDone }: { settings: WriterSettings; onDone: () => void }) {
  const change = useChangeWriter();
  const test = useTestModel();
  const form = useForm<WriterValues, unknown, WriterChange>({
    resolver: formResolver(writerChange),
    defaultValues: {
      writer: settings.writer,
      aiBaseUrl: settings.aiBaseUrl ?? "",
      aiModel: settings.aiModel ?? "",
      aiApiKey: "",
      aiDailyDrafts: settings.aiDailyDrafts,
      aiDailyTokens: settings.aiDailyTokens,
      confirmed: false,
    },
  });
  const { control, handleSubmit } = form;
  const [aiBaseUrl, aiModel, aiApiKey] = useWatch({ control, name: ["aiBaseUrl", "aiModel", "aiApiKey"] });
  const needsConfirmation = settings.writer !== "builtin" || (aiBaseUrl ?? "") !== (settings.aiBaseUrl ?? "");
  const save = (values: WriterChange) =>
    change.mutate(values, {
      onSuccess: onDone,
      onError: (error) => showFormError(error, form, "Er ging iets mis bij het opslaan van de schrijver."),
    });
  return (
    <form noValidate onSubmit={handleSubmit(save)} className="flex flex-col gap-4">
      <WriterFields
        control={control}
        keyField={
          <>
            <TextField
              control={control}
              name="aiApiKey"
              label="Sleutel"
              type="password"
              autoComplete="off"
              hint={settings.hasAiApiKey ? "Blijft dit leeg, dan blijft de huidige in gebruik." : undefined}
            />
            <ConnectionTest test={test} values={{ aiBaseUrl, aiModel, aiApiKey }} />
          </>
        }
      >
        {needsConfirmation && (
          <SwitchField
            control={control}
            name="confirmed"
            label="Ik bevestig dat deze gegevens naar de aanbieder mogen en dat er een verwerkersovereenkomst is."
          />
        )}
      </WriterFields>
      <FormDialogActions busy={change.isPending} />
    </form>
  );
}
