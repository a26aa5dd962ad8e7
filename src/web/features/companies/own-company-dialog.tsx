import { useForm, useWatch } from "react-hook-form";
import type { z } from "zod";
import type { Company } from "#contract/companies.ts";
import { type OwnCompanyChange, ownCompanyChange } from "#contract/company-form.ts";
import { showFieldProblems } from "#lib/field-problems.ts";
import { formResolver } from "#lib/form-resolver.ts";
import { FormActions, FormDialog } from "#ui/form-dialog.tsx";
import { DetailsFields } from "./details-fields.tsx";
import { LogoField } from "./logo-field.tsx";
import { useUpdateOwnCompany } from "./own-company.api.ts";

type OwnCompanyDialogProps = { open: boolean; company: Company; onClose: () => void };

export const OwnCompanyDialog = ({ open, company, onClose }: OwnCompanyDialogProps) => (
  <FormDialog open={open} onClose={onClose} size="lg" title="Bedrijfsinformatie bewerken">
    <OwnCompanyForm company={company} onDone={onClose} />
  </FormDialog>
);

type OwnCompanyValues = z.input<typeof ownCompanyChange>;

const formOf = ({ name, address, zipCode, city, vatNumber, adminEmail, logoUrl }: Company): OwnCompanyValues => ({
  name,
  address: address ?? "",
  zipCode: zipCode ?? "",
  city: city ?? "",
  vatNumber: vatNumber ?? "",
  adminEmail: adminEmail ?? "",
  logoUrl: logoUrl ?? "",
});

function OwnCompanyForm({ company, onDone }: { company: Company; onDone: () => void }) {
  const update = useUpdateOwnCompany(company.id);
  const form = useForm<OwnCompanyValues, unknown, OwnCompanyChange>({
    resolver: formResolver(ownCompanyChange),
    defaultValues: formOf(company),
  });
  const { control, handleSubmit, setValue } = form;
  const logoUrl = useWatch({ control, name: "logoUrl" });
  const save = (change: OwnCompanyChange) =>
    update.mutate(change, { onSuccess: onDone, onError: (error) => showFieldProblems(error, form) });
  return (
    <>
      <form id="own-company" noValidate onSubmit={handleSubmit(save)} className="flex flex-col gap-4">
        <DetailsFields control={control} />
      </form>
      {/* Beside the form: what is pressed in the upload window must not send it. */}
      <LogoField
        companyId={company.id}
        logoUrl={logoUrl}
        onLinked={(objectPath) => setValue("logoUrl", objectPath, { shouldDirty: true })}
      />
      <FormActions form="own-company" busy={update.isPending} />
    </>
  );
}
