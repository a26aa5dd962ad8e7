import { useController, useForm } from "react-hook-form";
import { INVITATION_RAMP } from "#contract/invitation-ramp.ts";
import { type SenderFormValues, senderFormSchema } from "#contract/sender-forms.ts";
import type { Sender } from "#contract/senders.ts";
import { useColleagues } from "#lib/api/colleagues.ts";
import { DAY_MS, fromWallClock, toWallClock } from "#lib/dates/dates.ts";
import { FormRow, FormSection, NumberField, SelectField, SwitchField, TextField } from "#lib/forms/form-fields.tsx";
import { changedValues, formResolver, showFieldErrors } from "#lib/forms/form-resolver.ts";
import { displayName } from "#lib/labels/person.ts";
import { cn } from "#ui/cn.ts";
import { DatePicker, DateTimePicker } from "#ui/date/date-picker.tsx";
import { FormDialog, FormDialogActions } from "#ui/dialog/form-dialog.tsx";
import { Field } from "#ui/field/field.tsx";
import { Switch } from "#ui/field/switch.tsx";
import { Select } from "#ui/select/select.tsx";
import { RulesPreview, type SenderControl } from "./rules-preview.tsx";
import { activeHold, DAYS } from "./sender-texts.ts";
import { useUpdateSender } from "./senders.api.ts";

type SenderDialogProps = { open: boolean; sender: Sender; companyId: string; onClose: () => void };

export const SenderDialog = ({ open, sender, companyId, onClose }: SenderDialogProps) => (
  <FormDialog
    open={open}
    onClose={onClose}
    size="xl"
    title="Afzender bewerken"
    description={sender.aliases.length > 0 ? `Ook: ${sender.aliases.join(", ")}` : undefined}
  >
    <SenderForm sender={sender} companyId={companyId} onDone={onClose} />
  </FormDialog>
);

const toSenderForm = (sender: Sender): SenderFormValues => {
  const { name, userId, formOfAddress, hours, caps, spacing, rampStartedOn } = sender;
  return { name, userId, formOfAddress, hours, caps, spacing, rampStartedOn, hold: activeHold(sender, Date.now()) };
};

const FORMS_OF_ADDRESS = [
  { value: "je", label: "je" },
  { value: "u", label: "u" },
] as const;

function SenderForm({
  sender,
  companyId,
  onDone,
}: Omit<SenderDialogProps, "open" | "onClose"> & { onDone: () => void }) {
  const update = useUpdateSender(sender.id);
  const form = useForm<SenderFormValues>({
    resolver: formResolver(senderFormSchema),
    defaultValues: toSenderForm(sender),
  });
  const { control, handleSubmit, formState } = form;
  const { dirtyFields } = formState;
  const save = (values: SenderFormValues) =>
    update.mutate(changedValues(values, dirtyFields), {
      onSuccess: onDone,
      onError: (error) => showFieldErrors(error, form),
    });
  return (
    <form noValidate onSubmit={handleSubmit(save)}>
      <FormSection title="Wie">
        <FormRow>
          <TextField control={control} name="name" label="Naam" required />
          <SelectField control={control} name="formOfAddress" label="Aanspreekvorm" options={FORMS_OF_ADDRESS} />
        </FormRow>
        <UserField control={control} companyId={companyId} />
      </FormSection>
      <HoursSection control={control} />
      <LimitsSection control={control} />
      <SpacingSection control={control} />
      <FormSection title="Stilzetten" description="Tot die tijd wordt er niets verstuurd namens deze afzender.">
        <HoldField control={control} />
      </FormSection>
      <RulesPreview sender={sender} control={control} />
      <FormDialogActions busy={update.isPending} />
    </form>
  );
}

const HoursSection = ({ control }: { control: SenderControl }) => (
  <FormSection title="Werktijden" description="Alleen dan wordt er verstuurd, in Nederlandse tijd.">
    <DaysField control={control} />
    <FormRow>
      <TextField control={control} name="hours.from" label="Van" required inputMode="numeric" placeholder="08:30" />
      <TextField control={control} name="hours.until" label="Tot" required inputMode="numeric" placeholder="17:30" />
    </FormRow>
    <SwitchField control={control} name="hours.holidays" label="Ook op feestdagen" />
  </FormSection>
);

const LimitsSection = ({ control }: { control: SenderControl }) => (
  <FormSection title="Limieten" description="Wat op een dag overblijft, wordt later niet ingehaald.">
    <FormRow>
      <NumberField control={control} name="caps.messagesPerDay" label="Berichten per dag" required />
      <NumberField control={control} name="caps.invitationsPerDay" label="Uitnodigingen per dag" required />
      <NumberField control={control} name="caps.invitationsPerWeek" label="Uitnodigingen in 7 dagen" required />
      <RampField control={control} />
    </FormRow>
  </FormSection>
);

