import { CircleCheck, CirclePause, Clock, TriangleAlert } from "lucide-react";
import type { SyncHealth } from "#contract/airtable.ts";
import type { AdminCompany } from "#contract/companies.ts";
import { formatDateTime } from "#lib/dates/dates.ts";
import { cn } from "#ui/cn.ts";
import { Badge } from "#ui/content/badge.tsx";

/** Synchronisation needs both the base and the API key. */
export const hasAirtable = ({ airtableBaseId, hasAirtableApiKey }: AdminCompany): boolean =>
  Boolean(airtableBaseId) && hasAirtableApiKey;

export const AirtableBadge = ({ company, health }: { company: AdminCompany; health: SyncHealth | undefined }) => {
  if (!hasAirtable(company)) return <Badge tone="warning">Niet verbonden</Badge>;
  if (health?.paused)
    return (
      <Badge tone="warning" title={pauseText(health.paused)}>
        Gepauzeerd
      </Badge>
    );
  if (!health?.problem) return <Badge tone="success">Verbonden</Badge>;
  if (health.awaitsMapping)
    return (
      <Badge tone="warning" title={AWAITS_MAPPING}>
        Velden niet gekoppeld
      </Badge>
    );
  return (
    <Badge tone="danger" title={health.problem}>
      Sync mislukt
    </Badge>
  );
};

/** Not shown as a failure: to map the fields is the next step of a new company. */
const AWAITS_MAPPING = "Airtable is nog niet ingesteld: de velden zijn nog niet gekoppeld.";

const pauseText = ({ since }: NonNullable<SyncHealth["paused"]>): string =>
  `Gepauzeerd sinds ${formatDateTime(since)}.`;

const describeHealth = ({ problem, awaitsMapping, paused, lastEndedAt, isRunning, nextRunAt }: SyncHealth) => {
  if (paused) return { icon: CirclePause, tone: "text-warning", text: pauseText(paused) };
  if (awaitsMapping) return { icon: TriangleAlert, tone: "text-warning", text: AWAITS_MAPPING };
  const next = nextRunAt ? ` De volgende komt rond ${formatDateTime(nextRunAt)}.` : "";
  if (problem) return { icon: TriangleAlert, tone: "text-danger", text: problem + next };
  if (isRunning) return { icon: Clock, tone: "text-muted-foreground", text: "Er loopt nu een synchronisatie." };
  if (!lastEndedAt) return { icon: Clock, tone: "text-muted-foreground", text: `Nog niet gesynchroniseerd.${next}` };
  const text = `Voor het laatst gesynchroniseerd op ${formatDateTime(lastEndedAt)}.${next}`;
  return { icon: CircleCheck, tone: "text-success", text };
};

/** The outcome of the last sync run and the time of the next one. */
export const SyncHealthLine = ({ health }: { health: SyncHealth }) => {
  const { icon: Icon, tone, text } = describeHealth(health);
  return (
    <p className={cn("flex items-start gap-2 text-[0.8125rem]", tone)}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      {text}
    </p>
  );
};
