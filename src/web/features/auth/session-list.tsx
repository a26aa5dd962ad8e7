import { Monitor, Smartphone } from "lucide-react";
import type { ActiveSession } from "#contract/auth.ts";
import { problemText } from "#lib/api-error.ts";
import { formatDateTime } from "#lib/dates.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { useConfirm } from "#ui/confirm.tsx";
import { Problem } from "#ui/problem.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { showToast } from "#ui/toast.tsx";
import { useActiveSessions, useEndSessions } from "./auth.api.ts";
import { deviceName, isHandheld } from "./device-name.ts";
import { lastActive } from "./last-active.ts";

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
        <EndSessions />
      </div>
    );
  }
  if (error) {
    return (
      <Problem
        title="Je sessies konden niet worden geladen"
        reason={problemText(error, "Er is een fout opgetreden")}
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
  const { userAgent, side, current, address, lastSeenAt, createdAt } = session;
  const Icon = isHandheld(userAgent) ? Smartphone : Monitor;
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{deviceName(userAgent)}</span>
          {current && <Badge tone="success">Deze sessie</Badge>}
          {side === "admin" && <Badge lang="en">Admin Panel</Badge>}
        </div>
        <p className="mt-0.5 break-words text-muted-foreground text-xs">
          {address ?? "Onbekend adres"} · <time dateTime={lastSeenAt}>{lastActive(lastSeenAt, now)}</time>
          <br />
          Ingelogd op <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
        </p>
      </div>
    </li>
  );
}

function EndSessions() {
  const confirm = useConfirm();
  const end = useEndSessions();
  const ask = async () => {
    const agreed = await confirm({
      title: "Overal uitloggen?",
      text: "Alle sessies worden beëindigd, ook deze. Daarna log je opnieuw in.",
      confirmLabel: "Overal uitloggen",
      tone: "destructive",
    });
    if (!agreed) return;
    end.mutate(undefined, {
      onError: (error) =>
        showToast({
          title: "Niet uitgelogd",
          description: problemText(error, "Er is een fout opgetreden bij het uitloggen."),
          tone: "destructive",
        }),
    });
  };
  return (
    <Button variant="outline" busy={end.isPending} onClick={ask} className="text-danger sm:self-end">
      Overal uitloggen
    </Button>
  );
}
