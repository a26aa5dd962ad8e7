import type { ReactNode } from "react";
import { type Control, useWatch } from "react-hook-form";
import type { z } from "zod";
import type { writerChange } from "#contract/company-forms.ts";
import { DATA_FOR_PROVIDER, describeProvider } from "#lib/labels/writer.ts";
import { FormRow, SelectField, TextField, useWasInvalid } from "./form-fields.tsx";

const WRITERS = [
  { value: "airtable", label: "Eigen automatisering (Airtable)" },
  { value: "builtin", label: "Ingebouwde schrijver" },
] as const;

type WriterValues = Omit<z.input<typeof writerChange>, "aiApiKey" | "confirmed">;

type WriterFieldsProps<Values extends WriterValues, Transformed> = {
  control: Control<Values, unknown, Transformed>;
  /** The field of the key: a company and a platform admin replace it in different ways. */
  keyField: ReactNode;
  /** Below the fields of the built-in writer. */
  children?: ReactNode;
};

/** Who writes the messages of a company, with which language model, and what leaves the product. */
export function WriterFields<Values extends WriterValues, Transformed>({
  control: formControl,
  keyField,
  children,
}: WriterFieldsProps<Values, Transformed>) {
  // TypeScript cannot infer that the field paths of `Values` contain the keys of `WriterValues`.
  const control = formControl as unknown as Control<WriterValues>;
  const [writer, aiBaseUrl] = useWatch({ control, name: ["writer", "aiBaseUrl"] });
  // Invalid fields are shown for the other writer too: the form cannot be saved until they are corrected.
  const wasInvalid = useWasInvalid(control, ["aiBaseUrl", "aiModel", "aiDailyDrafts", "aiDailyTokens"]);
  const showsBuiltIn = writer === "builtin" || wasInvalid;
  return (
    <>
      <SelectField control={control} name="writer" label="Wie schrijft de berichten" options={WRITERS} />
      {showsBuiltIn && (
        <>
          <FormRow>
            <TextField
              control={control}
              name="aiBaseUrl"
              label="Adres van het taalmodel"
              type="url"
              inputMode="url"
              placeholder="https://api.voorbeeld.nl/v1"
              spellCheck={false}
            />
            <TextField control={control} name="aiModel" label="Model" spellCheck={false} />
          </FormRow>
          {keyField}
          <FormRow>
            <TextField
              control={control}
              name="aiDailyDrafts"
              label="Concepten per dag zonder opdracht"
              inputMode="numeric"
              hint="De best beoordeelde leads zonder bericht krijgen vanzelf een concept. 0: alleen op verzoek."
            />
            <TextField
              control={control}
              name="aiDailyTokens"
              label="Tokens per dag"
              inputMode="numeric"
              hint="Daarna wacht de schrijver tot morgen."
            />
          </FormRow>
          <div className="rounded-md border bg-muted px-3 py-2 text-[0.8125rem] leading-5">
            <p className="font-medium">Welke gegevens gaan naar de aanbieder?</p>
            <p className="mt-1">{DATA_FOR_PROVIDER}</p>
            <p className="mt-1">{describeProvider(aiBaseUrl ?? "")}</p>
          </div>
          {children}
        </>
      )}
    </>
  );
}
