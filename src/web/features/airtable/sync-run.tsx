import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { SyncRun, SyncStatus } from "#contract/airtable.ts";
import { repairsText } from "#contract/sync-repairs.ts";
import { type SyncedTable, TABLE_NAMES } from "#contract/synced-tables.ts";
import { formatDateTime } from "#lib/dates/dates.ts";
import { cn } from "#ui/cn.ts";
import type { BadgeTone } from "#ui/content/badge.tsx";

export const Notice = ({
  tone,
  title,
  children,
}: {
  tone: "danger" | "warning";
  title: string;
  children: ReactNode;
}) => (
  <div
    className={cn(
      "flex items-start gap-2.5 rounded-sm border p-3 text-sm",
      tone === "danger" ? "border-danger/40 bg-danger-soft" : "border-warning/40 bg-warning-soft",
    )}
  >
    <TriangleAlert
      aria-hidden
      className={cn("mt-0.5 size-4 shrink-0", tone === "danger" ? "text-danger" : "text-warning")}
    />
    <div className="min-w-0">
      <p className="font-medium">{title}</p>
      <div className="mt-0.5 break-words">{children}</div>
    </div>
  </div>
);

/** The failure of the last run, and the tables and fields that are skipped. */
export function SyncProblems({ status }: { status: SyncStatus }) {
  const { lastRun, tables } = status;
  const suspended = tables.filter(({ suspendedReason }) => suspendedReason !== null);
  const incomplete = tables.filter(
    ({ suspendedReason, fieldProblems }) => !suspendedReason && fieldProblems.length > 0,
  );
  return (
    // The live region must exist before its text, or a screen reader does not announce it.
    <div role="status" className="flex flex-col gap-2 empty:hidden">
      {lastRun?.status === "failed" &&
        (awaitsFirstMapping(status) ? (
          <Notice tone="warning" title="Nog niet ingesteld: koppel eerst de velden">
            {lastRun.message}
          </Notice>
        ) : (
          <Notice tone="danger" title="De laatste synchronisatie is mislukt">
            {lastRun.message}
          </Notice>
        ))}
      {suspended.map(({ table, suspendedReason }) => (
        <Notice key={table} tone="warning" title={`${TABLE_NAMES[table]} wordt overgeslagen`}>
          {suspendedReason}
        </Notice>
      ))}
      {incomplete.map(({ table, fieldProblems }) => (
        <Notice key={table} tone="warning" title={`${TABLE_NAMES[table]}: ${fieldsText(fieldProblems.length)}`}>
          {fieldProblems.join(" ")}
        </Notice>
      ))}
      {tables
        .filter(({ withoutAppId }) => withoutAppId > 0)
        .map(({ table, withoutAppId }) => (
          <Notice key={table} tone="warning" title={`${TABLE_NAMES[table]}: het veld App ID is niet gekoppeld`}>
            {recordsText({ table, count: withoutAppId })} van hier {withoutAppId === 1 ? "kan" : "kunnen"} daarom niet
            naar Airtable. Koppel App ID bij Velden koppelen, of maak het daar aan; daarna gaat het vanzelf.
          </Notice>
        ))}
    </div>
  );
}

/** A base with other tables was connected, and nothing has been read yet: mapping them is the next step, not a failure. */
export const awaitsFirstMapping = ({ lastRun, setupSteps, tables }: SyncStatus): boolean =>
  lastRun?.status === "failed" &&
  setupSteps.every((step) => step === "mapping") &&
  setupSteps.length > 0 &&
  tables.every(({ lastReadAt }) => lastReadAt === null);

const fieldsText = (count: number) =>
  count === 1 ? "1 veld wordt overgeslagen" : `${count} velden worden overgeslagen`;

export const RUN_BADGES: Record<SyncRun["status"], { label: string; tone: BadgeTone }> = {
  queued: { label: "Wacht", tone: "info" },
  running: { label: "Bezig", tone: "info" },
  succeeded: { label: "Voltooid", tone: "success" },
  partial: { label: "Voltooid met opmerkingen", tone: "warning" },
  failed: { label: "Mislukt", tone: "danger" },
};

export const isRunActive = ({ status }: SyncRun): boolean => status === "queued" || status === "running";

/** A run that is due starts within a minute, because the scheduler runs every minute. */
export const nextRunText = (nextRunAt: string | null, minuteEnd: number): string => {
  if (nextRunAt === null) return "Niet gepland";
  return Date.parse(nextRunAt) <= minuteEnd ? "Binnen een minuut" : formatDateTime(nextRunAt);
};

export const intervalText = (minutes: number): string => (minutes === 1 ? "elke minuut" : `elke ${minutes} minuten`);

/** Such as "1.200 verzoeken". */
export const requestsText = (count: number): string =>
  `${count.toLocaleString("nl-NL")} ${count === 1 ? "verzoek" : "verzoeken"}`;

const NOUNS: Record<SyncedTable, [one: string, more: string]> = {
  leads: ["lead", "leads"],
  messages: ["bericht", "berichten"],
  adjustments: ["aanpassing", "aanpassingen"],
  queue: ["bericht in de wachtrij", "berichten in de wachtrij"],
  meetings: ["meeting", "meetings"],
  prompts: ["prompt", "prompts"],
  invitations: ["uitnodiging", "uitnodigingen"],
};

/** Such as "30 leads". */
export const recordsText = ({ table, count }: { table: SyncedTable; count: number }): string =>
  `${count.toLocaleString("nl-NL")} ${NOUNS[table][count === 1 ? 0 : 1]}`;

/** How many changes that were made here still have to be sent; null when there are none. */
export const pendingText = (tables: SyncStatus["tables"]): string | null => {
  const pending = tables.reduce((sum, table) => sum + table.pending, 0);
  if (pending === 0) return null;
  return pending === 1
    ? "1 record met een wijziging van hier wacht nog op Airtable."
    : `${pending.toLocaleString("nl-NL")} records met een wijziging van hier wachten nog op Airtable.`;
};

/** What is left of the monthly budget of requests. */
export const budgetText = ({ requestsThisMonth, monthlyBudget }: SyncStatus): string => {
  const left = monthlyBudget - requestsThisMonth;
  const budget = monthlyBudget.toLocaleString("nl-NL");
  return left > 0
    ? `nog ${left.toLocaleString("nl-NL")} van ${budget}`
    : `de ${budget} van deze maand zijn op; alleen wat je zelf start of wijzigt gaat nog mee`;
};

export const comparisonText = (comparison: SyncStatus["lastComparison"]): string => {
  if (!comparison) return "Elke nacht wordt alles vergeleken.";
  const { at, repairs } = comparison;
  return `Alles vergeleken op ${formatDateTime(at)}: ${repairs.length === 0 ? "niets" : repairsText(repairs)} hersteld`;
};
