import {
  IMPORT_FIELD_NAMES,
  IMPORT_FIELDS,
  type ImportField,
  type ImportMapping,
  type LeadImport,
} from "#contract/lead-imports.ts";
import { Field } from "#ui/field.tsx";
import { Select } from "#ui/select.tsx";

const NONE = "none";

type ColumnChoiceProps = {
  columns: LeadImport["columns"];
  mapping: ImportMapping;
  onChange: (mapping: ImportMapping) => void;
};

const without = (mapping: ImportMapping, field: ImportField): ImportMapping => {
  const { [field]: _left, ...rest } = mapping;
  return rest;
};

/** Which column of the file goes where. */
export function ColumnChoice({ columns, mapping, onChange }: ColumnChoiceProps) {
  const options = [
    { value: NONE, label: "Niet overnemen" },
    ...columns.map(({ name }, index) => ({ value: String(index), label: name })),
  ];
  const choose = (field: ImportField, value: string) =>
    onChange(value === NONE ? without(mapping, field) : { ...mapping, [field]: Number(value) });
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
      {IMPORT_FIELD_NAMES.map((field) => {
        const column = mapping[field];
        return (
          <Field
            key={field}
            label={IMPORT_FIELDS[field]}
            hint={column === undefined ? undefined : sampleOf(columns[column]?.samples)}
          >
            <Select
              options={options}
              value={column === undefined ? NONE : String(column)}
              onValueChange={(value) => choose(field, value)}
            />
          </Field>
        );
      })}
    </div>
  );
}

const sampleOf = (samples: readonly string[] = []) =>
  samples.length > 0 ? <span className="block truncate">Bijvoorbeeld: {samples.join(", ")}</span> : undefined;
