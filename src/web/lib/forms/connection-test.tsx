import type { UseMutationResult } from "@tanstack/react-query";
import { CircleCheck, Link2, TriangleAlert } from "lucide-react";
import type { ConnectionResult } from "#contract/companies.ts";
import { Button } from "#ui/button/button.tsx";
import { cn } from "#ui/cn.ts";
import { errorMessage } from "../api/api.ts";

const toneOf = ({ ok, needsMapping }: ConnectionResult) => {
  if (ok) return { Icon: CircleCheck, className: "text-success" };
  return needsMapping ? { Icon: Link2, className: "text-warning" } : { Icon: TriangleAlert, className: "text-danger" };
};

/** The outcome of "Test verbinding", with all problems and remarks as a list. */
const ConnectionOutcome = (result: ConnectionResult) => {
  const { message, problems = [], remarks = [] } = result;
  const { Icon, className } = toneOf(result);
  const items = [...problems, ...remarks];
  // The message is for clients without a list: it repeats the items.
  const summary = items[0] ? message.slice(0, message.indexOf(items[0])) : message;
  return (
    <div className={cn("flex items-start gap-2 text-[0.8125rem]", className)}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        <p>{summary}</p>
        {items.length > 0 && (
          <ul className="mt-1 list-disc space-y-1 break-words pl-4 text-foreground">
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
};

type ConnectionTestProps<Values extends object> = {
  test: UseMutationResult<ConnectionResult, Error, Values>;
  /** The values in the form; for an empty field the server uses the stored value. */
  values: Values;
};

/** The outcome is shown until one of the tested values changes. */
export function ConnectionTest<Values extends object>({ test, values }: ConnectionTestProps<Values>) {
  const isOfValues = JSON.stringify(test.variables) === JSON.stringify(values);
  const outcome = test.isError
    ? { ok: false, message: errorMessage(test.error, "De verbinding kon niet worden getest.") }
    : test.data;
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        variant="outline"
        size="sm"
        busy={test.isPending}
        busyLabel="Testen..."
        onClick={() => test.mutate(values)}
      >
        Test verbinding
      </Button>
      {/* The live region must exist before its text, or a screen reader does not announce it. */}
      <div role="status">{outcome && isOfValues && !test.isPending && <ConnectionOutcome {...outcome} />}</div>
    </div>
  );
}
