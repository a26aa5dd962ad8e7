import { Link } from "@tanstack/react-router";
import { CalendarDays, Merge, Pencil } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import type { Sender } from "#contract/senders.ts";
import { useColleagues } from "#lib/api/colleagues.ts";
import { useSenders } from "#lib/api/senders.ts";
import { useMinuteEnd } from "#lib/dates/dates.ts";
import { displayName } from "#lib/labels/person.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { Button } from "#ui/button/button.tsx";
import { TooltipButton } from "#ui/button/tooltip-button.tsx";
import { Badge } from "#ui/content/badge.tsx";
import { useDialogSubject } from "#ui/dialog/dialog.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { lazyComponent, ShortcutBlocker, usePreload } from "#ui/lazy-component.tsx";
import { Tooltip } from "#ui/overlay/tooltip.tsx";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#ui/page/card.tsx";
import { NoSenders } from "./send-calendar.tsx";
import { activeHold, capsText, holdText, hoursText } from "./sender-texts.ts";

const SenderDialog = lazyComponent(() => import("./sender-dialog.tsx"), "SenderDialog");
const MergeDialog = lazyComponent(() => import("./merge-dialog.tsx"), "MergeDialog");

type SendersCardProps = {
  companyId: string;
  /** Why the user may not edit senders; undefined if they may. */
  disabledReason: string | undefined;
};

/** The colleagues in whose name is sent, with the rules when that may be done. */
export function SendersCard({ companyId, disabledReason }: SendersCardProps) {
  const senders = useSenders();
  const edit = useDialogSubject<Sender>();
  const merge = useDialogSubject<Sender>();
  usePreload(SenderDialog.preload);
  return (
    <Card className="min-w-0">
      <CardHeader>
        <CardTitle>Afzenders</CardTitle>
        <CardDescription className="text-xs">
          {disabledReason ?? "De account managers namens wie wordt verstuurd, en wanneer dat mag."}
        </CardDescription>
      </CardHeader>
      <CardContent>
        <QueryStates query={senders} errorTitle="De afzenders konden niet worden geladen" skeleton={<LinesSkeleton />}>
          {(loaded) => (
            <SenderRows
              senders={loaded}
              companyId={companyId}
              disabledReason={disabledReason}
              onEdit={edit.show}
              onMerge={merge.show}
            />
          )}
        </QueryStates>
      </CardContent>
      <Suspense fallback={<ShortcutBlocker />}>
        {edit.subject && (
          <SenderDialog open={edit.open} sender={edit.subject} companyId={companyId} onClose={edit.close} />
        )}
        {merge.subject && (
          <MergeDialog open={merge.open} sender={merge.subject} senders={senders.data ?? []} onClose={merge.close} />
        )}
      </Suspense>
    </Card>
  );
}

type SenderRowsProps = SendersCardProps & {
  senders: readonly Sender[];
  onEdit: (sender: Sender) => void;
  onMerge: (sender: Sender) => void;
};

function SenderRows({ senders, companyId, disabledReason, onEdit, onMerge }: SenderRowsProps) {
  const colleagues = useColleagues(companyId).data;
  if (senders.length === 0) return <NoSenders />;
  const onlyOne = senders.length === 1 ? "Er is geen andere afzender om mee samen te voegen." : undefined;
  return (
    <ul className="divide-y">
      {senders.map((sender) => {
        const linked = colleagues?.find(({ id }) => id === sender.userId);
        return (
          <SenderRow key={sender.id} sender={sender} linkedTo={linked && displayName(linked)}>
            <Tooltip content="Zo gaat het eruit">
              <Button asChild variant="ghost" size="icon">
                <Link to="/planning" search={{ afzender: sender.id }} aria-label={`Zo gaat het eruit: ${sender.name}`}>
                  <CalendarDays />
                </Link>
              </Button>
            </Tooltip>
            <TooltipButton
              variant="ghost"
              size="icon"
              aria-label={`${sender.name} samenvoegen`}
              hint="Samenvoegen"
              disabledReason={disabledReason ?? onlyOne}
              onClick={() => onMerge(sender)}
            >
              <Merge />
            </TooltipButton>
            <TooltipButton
              variant="ghost"
              size="icon"
              aria-label={`Afzender ${sender.name} bewerken`}
              hint="Bewerken"
              disabledReason={disabledReason}
              onClick={() => onEdit(sender)}
            >
              <Pencil />
            </TooltipButton>
          </SenderRow>
        );
      })}
    </ul>
  );
}

type SenderRowProps = { sender: Sender; linkedTo: string | undefined; children: ReactNode };

function SenderRow({ sender, linkedTo, children }: SenderRowProps) {
  const { name, aliases, register, hours, caps, userId } = sender;
  const hold = activeHold(sender, useMinuteEnd());
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 break-words font-medium">{name}</span>
          <Badge>{register === "u" ? "u-vorm" : "je-vorm"}</Badge>
          {hold && <Badge tone="warning">Staat stil</Badge>}
        </p>
        {aliases.length > 0 && <p className="text-muted-foreground text-xs">Ook: {aliases.join(", ")}</p>}
        <p className="text-muted-foreground text-xs">
          {linkedTo ? `Gekoppeld aan ${linkedTo}` : userId ? "Gekoppeld" : "Niet gekoppeld aan een gebruiker"}
        </p>
        {hold && <p className="text-warning text-xs">{holdText(hold)}</p>}
      </div>
      <div className="min-w-0 flex-1 basis-56 text-[0.8125rem]">
        <p className="tabular-nums">{hoursText(hours)}</p>
        <p className="text-muted-foreground text-xs">{capsText(caps)}</p>
      </div>
      <div className="flex items-center max-sm:ml-auto">{children}</div>
    </li>
  );
}
