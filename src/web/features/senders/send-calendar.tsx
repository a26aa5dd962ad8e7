import { Link } from "@tanstack/react-router";
import { CalendarOff, ChevronRight, UserRound } from "lucide-react";
import type { PlannedSend, Sender } from "#contract/senders.ts";
import { dayOf, formatTime, formatWeekday, useToday } from "#lib/dates/dates.ts";
import { LeadLink } from "#lib/leads/lead-link.tsx";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { Button } from "#ui/button/button.tsx";
import { cn } from "#ui/cn.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { Skeleton, SkeletonGroup } from "#ui/feedback/loading.tsx";
import { SIMULATED_DAYS, useSimulation } from "./senders.api.ts";

const SHOWN_PER_DAY = 4;

/** Noon, so that adding days is right on days of 23 and 25 hours too. */
const addDays = (day: string, count: number): string => {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
};

const isoWeekday = (day: string): number => new Date(`${day}T12:00:00Z`).getUTCDay() || 7;

/** Whole weeks, from the Monday before today until the Sunday after the last simulated day. */
export const calendarDays = (today: string): string[] => {
  const monday = addDays(today, 1 - isoWeekday(today));
  const last = addDays(today, SIMULATED_DAYS);
  const weeks = Math.ceil((isoWeekday(today) + SIMULATED_DAYS) / 7);
  return Array.from({ length: weeks * 7 }, (_, index) => addDays(monday, index)).filter(
    (day) => day <= addDays(last, 7 - isoWeekday(last)),
  );
};

type Kind = PlannedSend["kind"];
const KINDS: readonly Kind[] = ["message", "invitation"];
const NOUNS: Readonly<Record<Kind, { one: string; many: string; last: string }>> = {
  message: { one: "bericht", many: "berichten", last: "het laatste" },
  invitation: { one: "uitnodiging", many: "uitnodigingen", last: "de laatste" },
};

const countKind = (sends: readonly PlannedSend[], kind: Kind): number =>
  sends.filter((send) => send.kind === kind).length;

const countText = (count: number, kind: Kind): string => `${count} ${count === 1 ? NOUNS[kind].one : NOUNS[kind].many}`;

/** The number of sends and the day of the last one. */
export const totalText = (sends: readonly PlannedSend[]): string => {
  const last = sends.at(-1);
  if (!last) return "De komende twee weken gaat er niets uit.";
  const kinds = KINDS.filter((kind) => countKind(sends, kind) > 0);
  const counts = kinds.map((kind) => countText(countKind(sends, kind), kind)).join(" en ");
  const [only = "message", other] = kinds;
  return `De komende twee weken: ${counts}, ${other ? "de laatste" : NOUNS[only].last} op ${formatWeekday(last.at)}.`;
};

type SendCalendarProps = {
  sends: readonly PlannedSend[];
  /** What is sent with the stored rules, to compare with. */
  before?: readonly PlannedSend[] | undefined;
  /** The names of the leads open them. Not in a form, whose changes would be lost. */
  opensLeads?: boolean;
};

/** Two weeks as a calendar; on a phone a list of days. */
export function SendCalendar({ sends, before, opensLeads = false }: SendCalendarProps) {
  const today = useToday();
  const byDay = Map.groupBy(sends, ({ at }) => dayOf(at));
  const beforeByDay = before && Map.groupBy(before, ({ at }) => dayOf(at));
  const last = addDays(today, SIMULATED_DAYS);
  return (
    <ol className="grid gap-px overflow-hidden rounded-md border bg-border sm:grid-cols-7">
      {calendarDays(today).map((day) => (
        <CalendarDay
          key={day}
          day={day}
          sends={byDay.get(day) ?? []}
          before={beforeByDay && (beforeByDay.get(day) ?? [])}
          isOutside={day < today || day > last}
          isToday={day === today}
          opensLeads={opensLeads}
        />
      ))}
    </ol>
  );
}

type CalendarDayProps = {
  day: string;
  sends: readonly PlannedSend[];
  before: readonly PlannedSend[] | undefined;
  isOutside: boolean;
  isToday: boolean;
  opensLeads: boolean;
};

