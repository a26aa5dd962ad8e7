import { type Control, useController, useWatch } from "react-hook-form";
import { useAdminCompanies } from "#lib/admin-queries.ts";
import { Combobox } from "#ui/combobox.tsx";
import { Field } from "#ui/field.tsx";
import type { UserValues } from "./user-form.ts";

/** Only a platform admin may belong to no company. */
export function CompanyField<Sent>({ control }: { control: Control<UserValues, unknown, Sent> }) {
  const companies = useAdminCompanies();
  const { field, fieldState } = useController({ control, name: "companyId" });
  const { ref, value, onChange } = field;
  const role = useWatch({ control, name: "role" });
  const required = role !== "super_admin";
  return (
    <Field
      label="Bedrijf"
      required={required}
      error={fieldState.error?.message ?? (companies.isError && "De bedrijven konden niet worden geladen.")}
    >
      <Combobox
        ref={ref}
        options={(companies.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={value || null}
        onValueChange={(id) => onChange(id ?? "")}
        noneLabel={required ? undefined : "Geen bedrijf"}
        placeholder={companies.isPending ? "Laden..." : "Kies een bedrijf"}
        searchLabel="Zoek een bedrijf"
      />
    </Field>
  );
}
