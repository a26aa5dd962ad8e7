import { Plus } from "lucide-react";
import type { MappedField, RemoteField } from "#contract/airtable-connection.ts";
import { formatDate, formatDateTime } from "#lib/dates/dates.ts";
import { Button } from "#ui/button/button.tsx";
import { cn } from "#ui/cn.ts";
import { Badge } from "#ui/content/badge.tsx";
import { Field } from "#ui/field/field.tsx";
import { Combobox } from "#ui/select/combobox.tsx";
import { Select } from "#ui/select/select.tsx";
import { DIRECTION_TEXTS, typeName } from "./mapping-texts.ts";

type MappingFieldProps = {
  field: MappedField;
  remoteFields: readonly RemoteField[];
  isCreating: boolean;
  onCreate: () => void;
  onChange: (field: MappedField) => void;
};

/** Without it, what is made here never gets into Airtable. */
export const isAppIdMissing = ({ field, fieldId }: MappedField): boolean => field === "app_id" && fieldId === null;

const DATE_FORMATS: Readonly<Record<string, (example: string) => string>> = {
  date: formatDate,
  dateTime: formatDateTime,
  createdTime: formatDateTime,
  lastModifiedTime: formatDateTime,
};

const optionLabel = ({ name, type, example }: RemoteField) =>
  [name, example ? `bijv. ${DATE_FORMATS[type]?.(example) || example}` : typeName(type)].join(" · ");

/** One of our fields: the field of the base, and how its choices and scores are read. */
export function MappingField({ field, remoteFields, isCreating, onCreate, onChange }: MappingFieldProps) {
  const usable = remoteFields.filter(({ id }) => field.usableIds.includes(id));
  const chosen = usable.find(({ id }) => id === field.fieldId);
  const direction = chosen && field.readOnlyIds.includes(chosen.id) ? "in" : field.direction;
  // Options and scale belong to the field that was chosen before.
  const choose = (fieldId: string | null) => onChange({ ...field, fieldId, options: undefined, scale: undefined });
  return (
    <li className="grid gap-x-4 gap-y-2 py-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium text-sm">
          {field.label}
          {field.isRequired && <Badge tone={chosen ? "neutral" : "danger"}>Verplicht</Badge>}
        </p>
        <p className="text-muted-foreground text-xs">
          {field.kind} · {DIRECTION_TEXTS[direction]}
        </p>
        <p className={cn("mt-1 text-xs", isAppIdMissing(field) ? "text-warning" : "text-muted-foreground")}>
          {field.description}
        </p>
      </div>
      <div className="flex min-w-0 flex-col gap-2">
        <div className="flex min-w-0 gap-2">
          <Combobox
            aria-label={`Veld in Airtable voor ${field.label}`}
            options={usable.map((remote) => ({ value: remote.id, label: optionLabel(remote) }))}
            value={field.fieldId}
            onValueChange={choose}
            noneLabel={field.isRequired ? "Kies een veld" : "Weglaten"}
            searchLabel="Zoek een veld"
            className="min-w-0 flex-1"
          />
          {!chosen && field.canCreate && (
            <Button
              variant="outline"
              busy={isCreating}
              busyLabel="Aanmaken..."
              aria-label={`${field.label} aanmaken in Airtable`}
              onClick={onCreate}
            >
              <Plus />
              Maak aan
            </Button>
          )}
        </div>
        {chosen && field.isScore && <ScaleChoice field={field} onChange={onChange} />}
        {chosen && field.values && chosen.choices.length > 0 && (
          <OptionChoices field={field} values={field.values} choices={chosen.choices} onChange={onChange} />
        )}
      </div>
    </li>
  );
}

const SCALES = [
  { value: "10", label: "0 tot en met 10" },
  { value: "100", label: "0 tot en met 100" },
  { value: "5", label: "0 tot en met 5" },
  { value: "1", label: "percentage" },
];

const ScaleChoice = ({ field, onChange }: Pick<MappingFieldProps, "field" | "onChange">) => (
  <Field label="Scores in Airtable" hint="Hier lopen ze van 0 tot en met 10.">
    <Select
      options={SCALES}
      value={String(field.scale ?? 10)}
      onValueChange={(scale) => onChange({ ...field, scale: Number(scale) })}
    />
  </Field>
);

const inWords = new Intl.ListFormat("nl");

/** What happens while a choice of the base has no meaning here. */
const unmappedText = (effect: MappedField["otherChoices"], choices: string): string => {
  if (effect === "kept")
    return `Hier overgenomen zoals het in Airtable staat: ${choices}. Kies wat het hier betekent, of Leeg laten.`;
  if (effect === "not_sent")
    return `Wat in Airtable op ${choices} staat, wordt van hier niet verstuurd. Kies wat het hier betekent.`;
  return `Van records met ${choices} komt dit veld niet mee; ze staan bij Geparkeerd tot je hier kiest wat het betekent, of Leeg laten.`;
};

const AS_IS = "as-is";
const EMPTY = "empty";

type OptionChoicesProps = Pick<MappingFieldProps, "field" | "onChange"> & {
  values: readonly string[];
  choices: readonly string[];
};

function OptionChoices({ field, values, choices, onChange }: OptionChoicesProps) {
  const { options = {} } = field;
  const selectable = [
    ...values.map((value) => ({ value, label: value })),
    { value: EMPTY, label: "Leeg laten" },
    { value: AS_IS, label: "Niet gekoppeld" },
  ];
  const shownValue = (choice: string) => {
    const ours = options[choice];
    return ours === undefined ? AS_IS : ours || EMPTY;
  };
  const unreachable = values.filter((value) => !choices.some((choice) => (options[choice] ?? choice) === value));
  const unmapped = choices.filter((choice) => options[choice] === undefined && !values.includes(choice));
  const change = (choice: string, ours: string) => {
    const { [choice]: _before, ...others } = options;
    onChange({ ...field, options: ours === AS_IS ? others : { ...others, [choice]: ours === EMPTY ? "" : ours } });
  };
  return (
    <fieldset className="rounded-md bg-muted px-3 py-2">
      <legend className="sr-only">Keuzes van {field.label}</legend>
      <p className="mb-2 text-muted-foreground text-xs">Welke keuze in Airtable hier wat betekent:</p>
      <ul className="flex flex-col gap-1.5">
        {choices.map((choice) => (
          <li key={choice} className="grid grid-cols-2 items-center gap-2 text-sm">
            <span className="break-words">{choice}</span>
            <Select
              aria-label={`Betekenis van ${choice}`}
              options={selectable}
              value={shownValue(choice)}
              onValueChange={(ours) => change(choice, ours)}
            />
          </li>
        ))}
      </ul>
      {field.direction !== "out" && unmapped.length > 0 && (
        <p className="mt-2 text-warning text-xs">{unmappedText(field.otherChoices, inWords.format(unmapped))}</p>
      )}
      {field.direction !== "in" && unreachable.length > 0 && (
        <p className="mt-2 text-muted-foreground text-xs">
          Voor {inWords.format(unreachable)} is er geen keuze in Airtable. Zet een collega dit hier, dan blijft in
          Airtable staan wat er stond en staat de wijziging bij Geparkeerd. Voeg daar een keuze toe om dat te voorkomen.
        </p>
      )}
    </fieldset>
  );
}
