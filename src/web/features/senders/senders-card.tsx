import { Link } from "@tanstack/react-router";
import { CalendarDays, Merge, Pencil } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { NO_SENDER, type Sender } from "#contract/senders.ts";
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
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#ui/page/card.tsx";
import { ListRow } from "#ui/table/list-row.tsx";
import { NoSenders } from "./send-calendar.tsx";
import { activeHold, capsText, holdText, hoursText } from "./sender-texts.ts";

const SenderDialog = lazyComponent(() => import("./sender-dialog.tsx"), "SenderDialog");
const MergeDialog = lazyComponent(() => import("./merge-dialog.tsx"), "MergeDialog");

const ROW_BUTTON = "h-10 px-2 max-sm:[&_svg]:hidden";

type SendersCardProps = {
  companyId: string;
  /** Why the user may not edit senders; undefined if they may. */
  disabledReason: string | undefined;
};

/** The account managers in whose name messages are sent, and when that is allowed. */
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
          {disabledReason ?? "De accountmanagers namens wie wordt verstuurd, en wanneer dat mag."}
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
          <MergeDialog
            open={merge.open}
            sender={merge.subject}
            senders={(senders.data ?? []).filter(({ name }) => name !== NO_SENDER)}
            onClose={merge.close}
          />
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
  const nobody = senders.find(({ name }) => name === NO_SENDER);
  const people = senders.filter((sender) => sender !== nobody);
  const noOtherSenderReason = people.length === 1 ? "Er is geen andere afzender om mee samen te voegen." : undefined;
  return (
    <>
      {people.length === 0 && <NoSenders />}
      <ul className="divide-y">
        {people.map((sender) => {
          const linked = colleagues?.find(({ id }) => id === sender.userId);
          return (
            <SenderRow key={sender.id} sender={sender} linkedTo={linked && displayName(linked)}>
              <Button asChild variant="ghost" size="sm" className={ROW_BUTTON}>
                <Link to="/planning" search={{ afzender: sender.id }} aria-label={`Planning van ${sender.name}`}>
                  <CalendarDays />
                  Planning
                </Link>
              </Button>
              <TooltipButton
                variant="ghost"
                size="sm"
                className={ROW_BUTTON}
                aria-label={`${sender.name} samenvoegen`}
                disabledReason={disabledReason ?? noOtherSenderReason}
                onClick={() => onMerge(sender)}
              >
                <Merge />
                Samenvoegen
              </TooltipButton>
              <TooltipButton
                variant="ghost"
                size="sm"
                className={ROW_BUTTON}
                data-key="enter"
                aria-label={`Afzender ${sender.name} bewerken`}
                disabledReason={disabledReason}
                onClick={() => onEdit(sender)}
              >
                <Pencil />
                Bewerken
              </TooltipButton>
            </SenderRow>
          );
        })}
      </ul>
      {nobody && nobody.queued > 0 && (
        <p className="mt-3 border-t pt-3 text-sm">
          {nobody.queued === 1 ? "1 bericht in de wachtrij heeft" : `${nobody.queued} berichten in de wachtrij hebben`}{" "}
          geen afzender (het veld Flow in Airtable).{" "}
          {people.length > 0 && (
            <Button
              variant="link"
              size="sm"
              className="h-auto p-0"
              disabled={disabledReason !== undefined}
              onClick={() => onMerge(nobody)}
            >
              Afzender kiezen
            </Button>
          )}
        </p>
      )}
    </>
  );
}

type SenderRowProps = { sender: Sender; linkedTo: string | undefined; children: ReactNode };

function SenderRow({ sender, linkedTo, children }: SenderRowProps) {
  const { name, aliases, formOfAddress, hours, caps, userId } = sender;
  const hold = activeHold(sender, useMinuteEnd());
  return (
    <ListRow className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 break-words font-medium">{name}</span>
          <Badge>{formOfAddress === "u" ? "u-vorm" : "je-vorm"}</Badge>
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
      <div className="-mx-2 flex flex-wrap items-center sm:-mt-2">{children}</div>
    </ListRow>
  );
}
