import { Link2 } from "lucide-react";
import { type FieldErrors, type FieldPath, useForm, useWatch } from "react-hook-form";
import type { AdminCompany } from "#contract/companies.ts";
import { isSameName, logoUrlOrPath, type NewCompany, newCompany, SUBSCRIPTION_TIERS } from "#contract/company-forms.ts";
import { WORKFLOW_IDS, WORKFLOWS } from "#contract/workflows.ts";
import { BasePicker } from "#lib/airtable/base-picker.tsx";
import { MappingDialog } from "#lib/airtable/mapping-dialog.tsx";
import { useAdminCompanies } from "#lib/api/admin-queries.ts";
import { FormRow, FormSection, SelectField, SwitchField, TextField, useWasInvalid } from "#lib/forms/form-fields.tsx";
import { changedValues, formResolver, showFieldErrors } from "#lib/forms/form-resolver.ts";
import { tierLabel } from "#lib/labels/subscription-tier.ts";
import { DATA_FOR_PROVIDER, describeProvider } from "#lib/labels/writer.ts";
import { Button } from "#ui/button/button.tsx";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import { useDialogSubject } from "#ui/dialog/dialog.tsx";
import { FormDialog, FormDialogActions } from "#ui/dialog/form-dialog.tsx";
import { useCreateCompany, useSyncHealth, useUpdateCompany } from "./companies.api.ts";
import {
  CompanyConnectionTest,
  type CompanyControl,
  CompanyDetailsFields,
  type CompanyForm,
  SecretField,
  toCompanyForm,
} from "./company-form.tsx";
import { CompanyWriter } from "./company-writer.tsx";
import { LogoImage } from "./logo-image.tsx";
import { SyncHealthLine } from "./sync-health.tsx";

type CompanyDialogProps = {
  open: boolean;
  /** Null for a new company. */
  company: AdminCompany | null;
  onClose: () => void;
};

export const CompanyDialog = ({ open, company, onClose }: CompanyDialogProps) => (
  <FormDialog open={open} onClose={onClose} size="xl" title={company ? "Bedrijf bewerken" : "Bedrijf toevoegen"}>
    <CompanyFormBody company={company} onDone={onClose} />
  </FormDialog>
);

/** The built-in writer is switched on, or gets another provider. */
const sendsDataElsewhere = (company: AdminCompany | null, { writer, aiBaseUrl }: NewCompany): boolean =>
  writer === "builtin" && (company?.writer !== "builtin" || (aiBaseUrl ?? null) !== company.aiBaseUrl);

const writerQuestion = (baseUrl: string) => ({
  title: "Ingebouwde schrijver aanzetten?",
  text: `${DATA_FOR_PROVIDER} ${describeProvider(baseUrl)} Bevestig alleen als het bedrijf daarmee akkoord is en er een verwerkersovereenkomst is.`,
  confirmLabel: "Bevestigen en opslaan",
});

const namesakeQuestion = ({ name, city }: AdminCompany) => ({
  title: "Er is al een bedrijf met deze naam",
  text: `${name}${city ? ` in ${city}` : ""} bestaat al. Een tweede met dezelfde naam is in lijsten moeilijk te onderscheiden.`,
  confirmLabel: "Toch opslaan",
});

