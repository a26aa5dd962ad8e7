import { Shuffle } from "lucide-react";
import type { Channel, ChannelSwitchReport, StayingParts } from "#contract/queue.ts";
import { formatDateTime } from "#lib/dates/dates.ts";
import { cn } from "#ui/cn.ts";
import { useChannelSwitch } from "./queue.api.ts";

const CHANNEL_NAMES: Record<Channel, string> = {
  airtable: "de eigen automatisering",
  webhook: "de webhook",
  linkedin: "LinkedIn",
};

const STAYING_REASONS: Record<StayingParts["reason"], string> = {
  sending: "op dit moment onderweg",
  cancelling: "annulering wacht op Airtable",
  status: "onbekende status in Airtable",
  requested: "al aangevraagd met SENT of Nu versturen",
  attempted: "al eerder geprobeerd",
  due: "binnen een kwartier aan de beurt, of al te laat",
  busy: "net in bewerking",
};

const countText = (count: number): string =>
  `${count.toLocaleString("nl-NL")} ${count === 1 ? "bericht" : "berichten"}`;

/** How many queued messages a switch of the delivery channel moved, and why the others stay. */
export function ChannelSwitchNotice({ className }: { className?: string }) {
  const state = useChannelSwitch();
  if (!state || (!state.isPending && !state.latest)) return null;
  return (
    <div
      role="note"
      className={cn("flex items-start gap-2 rounded-sm bg-info-soft px-3 py-2 text-[0.8125rem] leading-5", className)}
    >
      <Shuffle aria-hidden className="mt-0.5 size-4 shrink-0 text-info" />
      {state.isPending ? (
        <p>
          Het verzendkanaal is gewijzigd. De klaarstaande berichten verhuizen zodra een synchronisatie heeft laten zien
          wat er in Airtable al is verstuurd.
        </p>
      ) : (
        state.latest && <Report report={state.latest} />
      )}
    </div>
  );
}

const Report = ({ report: { channel, finishedAt, moved, stayingParts } }: { report: ChannelSwitchReport }) => (
  <div>
    <p>
      Sinds <time dateTime={finishedAt}>{formatDateTime(finishedAt)}</time> wordt verstuurd via {CHANNEL_NAMES[channel]}
      : {countText(moved)} {moved === 1 ? "is" : "zijn"} verhuisd
      {stayingParts.length > 0 ? ". Bij het vorige kanaal blijven, zodat niets dubbel gaat:" : "."}
    </p>
    {stayingParts.length > 0 && (
      <ul className="list-disc pl-4">
        {stayingParts.map(({ reason, count }) => (
          <li key={reason}>
            {countText(count)}: {STAYING_REASONS[reason]}
          </li>
        ))}
      </ul>
    )}
  </div>
);
