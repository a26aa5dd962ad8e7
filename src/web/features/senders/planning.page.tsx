import { NO_SENDER, type Sender } from "#contract/senders.ts";
import { useSenders } from "#lib/api/senders.ts";
import { useDocumentTitle } from "#lib/browser/document-title.ts";
import { useMinuteEnd, useToday } from "#lib/dates/dates.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { textFilter, useUrlFilters } from "#lib/lists/url-filters.ts";
import { useCurrentUser } from "#lib/session/session.ts";
import { Field } from "#ui/field/field.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { Select } from "#ui/select/select.tsx";
import { CalendarSkeleton, NoSenders, SenderCalendar } from "./send-calendar.tsx";
import { activeHold, capsText, holdText, hoursText, rampText } from "./sender-texts.ts";
import { useSyncWait } from "./senders.api.ts";

/** An id, or a name as in the filter of a queue. */
const planningFilters = { afzender: textFilter(200) };

const isCalled = ({ id, name, aliases }: Sender, sender: string | undefined): boolean =>
  sender !== undefined && [id, name, ...aliases].includes(sender);

/** "Zonder accountmanager" is listed only while it has messages, which are planned like those of a sender. */
const isListed = ({ name, queued }: Sender): boolean => name !== NO_SENDER || queued > 0;

/** The user's own sender, otherwise the one with most to send. */
const firstShown = (senders: readonly Sender[], userId: string): Sender | undefined => {
  const byQueued = senders
    .toSorted((one, other) => other.queued - one.queued)
    .toSorted((one, other) => Number(one.name === NO_SENDER) - Number(other.name === NO_SENDER));
  return byQueued.find((sender) => sender.userId === userId) ?? byQueued[0];
};

/** What is sent in the coming two weeks, per sender. */
export function PlanningPage() {
  useDocumentTitle("Planning");
  const [{ afzender }, setFilters] = useUrlFilters(planningFilters);
  const { id: userId } = useCurrentUser();
  const senders = useSenders();
  const listed = (senders.data ?? []).filter(isListed);
  const shown = listed.find((sender) => isCalled(sender, afzender)) ?? firstShown(listed, userId);
  return (
    <>
      <PageHeader
        title="Planning"
        description="Wat er de komende twee weken per afzender wordt verstuurd."
        filters={
          // Without senders there is nothing to choose.
          (senders.isPending || shown) && (
            <Field label="Afzender" className="sm:w-56">
              <Select
                options={listed.map(({ id, name }) => ({ value: id, label: name }))}
                value={shown?.id}
                onValueChange={(id) => setFilters({ afzender: id })}
              />
            </Field>
          )
        }
      />
      <div className="w-full max-w-7xl px-4 py-4 sm:px-6">
        <QueryStates
          query={senders}
          errorTitle="De afzenders konden niet worden geladen"
          skeleton={<CalendarSkeleton />}
        >
          {() => (shown ? <SenderPlanning key={shown.id} sender={shown} /> : <NoSenders />)}
        </QueryStates>
      </div>
    </>
  );
}

function SenderPlanning({ sender }: { sender: Sender }) {
  const hold = activeHold(sender, useMinuteEnd());
  const syncWait = useSyncWait(sender);
  const ramp = rampText(sender, useToday());
  return (
    <div className="flex flex-col gap-3">
      <p className="text-[0.8125rem] text-muted-foreground tabular-nums">
        {hoursText(sender.hours)} · {capsText(sender.caps)}
      </p>
      {ramp && <p className="text-[0.8125rem] text-muted-foreground">{ramp}</p>}
      {hold && <p className="text-[0.8125rem] text-warning">{holdText(hold)}</p>}
      {syncWait && <p className="text-[0.8125rem] text-warning">{syncWait}</p>}
      <SenderCalendar sender={sender} />
    </div>
  );
}