function CompanyFormBody({ company, onDone }: { company: AdminCompany | null; onDone: () => void }) {
  const create = useCreateCompany();
  const update = useUpdateCompany();
  const form = useForm<CompanyForm, unknown, NewCompany>({
    resolver: formResolver(newCompany),
    defaultValues: toCompanyForm(company),
  });
  const { dirtyFields } = form.formState;
  const callbacks = { onSuccess: onDone, onError: (error: Error) => showFieldErrors(error, form) };
  const confirm = useConfirm();
  const { data: companies = [] } = useAdminCompanies();
  const save = async (values: NewCompany) => {
    const namesake = companies.find(({ id, name }) => id !== company?.id && isSameName(name, values.name));
    if (namesake && values.name !== company?.name && !(await confirm(namesakeQuestion(namesake)))) return;
    const needsConfirmation = sendsDataElsewhere(company, values);
    if (needsConfirmation && !(await confirm(writerQuestion(values.aiBaseUrl ?? "")))) return;
    const change = { ...changedValues(values, dirtyFields), ...(needsConfirmation ? { writerConfirmed: true } : {}) };
    if (company) return update.mutate({ id: company.id, change }, callbacks);
    return create.mutate({ ...change, name: values.name }, callbacks);
  };
  // After the next render: an invalid field of a channel or writer that is not chosen is shown only then.
  const focusFirstError = (errors: FieldErrors<CompanyForm>) => {
    const [first] = Object.keys(errors) as FieldPath<CompanyForm>[];
    if (first) setTimeout(() => form.setFocus(first));
  };
  return (
    <form noValidate onSubmit={form.handleSubmit(save, focusFirstError)}>
      <CompanySections
        control={form.control}
        company={company}
        onChooseBase={(id) => form.setValue("airtableBaseId", id, { shouldDirty: true, shouldValidate: true })}
      />
      <FormDialogActions busy={create.isPending || update.isPending} />
    </form>
  );
}

type SectionsProps = {
  control: CompanyControl;
  company: AdminCompany | null;
  onChooseBase: (baseId: string) => void;
};

const TIERS = SUBSCRIPTION_TIERS.map((value) => ({ value, label: tierLabel(value) }));
const CHANNELS = [
  { value: "airtable", label: "Airtable" },
  { value: "webhook", label: "Webhook" },
  { value: "linkedin", label: "LinkedIn (Unipile)" },
] as const;
const URL_INPUT = { type: "url", inputMode: "url", placeholder: "https://", spellCheck: false } as const;

const CompanySections = (props: SectionsProps) => (
  <>
    <FormSection title="Bedrijf">
      <CompanyDetailsFields control={props.control} />
    </FormSection>
    <LogoSection {...props} />
    <FormSection title="Abonnement en status">
      <SelectField control={props.control} name="subscriptionTier" label="Abonnement" options={TIERS} />
      <SwitchField
        control={props.control}
        name="isActive"
        label="Actief"
        hint="Van een inactief bedrijf kan niemand inloggen."
      />
    </FormSection>
    <AirtableSection {...props} />
    <LeadsSections {...props} />
    <DeliverySection {...props} />
    <CompanyWriter control={props.control} company={props.company} />
  </>
);

function LogoSection({ control }: SectionsProps) {
  // Only a valid address is loaded, so that the browser does not request a half-typed one.
  const { data: logoUrl } = logoUrlOrPath.safeParse(useWatch({ control, name: "logoUrl" }));
  return (
    <FormSection title="Logo">
      <TextField control={control} name="logoUrl" label="Logo-adres" {...URL_INPUT} type="text" />
      <LogoImage src={logoUrl} alt="Voorbeeld van het logo" className="h-16 max-w-60 self-start" />
    </FormSection>
  );
}

function AirtableSection({ control, company, onChooseBase }: SectionsProps) {
  const health = useSyncHealth()(company?.id);
  const [airtableBaseId, airtableApiKey] = useWatch({ control, name: ["airtableBaseId", "airtableApiKey"] });
  const mapping = useDialogSubject<true>();
  return (
    <FormSection title="Airtable" description="De base waarmee leads, berichten en meetings gelijk blijven.">
      {health && <SyncHealthLine health={health} />}
      <FormRow>
        <TextField
          control={control}
          name="airtableBaseId"
          label="Airtable base-id"
          placeholder="app…"
          spellCheck={false}
        />
        <TextField
          control={control}
          name="syncIntervalMinutes"
          label="Minuten tussen synchronisaties"
          inputMode="numeric"
        />
      </FormRow>
      <SecretField
        control={control}
        name="airtableApiKey"
        label="Airtable API-sleutel"
        hint="Een persoonlijk toegangstoken van Airtable; het begint met pat."
        stored={company?.hasAirtableApiKey ?? false}
      />
      <BasePicker
        isAdmin
        companyId={company?.id}
        token={airtableApiKey}
        baseId={airtableBaseId}
        onChoose={onChooseBase}
      />
      <CompanyConnectionTest control={control} companyId={company?.id} />
      {company?.airtableBaseId && company.hasAirtableApiKey && (
        <div>
          <Button variant="outline" size="sm" onClick={() => mapping.show(true)}>
            <Link2 />
            Velden koppelen
          </Button>
        </div>
      )}
      {company && mapping.hasOpened && (
        <MappingDialog open={mapping.open} onClose={mapping.close} adminCompanyId={company.id} />
      )}
    </FormSection>
  );
}

