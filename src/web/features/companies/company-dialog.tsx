import { useForm } from "react-hook-form";
import type { AdminCompany } from "#contract/companies.ts";
import { type NewCompany, newCompany } from "#contract/company-form.ts";
import { changedValues } from "#lib/changed-values.ts";
import { showFieldProblems } from "#lib/field-problems.ts";
import { formResolver } from "#lib/form-resolver.ts";
import { FormActions, FormDialog } from "#ui/form-dialog.tsx";
import { useCreateCompany, useUpdateCompany } from "./companies.api.ts";
import { type CompanyForm, formOf } from "./company-form.ts";
import { CompanySections } from "./company-sections.tsx";

type CompanyDialogProps = {
  open: boolean;
  /** Null for a new one. */
  company: AdminCompany | null;
  onClose: () => void;
};

export const CompanyDialog = ({ open, company, onClose }: CompanyDialogProps) => (
  <FormDialog open={open} onClose={onClose} size="xl" title={company ? "Bedrijf bewerken" : "Bedrijf toevoegen"}>
    <CompanyFormBody company={company} onDone={onClose} />
  </FormDialog>
);

function CompanyFormBody({ company, onDone }: { company: AdminCompany | null; onDone: () => void }) {
  const create = useCreateCompany();
  const update = useUpdateCompany();
  const form = useForm<CompanyForm, unknown, NewCompany>({
    resolver: formResolver(newCompany),
    defaultValues: formOf(company),
  });
  const { dirtyFields } = form.formState;
  const outcome = { onSuccess: onDone, onError: (error: Error) => showFieldProblems(error, form) };
  const save = (values: NewCompany) => {
    const change = changedValues(values, dirtyFields);
    if (company) return update.mutate({ id: company.id, change }, outcome);
    return create.mutate({ ...change, name: values.name }, outcome);
  };
  return (
    <form noValidate onSubmit={form.handleSubmit(save)}>
      <CompanySections control={form.control} company={company} />
      <FormActions busy={create.isPending || update.isPending} />
    </form>
  );
}
