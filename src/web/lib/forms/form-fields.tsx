import { type ComponentProps, type ReactNode, useId, useState } from "react";
import {
  type Control,
  type FieldPath,
  type FieldPathByValue,
  type FieldValues,
  get,
  useController,
  useFormState,
} from "react-hook-form";
import { Field } from "#ui/field/field.tsx";
import { Input } from "#ui/field/input.tsx";
import { Switch } from "#ui/field/switch.tsx";
import { Select } from "#ui/select/select.tsx";
import type { SelectOption } from "#ui/select/select-window.tsx";

/** `Transformed` is the output of the form's resolver. */
type FormFieldProps<Values extends FieldValues, Transformed, Name> = {
  control: Control<Values, unknown, Transformed>;
  name: Name;
  label: ReactNode;
  hint?: ReactNode;
  required?: boolean;
  className?: string;
};

type TextFieldProps<Values extends FieldValues, Transformed> = FormFieldProps<Values, Transformed, FieldPath<Values>> &
  Omit<ComponentProps<"input">, "name" | "required" | "value" | "onChange">;

/**
 * Whether one of these fields is or was invalid. It stays true: a field that is shown only for its error would otherwise disappear at
 * the first valid character, with the focus and the rest of what the user types.
 */
export function useWasInvalid<Values extends FieldValues, Transformed>(
  control: Control<Values, unknown, Transformed>,
  names: readonly FieldPath<Values>[],
): boolean {
  const { errors } = useFormState({ control });
  const [wasInvalid, setWasInvalid] = useState(false);
  const isInvalid = names.some((name) => get(errors, name) !== undefined);
  if (isInvalid && !wasInvalid) setWasInvalid(true);
  return isInvalid || wasInvalid;
}

/** A text field of a form, with its validation error below it. */
export function TextField<Values extends FieldValues, Transformed>({
  control,
  name,
  label,
  hint,
  required = false,
  className,
  ...input
}: TextFieldProps<Values, Transformed>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <Field label={label} hint={hint} required={required} error={fieldState.error?.message} className={className}>
      <Input {...input} {...field} value={String(field.value ?? "")} />
    </Field>
  );
}

type Named<Values extends FieldValues, Value> = FieldPathByValue<Values, Value | undefined>;

type NumberFieldProps<Values extends FieldValues, Transformed> = FormFieldProps<
  Values,
  Transformed,
  Named<Values, number>
> & { step?: number };

/** An empty field is NaN, which no schema accepts: it must not become 0. */
export function NumberField<Values extends FieldValues, Transformed>({
  control,
  name,
  label,
  hint,
  required = false,
  step = 1,
  className,
}: NumberFieldProps<Values, Transformed>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <Field label={label} hint={hint} required={required} error={fieldState.error?.message} className={className}>
      <Input
        {...field}
        type="number"
        min={0}
        step={step}
        value={Number.isNaN(field.value) ? "" : String(field.value ?? "")}
        onChange={(event) => field.onChange(event.target.valueAsNumber)}
        className="tabular-nums"
      />
    </Field>
  );
}

type SwitchFieldProps<Values extends FieldValues, Transformed> = FormFieldProps<
  Values,
  Transformed,
  Named<Values, boolean>
> & {
  disabled?: boolean;
  onCheckedChange?: (checked: boolean) => void;
};

export function SwitchField<Values extends FieldValues, Transformed>({
  control,
  name,
  label,
  hint,
  disabled,
  onCheckedChange,
  className,
}: SwitchFieldProps<Values, Transformed>) {
  const { field, fieldState } = useController({ control, name });
  const { ref, value, onChange, onBlur } = field;
  const change = (checked: boolean) => {
    onChange(checked);
    onCheckedChange?.(checked);
  };
  return (
    <Field label={label} hint={hint} error={fieldState.error?.message} inline className={className}>
      <Switch ref={ref} checked={value === true} onCheckedChange={change} onBlur={onBlur} disabled={disabled} />
    </Field>
  );
}

type SelectFieldProps<Values extends FieldValues, Transformed, Value extends string> = FormFieldProps<
  Values,
  Transformed,
  Named<Values, Value>
> & { options: readonly SelectOption<Value>[]; disabled?: boolean };

export function SelectField<Values extends FieldValues, Transformed, Value extends string>({
  control,
  name,
  label,
  hint,
  required = false,
  options,
  disabled = false,
  className,
}: SelectFieldProps<Values, Transformed, Value>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <Field label={label} hint={hint} required={required} error={fieldState.error?.message} className={className}>
      <Select options={options} value={field.value} onValueChange={field.onChange} disabled={disabled} />
    </Field>
  );
}

type FormSectionProps = { title: string; description?: ReactNode; children: ReactNode };

/** A group of fields in a long form, with its title beside it on a wide screen. */
export function FormSection({ title, description, children }: FormSectionProps) {
  const heading = useId();
  return (
    <section
      aria-labelledby={heading}
      className="grid gap-x-8 gap-y-3 border-b py-5 first:pt-1 last-of-type:border-b-0 sm:grid-cols-[11rem_minmax(0,1fr)]"
    >
      <div>
        <h3 id={heading} className="font-medium">
          {title}
        </h3>
        {description && <p className="mt-1 text-muted-foreground text-xs">{description}</p>}
      </div>
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
    </section>
  );
}

/** Short fields side by side. */
export const FormRow = ({ children }: { children: ReactNode }) => (
  <div className="grid items-start gap-4 sm:grid-cols-2">{children}</div>
);