const LeadsSections = ({ control }: SectionsProps) => (
  <>
    <FormSection title="ADD Leads" description="Zonder adres toont het scherm een eigen formulier.">
      <TextField control={control} name="airtableFormUrl" label="Adres van het formulier" {...URL_INPUT} />
    </FormSection>
    <FormSection title="Workflows" description="Waar elke workflow van Management wordt gestart.">
      {WORKFLOW_IDS.map((id) => (
        <TextField key={id} control={control} name={`workflowUrls.${id}`} label={WORKFLOWS[id].name} {...URL_INPUT} />
      ))}
    </FormSection>
    <FormSection title="HubSpot">
      <TextField control={control} name="hubspotPortalUrl" label="Adres van het HubSpot-portaal" {...URL_INPUT} />
    </FormSection>
    <FormSection title="Statistieken">
      <TextField
        control={control}
        name="statisticsPerson"
        label="Persoon in de statistieken"
        placeholder="De eerste afzender"
        hint="Wiens uitnodigingen en ice breakers Management telt."
      />
    </FormSection>
  </>
);

const PART_LABELS = ["Eerste deel", "Tweede deel", "Derde deel", "Vierde deel"];

const CadenceFields = ({ control }: Pick<SectionsProps, "control">) => (
  <fieldset className="flex flex-col gap-2">
    <legend className="mb-2 text-muted-foreground text-sm">
      Na hoeveel dagen een deel zonder eigen datum verstuurd wordt. In het weekend wacht het tot maandag.
    </legend>
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {([0, 1, 2, 3] as const).map((index) => (
        <TextField
          key={index}
          control={control}
          name={`cadenceDays.${index}`}
          label={PART_LABELS[index] ?? ""}
          inputMode="numeric"
        />
      ))}
    </div>
  </fieldset>
);

function DeliverySection({ control, company }: SectionsProps) {
  const channel = useWatch({ control, name: "deliveryChannel" });
  const wasWebhookInvalid = useWasInvalid(control, ["deliveryWebhookUrl", "deliverySecret"]);
  const wasLinkedInInvalid = useWasInvalid(control, ["unipileUrl", "unipileApiKey", "withdrawInvitationsAfter"]);
  const showsWebhook = channel === "webhook" || wasWebhookInvalid;
  const showsLinkedIn = channel === "linkedin" || wasLinkedInInvalid;
  return (
    <FormSection title="Bezorging" description="Hoe goedgekeurde berichten naar buiten gaan.">
      <CadenceFields control={control} />
      <SelectField control={control} name="deliveryChannel" label="Kanaal" options={CHANNELS} />
      {showsWebhook && (
        <>
          <TextField control={control} name="deliveryWebhookUrl" label="Adres van de webhook" {...URL_INPUT} />
          <SecretField
            control={control}
            name="deliverySecret"
            label="Geheim van de webhook"
            hint="Ondertekent elk bericht, zodat de ontvanger weet van wie het komt. Minimaal 16 tekens."
            stored={company?.hasDeliverySecret ?? false}
          />
        </>
      )}
      {showsLinkedIn && (
        <>
          <TextField control={control} name="unipileUrl" label="Adres van Unipile" {...URL_INPUT} />
          <SecretField
            control={control}
            name="unipileApiKey"
            label="Sleutel van Unipile"
            hint="Met deze sleutel kan namens elk verbonden account worden verstuurd."
            stored={company?.hasUnipileApiKey ?? false}
          />
          <TextField
            control={control}
            name="withdrawInvitationsAfter"
            label="Uitnodigingen intrekken na (dagen)"
            inputMode="numeric"
          />
        </>
      )}
    </FormSection>
  );
}
