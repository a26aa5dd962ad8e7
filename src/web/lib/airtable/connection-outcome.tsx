import { CircleCheck, Link2, TriangleAlert } from "lucide-react";
import type { ConnectionResult } from "#contract/companies.ts";
import { cn } from "#ui/cn.ts";

const toneOf = ({ ok, needsMapping }: ConnectionResult) => {
  if (ok) return { Icon: CircleCheck, className: "text-success" };
  return needsMapping ? { Icon: Link2, className: "text-warning" } : { Icon: TriangleAlert, className: "text-danger" };
};

/** The outcome of "Test verbinding", with all problems and remarks as a list. */
export const ConnectionOutcome = (result: ConnectionResult) => {
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
