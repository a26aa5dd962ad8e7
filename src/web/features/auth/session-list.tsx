import { Monitor, Smartphone } from "lucide-react";
import type { ActiveSession } from "#contract/auth.ts";
import { errorMessage } from "#lib/api/api.ts";
import { DAY_MS, formatDateTime, HOUR_MS, MINUTE_MS } from "#lib/dates/dates.ts";
import { Button } from "#ui/button/button.tsx";
import { Badge } from "#ui/content/badge.tsx";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import { Problem } from "#ui/feedback/empty.tsx";
import { Skeleton, SkeletonGroup } from "#ui/feedback/loading.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { useActiveSessions, useEndSession, useEndSessions } from "./auth.api.ts";

type NamePattern = readonly [pattern: RegExp, name: string];

// The first match wins: nearly every user agent also contains Chrome or Safari, and Android also contains Linux.
const BROWSERS: readonly NamePattern[] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\b(OPR|Opera|OPiOS|OPT)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, "Chrome"],
  [/\bVersion\/.*\bSafari\//, "Safari"],
];

const SYSTEMS: readonly NamePattern[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b/, "Mac"],
  [/\bCrOS\b/, "Chromebook"],
  [/\bLinux\b/, "Linux"],
];

const findName = (names: readonly NamePattern[], userAgent: string) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1];

/** Such as "Chrome op Windows", so that people recognise their own devices. */
export const deviceName = (userAgent: string | null): string => {
  const browser = findName(BROWSERS, userAgent ?? "");
  const system = findName(SYSTEMS, userAgent ?? "");
  if (browser && system) return `${browser} op ${system}`;
  return browser ?? (system ? `Onbekende browser op ${system}` : "Onbekend apparaat");
};

const isHandheld = (userAgent: string | null): boolean => /\b(iPhone|iPad|Android)\b/.test(userAgent ?? "");

const relativeTime = new Intl.RelativeTimeFormat("nl");

/** A time in the future (the clock of this computer is slow) also reads as "zojuist". */
export const lastActiveText = (at: string, now: Date): string => {
  const elapsed = now.getTime() - Date.parse(at);
  if (elapsed < MINUTE_MS) return "zojuist actief";
  if (elapsed < HOUR_MS) return `${relativeTime.format(-Math.floor(elapsed / MINUTE_MS), "minute")} actief`;
  if (elapsed < DAY_MS) return `${relativeTime.format(-Math.floor(elapsed / HOUR_MS), "hour")} actief`;
  return `${relativeTime.format(-Math.floor(elapsed / DAY_MS), "day")} actief`;
};

export function SessionList() {
  const { data, error, dataUpdatedAt, refetch, isFetching } = useActiveSessions();
  if (data) {
    return (
      <div className="flex flex-col gap-4">
        <ul className="divide-y rounded-md border">
          {data.map((session) => (
            <SessionRow key={session.id} session={session} now={new Date(dataUpdatedAt)} />
          ))}
        </ul>
        <EndAllSessionsButton />
      </div>
    );
  }
  if (error) {
    return (
      <Problem
        title="Je sessies konden niet worden geladen"
        reason={errorMessage(error, "Er is een fout opgetreden")}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  return (
    <SkeletonGroup className="flex flex-col gap-3 rounded-md border p-4">
      <Skeleton className="w-40" />
      <Skeleton className="w-56" />
    </SkeletonGroup>
  );
}

function SessionRow({ session, now }: { session: ActiveSession; now: Date }) {
  const { userAgent, sessionKind, current, address, lastSeenAt, createdAt } = session;
  const Icon = isHandheld(userAgent) ? Smartphone : Monitor;
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{deviceName(userAgent)}</span>
          {current && <Badge tone="success">Deze sessie</Badge>}
          {sessionKind === "admin" && <Badge lang="en">Admin Panel</Badge>}
        </div>
        <p className="mt-0.5 break-words text-muted-foreground text-xs">
          {address ?? "Onbekend adres"} · <time dateTime={lastSeenAt}>{lastActiveText(lastSeenAt, now)}</time>
          <br />
          Ingelogd op <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
        </p>
      </div>
      {!current && <EndSessionButton session={session} />}
    </li>
  );
}

function EndSessionButton({ session: { id, userAgent } }: { session: ActiveSession }) {
  const end = useEndSession();
  return (
    <Button
      variant="ghost"
      size="sm"
      busy={end.isPending}
      aria-label={`Sessie op ${deviceName(userAgent)} beëindigen`}
      onClick={() => end.mutate(id)}
    >
      Beëindigen
    </Button>
  );
}

function EndAllSessionsButton() {
  const confirm = useConfirm();
  const end = useEndSessions();
  const confirmAndEnd = async () => {
    const confirmed = await confirm({
      title: "Overal uitloggen?",
      text: "Alle sessies worden beëindigd, ook deze. Daarna log je opnieuw in.",
      confirmLabel: "Overal uitloggen",
      tone: "destructive",
    });
    if (!confirmed) return;
    end.mutate(undefined, {
      onError: (error) =>
        showToast({
          title: "Niet uitgelogd",
          description: errorMessage(error, "Er is een fout opgetreden bij het uitloggen."),
          tone: "destructive",
        }),
    });
  };
  return (
    <Button variant="outline" busy={end.isPending} onClick={confirmAndEnd} className="text-danger sm:self-end">
      Overal uitloggen
    </Button>
  );
}
