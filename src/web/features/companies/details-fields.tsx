import type { Control, FieldPath } from "react-hook-form";
import type { z } from "zod";
import type { ownCompanyChange } from "#contract/company-form.ts";
import { TextField } from "#ui/form-fields.tsx";
import { FormRow } from "#ui/form-section.tsx";

type Details = z.input<typeof ownCompanyChange>;
type DetailsFieldsProps<Values extends Details, Sent> = { control: Control<Values, unknown, Sent> };

/** The same lines in the admin panel and on the company's own page. */
export function DetailsFields<Values extends Details, Sent>({ control }: DetailsFieldsProps<Values, Sent>) {
  // The compiler does not see that a form with these fields has their names.
  const field = (name: keyof Details) => ({ control, name: name as FieldPath<Values> });
  return (
    <>
      <TextField {...field("name")} label="Bedrijfsnaam" required autoComplete="organization" />
      <TextField {...field("address")} label="Adres (Straat + Huisnummer)" placeholder="Kerkstraat 123" />
      <FormRow>
        <TextField {...field("zipCode")} label="Postcode" placeholder="1234 AB" />
        <TextField {...field("city")} label="Woonplaats" placeholder="Amsterdam" />
      </FormRow>
      <FormRow>
        <TextField {...field("vatNumber")} label="BTW Nummer" placeholder="NL123456789B01" />
        <TextField {...field("adminEmail")} label="Administratie Email" type="email" spellCheck={false} />
      </FormRow>
    </>
  );
}
