import type { LeadImport } from "#contract/lead-imports.ts";
import { formatDateTime } from "#lib/dates.ts";
import { Badge } from "#ui/badge.tsx";
import { Card } from "#ui/card.tsx";
import { countLeads, outcomeText, STATUS } from "./import-texts.ts";
import { useRecentImports } from "./imports.api.ts";

/** What was imported lately, by whomever: it can be left and found back. */
export function RecentImports({ onOpen }: { onOpen: (id: string) => void }) {
  const imports = useRecentImports().data ?? [];
  if (imports.length === 0) return null;
  return (
    <section aria-label="Eerdere imports">
      <h2 className="mb-2 font-medium text-[0.8125rem]">Eerdere imports</h2>
      <Card>
        <ul className="divide-y">
          {imports.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                onClick={() => onOpen(one.id)}
                className="flex w-full cursor-pointer flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3 text-left hover:bg-accent focus-visible:-outline-offset-2"
              >
                <Line one={one} />
              </button>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}

const Line = ({ one }: { one: LeadImport }) => (
  <>
    <span className="min-w-0">
      <span className="block break-words font-medium">{one.fileName}</span>
      <span className="block text-muted-foreground text-xs">
        {formatDateTime(one.uploadedAt)} · {one.uploadedBy} ·{" "}
        {one.status === "uploaded" ? countLeads(one.total, "rij", "rijen") : outcomeText(one)}
      </span>
    </span>
    <Badge tone={STATUS[one.status].tone}>{STATUS[one.status].label}</Badge>
  </>
);
