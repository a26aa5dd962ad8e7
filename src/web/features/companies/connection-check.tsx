import { CircleCheck, TriangleAlert } from "lucide-react";
import { useWatch } from "react-hook-form";
import { problemText } from "#lib/api-error.ts";
import { Button } from "#ui/button.tsx";
import { cn } from "#ui/cn.ts";
import { useTestConnection } from "./companies.api.ts";
import type { CompanyControl } from "./company-form.ts";

type ConnectionCheckProps = { control: CompanyControl; companyId: string | undefined };

/** Tries what stands in the form; of what is left blank, the server takes what it has stored. */
export function ConnectionCheck({ control, companyId }: ConnectionCheckProps) {
  const [airtableBaseId, airtableApiKey] = useWatch({ control, name: ["airtableBaseId", "airtableApiKey"] });
  const test = useTestConnection();
  const start = () => test.mutate({ companyId, airtableBaseId, airtableApiKey });
  const outcome = test.isError
    ? { ok: false, message: problemText(test.error, "De verbinding kon niet worden getest.") }
    : test.data;
  return (
    <div className="flex flex-col items-start gap-2">
      <Button variant="outline" size="sm" busy={test.isPending} busyLabel="Testen..." onClick={start}>
        Test verbinding
      </Button>
      {/* The region is there before the text is, or a screen reader would not read it out. */}
      <div role="status">{outcome && !test.isPending && <Outcome {...outcome} />}</div>
    </div>
  );
}

const Outcome = ({ ok, message }: { ok: boolean; message: string }) => {
  const Icon = ok ? CircleCheck : TriangleAlert;
  return (
    <p className={cn("flex items-start gap-2 text-[0.8125rem]", ok ? "text-success" : "text-danger")}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      {message}
    </p>
  );
};
