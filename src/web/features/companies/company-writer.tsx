import { useWatch } from "react-hook-form";
import type { AdminCompany } from "#contract/companies.ts";
import { formatDateTime } from "#lib/dates/dates.ts";
import { FormRow, FormSection, SelectField, TextField } from "#lib/forms/form-fields.tsx";
import { DATA_FOR_PROVIDER, describeProvider, describeWriterCosts } from "#lib/labels/writer.ts";
import { useWriterUsage } from "./companies.api.ts";
import { type CompanyControl, SecretField } from "./company-form.tsx";

const WRITERS = [
  { value: "airtable", label: "Eigen automatisering (Airtable)" },
  { value: "builtin", label: "Ingebouwde schrijver" },
] as const;

type CompanyWriterProps = { control: CompanyControl; company: AdminCompany | null };

/** Who writes the messages of a company, with which language model, and what leaves the product. */
export function CompanyWriter({ control, company }: CompanyWriterProps) {
  const [writer, aiBaseUrl] = useWatch({ control, name: ["writer", "aiBaseUrl"] });
  return (
    <FormSection title="AI" description="Het taalmodel dat berichten schrijft en herschrijft.">
      <SelectField control={control} name="writer" label="Schrijver van berichten" options={WRITERS} />
      {company?.writer === "builtin" && <WriterUsageLines companyId={company.id} />}
      <FormRow>
        <TextField
          control={control}
          name="aiBaseUrl"
          label="Adres van de AI"
          type="url"
          inputMode="url"
          placeholder="https://"
          spellCheck={false}
        />
        <TextField control={control} name="aiModel" label="Model" spellCheck={false} />
      </FormRow>
      <SecretField control={control} name="aiApiKey" label="Sleutel van de AI" stored={company?.hasAiApiKey ?? false} />
      <FormRow>
        <TextField
          control={control}
          name="aiDailyDrafts"
          label="Concepten per dag zonder opdracht"
          inputMode="numeric"
        />
        <TextField control={control} name="aiDailyTokens" label="Tokens per dag" inputMode="numeric" />
      </FormRow>
      {writer === "builtin" && (
        <p className="text-muted-foreground text-sm">
          Wat er naar de aanbieder gaat: {DATA_FOR_PROVIDER} {describeProvider(aiBaseUrl ?? "")}
        </p>
      )}
    </FormSection>
  );
}

/** What the writer of this company uses and costs. */
function WriterUsageLines({ companyId }: { companyId: string }) {
  const usage = useWriterUsage(companyId).data;
  if (!usage) return null;
  const count = (value: number) => value.toLocaleString("nl-NL");
  return (
    <ul className="flex flex-col gap-1 text-muted-foreground text-sm">
      <li>
        {count(usage.tokensToday)} van {count(usage.aiDailyTokens)} tokens vandaag gebruikt
      </li>
      <li>Kosten: {describeWriterCosts(usage)}</li>
      {usage.confirmedAt && (
        <li>
          Bevestigd door {usage.confirmedBy}, {formatDateTime(usage.confirmedAt)}
        </li>
      )}
    </ul>
  );
}
