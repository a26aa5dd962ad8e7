import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { SyncStatus } from "#contract/airtable.ts";
import { TABLE_NAMES } from "#lib/sync-progress.ts";
import { cn } from "#ui/cn.ts";

const Notice = ({ tone, title, children }: { tone: "danger" | "warning"; title: string; children: ReactNode }) => (
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
      <p className="mt-0.5 break-words">{children}</p>
    </div>
  </div>
);

/** What stands in the way, and what somebody can do about it. */
export function SyncTrouble({ status: { lastRun, tables } }: { status: SyncStatus }) {
  const suspended = tables.filter(({ suspendedReason }) => suspendedReason !== null);
  return (
    // The region is there before the text is, or a screen reader would not read it out.
    <div role="status" className="flex flex-col gap-2 empty:hidden">
      {lastRun?.status === "failed" && (
        <Notice tone="danger" title="De laatste synchronisatie is mislukt">
          {lastRun.message}
        </Notice>
      )}
      {suspended.map(({ table, suspendedReason }) => (
        <Notice key={table} tone="warning" title={`${TABLE_NAMES[table]} wordt overgeslagen`}>
          {suspendedReason}
        </Notice>
      ))}
    </div>
  );
}
