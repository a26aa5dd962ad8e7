import { useState } from "react";
import { type Control, type FieldPath, useController, useWatch } from "react-hook-form";
import type { z } from "zod";
import { type AdminCompany, DEFAULT_CADENCE } from "#contract/companies.ts";
import type { NewCompany, newCompany, ownCompanyChange } from "#contract/company-forms.ts";
import { WORKFLOW_IDS } from "#contract/workflows.ts";
import { ConnectionTest } from "#lib/forms/connection-test.tsx";
import { FormRow, TextField } from "#lib/forms/form-fields.tsx";
import { Button } from "#ui/button/button.tsx";
import { Field } from "#ui/field/field.tsx";
import { Input, PasswordInput } from "#ui/field/input.tsx";
import { useTestConnection } from "./companies.api.ts";

/** Values of the form for a new and for an existing company. */
export type CompanyForm = z.input<typeof newCompany>;
export type CompanyControl = Control<CompanyForm, unknown, NewCompany>;

const DEFAULTS = {
  subscriptionTier: "basic",
  isActive: true,
  deliveryChannel: "airtable",
  syncIntervalMinutes: 5,
  cadenceDays: DEFAULT_CADENCE,
  writer: "airtable",
  aiDailyDrafts: 0,
  aiDailyTokens: 300_000,
  withdrawInvitationsAfter: 21,
} as const;

/** The server never returns a stored secret: the form only holds a new one. */
const EMPTY_SECRETS = { airtableApiKey: "", deliverySecret: "", aiApiKey: "", unipileApiKey: "" };

const toWorkflowUrls = (stored: AdminCompany["workflowUrls"] = {}) =>
  Object.fromEntries(WORKFLOW_IDS.map((id) => [id, stored[id] ?? ""]));

export const toCompanyForm = (company: AdminCompany | null): CompanyForm => {
  const stored: Partial<AdminCompany> = company ?? {};
  return {
    name: stored.name ?? "",
    address: stored.address ?? "",
    zipCode: stored.zipCode ?? "",
    city: stored.city ?? "",
    vatNumber: stored.vatNumber ?? "",
    adminEmail: stored.adminEmail ?? "",
    logoUrl: stored.logoUrl ?? "",
    subscriptionTier: stored.subscriptionTier ?? DEFAULTS.subscriptionTier,
    isActive: stored.isActive ?? DEFAULTS.isActive,
    airtableBaseId: stored.airtableBaseId ?? "",
    airtableFormUrl: stored.airtableFormUrl ?? "",
    syncIntervalMinutes: stored.syncIntervalMinutes ?? DEFAULTS.syncIntervalMinutes,
    hubspotPortalUrl: stored.hubspotPortalUrl ?? "",
    statisticsPerson: stored.statisticsPerson ?? "",
    workflowUrls: toWorkflowUrls(stored.workflowUrls),
    deliveryChannel: stored.deliveryChannel ?? DEFAULTS.deliveryChannel,
    deliveryWebhookUrl: stored.deliveryWebhookUrl ?? "",
    unipileUrl: stored.unipileUrl ?? "",
    withdrawInvitationsAfter: stored.withdrawInvitationsAfter ?? DEFAULTS.withdrawInvitationsAfter,
    cadenceDays: stored.cadenceDays ?? DEFAULTS.cadenceDays,
    aiBaseUrl: stored.aiBaseUrl ?? "",
    aiModel: stored.aiModel ?? "",
    writer: stored.writer ?? DEFAULTS.writer,
    aiDailyDrafts: stored.aiDailyDrafts ?? DEFAULTS.aiDailyDrafts,
    aiDailyTokens: stored.aiDailyTokens ?? DEFAULTS.aiDailyTokens,
    ...EMPTY_SECRETS,
  };
};

type CompanyDetails = z.input<typeof ownCompanyChange>;
type CompanyDetailsFieldsProps<Values extends CompanyDetails, Transformed> = {
  control: Control<Values, unknown, Transformed>;
};

/** Name and address fields, in the admin panel and on the company's own page. */
export function CompanyDetailsFields<Values extends CompanyDetails, Transformed>({
  control,
}: CompanyDetailsFieldsProps<Values, Transformed>) {
  // TypeScript cannot infer that the field paths of `Values` contain the keys of `CompanyDetails`.
  const field = (name: keyof CompanyDetails) => ({ control, name: name as FieldPath<Values> });
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

type SecretFieldProps = {
  control: CompanyControl;
  name: "airtableApiKey" | "deliverySecret" | "aiApiKey" | "unipileApiKey";
  label: string;
  hint?: string;
  /** The server has a stored secret, which it never returns. */
  stored: boolean;
};

export function SecretField({ control, name, label, hint, stored }: SecretFieldProps) {
  const [replacing, setReplacing] = useState(false);
  const { field, fieldState } = useController({ control, name });
  if (stored && !replacing && !field.value) {
    return (
      <Field label={label} hint={hint}>
        <div className="flex gap-2">
          <StoredSecret />
          <Button variant="outline" onClick={() => setReplacing(true)}>
            Vervangen
          </Button>
        </div>
      </Field>
    );
  }
  return (
    <Field
      label={label}
      hint={stored ? "Blijft dit leeg, dan blijft de huidige in gebruik." : hint}
      error={fieldState.error?.message}
    >
      <PasswordInput {...field} autoComplete="off" autoFocus={replacing} />
    </Field>
  );
}

const StoredSecret = () => <Input type="password" readOnly value="••••••••••••••••" />;

type CompanyConnectionTestProps = { control: CompanyControl; companyId: string | undefined };

export function CompanyConnectionTest({ control, companyId }: CompanyConnectionTestProps) {
  const [airtableBaseId, airtableApiKey] = useWatch({ control, name: ["airtableBaseId", "airtableApiKey"] });
  return <ConnectionTest test={useTestConnection()} values={{ companyId, airtableBaseId, airtableApiKey }} />;
}