const CalendarDay = ({ day, sends, before, isOutside, isToday, opensLeads }: CalendarDayProps) => {
  const counts = KINDS.map((kind) => {
    const count = countKind(sends, kind);
    const countBefore = before ? countKind(before, kind) : count;
    return { kind, count, countBefore };
  }).filter(({ count, countBefore }) => count + countBefore > 0);
  const isEmpty = counts.length === 0;
  return (
    <li
      aria-current={isToday ? "date" : undefined}
      className={cn(
        "flex min-w-0 flex-col gap-1 bg-card p-2 text-sm tabular-nums sm:min-h-24 sm:text-xs",
        isOutside && "bg-muted max-sm:hidden",
        isEmpty && "max-sm:flex-row max-sm:justify-between max-sm:py-1.5",
      )}
    >
      <p className={cn("text-muted-foreground", isToday && "font-semibold text-link")}>
        <time dateTime={day}>{formatWeekday(`${day}T12:00:00Z`)}</time>
      </p>
      {!isOutside && isEmpty && <p className="text-muted-foreground">–</p>}
      {!isOutside &&
        counts.map(({ kind, count, countBefore }) => (
          <p key={kind} className={cn("font-medium", count !== countBefore && "text-info")}>
            {countText(count, kind)}
            {count !== countBefore && <span className="font-normal"> (nu {countBefore})</span>}
          </p>
        ))}
      <Sends sends={sends.slice(0, SHOWN_PER_DAY)} opensLeads={opensLeads} />
      {sends.length > SHOWN_PER_DAY && (
        <details className="group">
          <summary className="flex cursor-pointer list-none items-center gap-1 rounded-xs text-link hover:underline max-sm:min-h-10 [&::-webkit-details-marker]:hidden">
            <ChevronRight aria-hidden className="size-3.5 shrink-0 transition-transform group-open:rotate-90" />
            nog {sends.length - SHOWN_PER_DAY}
          </summary>
          <Sends sends={sends.slice(SHOWN_PER_DAY)} opensLeads={opensLeads} />
        </details>
      )}
    </li>
  );
};

/** On a phone one line with columns, of which the name is high enough for a finger. */
const sendStyle =
  "min-w-0 max-sm:grid max-sm:grid-cols-[3rem_minmax(0,1fr)_fit-content(40%)] max-sm:items-center max-sm:gap-x-2";
const nameStyle = "max-sm:block max-sm:truncate max-sm:leading-10";

type SendsProps = { sends: readonly PlannedSend[]; opensLeads: boolean };

const Sends = ({ sends, opensLeads }: SendsProps) =>
  sends.length > 0 && (
    <ul className="flex flex-col sm:gap-1">
      {sends.map(({ at, messageName, leadId, fullName }) => (
        <li key={`${at} ${leadId}`} title={`${messageName} aan ${fullName}`} className={sendStyle}>
          <p className="truncate max-sm:contents">
            <time dateTime={at}>{formatTime(at)}</time>{" "}
            {opensLeads && leadId ? (
              <LeadLink id={leadId} className={nameStyle}>
                {fullName || "Naam onbekend"}
              </LeadLink>
            ) : (
              <span className={nameStyle}>{fullName}</span>
            )}
          </p>
          <p className="truncate text-muted-foreground">{messageName}</p>
        </li>
      ))}
    </ul>
  );

const SKELETON_DAYS = Array.from({ length: 21 }, (_, nth) => `dag ${nth}`);

/** Three rows of seven days: fourteen days that begin in the middle of a week touch three weeks. */
export const CalendarSkeleton = () => (
  <SkeletonGroup className="flex flex-col gap-3">
    <Skeleton className="my-1 w-80 max-w-full" />
    <div className="grid gap-px overflow-hidden rounded-md border bg-border sm:grid-cols-7">
      {SKELETON_DAYS.map((day) => (
        <div key={day} className="flex flex-col gap-2 bg-card p-2 max-sm:py-1.5 sm:min-h-24">
          <Skeleton className="h-3 w-14" />
          <Skeleton className="h-3 w-20 max-sm:hidden" />
        </div>
      ))}
    </div>
  </SkeletonGroup>
);

/** The calendar of a sender in each of its states. */
export const SenderCalendar = ({ sender }: { sender: Sender }) => (
  <QueryStates
    query={useSimulation(sender.id)}
    errorTitle="De planning kon niet worden geladen"
    skeleton={<CalendarSkeleton />}
  >
    {(sends) =>
      sends.length === 0 ? (
        <Empty
          icon={CalendarOff}
          title="De komende twee weken gaat er niets uit"
          text={`Keur berichten van ${sender.name} goed, of kijk bij Messages Queued waar ze op wachten.`}
          action={
            <>
              <Button asChild variant="outline" size="sm">
                <Link to="/">Berichten beoordelen</Link>
              </Button>
              <Button asChild variant="outline" size="sm">
                <Link to="/messages-queued">Wachtrij bekijken</Link>
              </Button>
            </>
          }
          className="py-8"
        />
      ) : (
        <div className="flex flex-col gap-3">
          <p role="status">{totalText(sends)}</p>
          <SendCalendar sends={sends} opensLeads />
        </div>
      )
    }
  </QueryStates>
);

export const NoSenders = () => (
  <Empty
    icon={UserRound}
    title="Nog geen afzenders"
    text="Een afzender verschijnt vanzelf zodra een bericht, uitnodiging of prompt een accountmanager heeft."
    action={
      <Button asChild variant="outline" size="sm">
        <Link to="/prompts">Prompt maken</Link>
      </Button>
    }
    className="py-8"
  />
);