const SpacingSection = ({ control }: { control: SenderControl }) => (
  <FormSection
    title="Tussentijd"
    description="Tussen twee keer versturen, willekeurig tussen de kortste en de langste."
  >
    <FormRow>
      <NumberField
        control={control}
        name="spacing.messages.0"
        label="Berichten, minimaal (minuten)"
        step={0.5}
        required
      />
      <NumberField
        control={control}
        name="spacing.messages.1"
        label="Berichten, maximaal (minuten)"
        step={0.5}
        required
      />
      <NumberField
        control={control}
        name="spacing.invitations.0"
        label="Uitnodigingen, minimaal (minuten)"
        step={0.5}
        required
      />
      <NumberField
        control={control}
        name="spacing.invitations.1"
        label="Uitnodigingen, maximaal (minuten)"
        step={0.5}
        required
      />
    </FormRow>
  </FormSection>
);

const NO_USER = "none";

function UserField({ control, companyId }: { control: SenderControl; companyId: string }) {
  const { field, fieldState } = useController({ control, name: "userId" });
  const colleagues = useColleagues(companyId).data ?? [];
  return (
    <Field
      label="Gekoppelde gebruiker"
      hint={'Die ziet deze afzender in de filters onder "Mijn".'}
      error={fieldState.error?.message}
    >
      <Select
        options={[
          { value: NO_USER, label: "Niemand" },
          ...colleagues.map((colleague) => ({ value: colleague.id, label: displayName(colleague) })),
        ]}
        value={field.value ?? NO_USER}
        onValueChange={(id) => field.onChange(id === NO_USER ? null : id)}
      />
    </Field>
  );
}

function DaysField({ control }: { control: SenderControl }) {
  const { field, fieldState } = useController({ control, name: "hours.days" });
  const toggle = (day: number) =>
    field.onChange(
      field.value.includes(day)
        ? field.value.filter((other) => other !== day)
        : [...field.value, day].toSorted((one, other) => one - other),
    );
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-[0.8125rem]">Dagen</legend>
      <div className="flex flex-wrap gap-1">
        {DAYS.map(({ short, name }, index) => (
          <button
            key={name}
            type="button"
            aria-label={name}
            aria-pressed={field.value.includes(index + 1)}
            onClick={() => toggle(index + 1)}
            className={cn(
              "h-9 min-w-10 cursor-pointer rounded-sm border bg-card px-2 text-[0.8125rem] shadow-xs hover:bg-accent",
              "aria-pressed:border-primary aria-pressed:bg-primary aria-pressed:text-primary-foreground",
            )}
          >
            {short}
          </button>
        ))}
      </div>
      {fieldState.error && (
        <p role="alert" className="text-danger text-xs">
          {fieldState.error.message}
        </p>
      )}
    </fieldset>
  );
}

function RampField({ control }: { control: SenderControl }) {
  const { field } = useController({ control, name: "rampStartedOn" });
  return (
    <Field
      label="Nieuw account sinds"
      hint={`Het aantal uitnodigingen loopt dan op: ${INVITATION_RAMP.firstDay} per dag, elke werkdag ${INVITATION_RAMP.step} meer.`}
    >
      <DatePicker value={field.value} onValueChange={field.onChange} />
    </Field>
  );
}

function HoldField({ control }: { control: SenderControl }) {
  const { field } = useController({ control, name: "hold" });
  const start = () => field.onChange({ until: new Date(Date.now() + DAY_MS).toISOString(), reason: "" });
  return (
    <>
      <Field label="Afzender stilzetten" inline>
        <Switch checked={field.value !== null} onCheckedChange={(on) => (on ? start() : field.onChange(null))} />
      </Field>
      {field.value && <HoldDetails control={control} />}
    </>
  );
}

/** Only rendered with a hold: registering its fields would turn "no hold" into an empty one. */
function HoldDetails({ control }: { control: SenderControl }) {
  const { field, fieldState } = useController({ control, name: "hold.until" });
  return (
    <FormRow>
      <Field label="Tot" required error={fieldState.error?.message}>
        <DateTimePicker
          value={toWallClock(field.value)}
          onValueChange={(moment) => field.onChange(moment ? fromWallClock(moment) : "")}
        />
      </Field>
      <TextField control={control} name="hold.reason" label="Reden" required />
    </FormRow>
  );
}
