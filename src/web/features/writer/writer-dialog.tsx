import { useForm, useWatch } from "react-hook-form";
import type { z } from "zod";
import { type WriterChange, writerChange } from "#contract/company-forms.ts";
import type { WriterSettings } from "#contract/writer.ts";
import { errorMessage } from "#lib/api/api.ts";
import { showFormError } from "#lib/forms/form-error.ts";
import { SwitchField, TextField } from "#lib/forms/form-fields.tsx";
import { formResolver } from "#lib/forms/form-resolver.ts";
import { WriterFields } from "#lib/forms/writer-fields.tsx";
import { Button } from "#ui/button/button.tsx";
import { cn } from "#ui/cn.ts";
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
            <ModelTest form={{ aiBaseUrl, aiModel, aiApiKey }} />
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

type ModelTestProps = {
  form: { aiBaseUrl?: string | null | undefined; aiModel?: string | null | undefined; aiApiKey?: string | undefined };
};

function ModelTest({ form }: ModelTestProps) {
  const test = useTestModel();
  const outcome = test.isError
    ? { ok: false, message: errorMessage(test.error, "De verbinding kon niet worden getest.") }
    : test.data;
  return (
    <div className="flex flex-col items-start gap-2">
      <Button variant="outline" size="sm" busy={test.isPending} busyLabel="Testen..." onClick={() => test.mutate(form)}>
        Test verbinding
      </Button>
      {/* The live region must exist before its text, or a screen reader does not announce it. */}
      <p role="status" className={cn("text-[0.8125rem]", outcome?.ok ? "text-success" : "text-danger")}>
        {!test.isPending && outcome?.message}
      </p>
    </div>
  );
}
