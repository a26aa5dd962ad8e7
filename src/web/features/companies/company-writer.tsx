import type { AdminCompany } from "#contract/companies.ts";
import { formatDateTime } from "#lib/dates/dates.ts";
import { FormSection } from "#lib/forms/form-fields.tsx";
import { WriterFields } from "#lib/forms/writer-fields.tsx";
import { describeWriterCosts } from "#lib/labels/writer.ts";
import { useWriterUsage } from "./companies.api.ts";
import { type CompanyControl, SecretField } from "./company-form.tsx";

type CompanyWriterProps = { control: CompanyControl; company: AdminCompany | null };

export const CompanyWriter = ({ control, company }: CompanyWriterProps) => (
  <FormSection title="AI" description="Het taalmodel dat berichten schrijft en herschrijft.">
    <WriterFields
      control={control}
      keyField={
        <SecretField
          control={control}
          name="aiApiKey"
          label="Sleutel van het taalmodel"
          stored={company?.hasAiApiKey ?? false}
        />
      }
    >
      {company?.writer === "builtin" && <WriterUsageLines companyId={company.id} />}
    </WriterFields>
  </FormSection>
);

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
