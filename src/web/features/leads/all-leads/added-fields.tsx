import { DatePicker } from "#ui/date/date-picker.tsx";
import { Field } from "#ui/field/field.tsx";

type AddedDays = { addedFrom?: string | undefined; addedTo?: string | undefined };
type AddedFieldsProps = { filters: AddedDays; onChange: (change: AddedDays) => void };

/** The filter by the day on which a lead was added. */
export const AddedFields = ({ filters: { addedFrom, addedTo }, onChange }: AddedFieldsProps) => (
  <div className="grid gap-3 sm:grid-cols-2">
    <Field label="Toegevoegd vanaf">
      <DatePicker
        value={addedFrom ?? null}
        {...(addedTo ? { max: addedTo } : {})}
        onValueChange={(day) => onChange({ addedFrom: day ?? undefined })}
      />
    </Field>
    <Field label="Toegevoegd tot en met">
      <DatePicker
        value={addedTo ?? null}
        {...(addedFrom ? { min: addedFrom } : {})}
        onValueChange={(day) => onChange({ addedTo: day ?? undefined })}
      />
    </Field>
  </div>
);
