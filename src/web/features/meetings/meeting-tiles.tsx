import { MEETING_TABS } from "#contract/meeting-status.ts";
import type { MeetingStats } from "#contract/meetings.ts";
import { cn } from "#ui/cn.ts";
import { type ShownTab, TABS } from "./meeting-labels.ts";

type MeetingTilesProps = { stats: MeetingStats | undefined; chosen: ShownTab; onChoose: (tab: ShownTab) => void };

/** How many meetings there are of each kind; the one that is pressed is the one that is listed. */
export const MeetingTiles = ({ stats, chosen, onChoose }: MeetingTilesProps) => (
  <fieldset aria-label="Meetings per status" className="grid min-w-0 grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-5">
    {MEETING_TABS.map((tab) => {
      const { label, icon: Icon } = TABS[tab];
      return (
        <button
          key={tab}
          type="button"
          aria-pressed={tab === chosen}
          onClick={() => onChoose(tab)}
          className={cn(
            "flex min-w-0 cursor-pointer items-center gap-3 rounded-md border bg-card px-3 py-2.5 text-left shadow-xs hover:bg-accent",
            "aria-pressed:border-primary aria-pressed:bg-info-soft max-lg:last:col-span-full sm:max-lg:last:col-span-1",
          )}
        >
          <Icon aria-hidden className={cn("size-5 shrink-0 text-muted-foreground", tab === chosen && "text-info")} />
          <span className="flex min-w-0 flex-col-reverse">
            <span className="truncate text-[0.8125rem] text-muted-foreground">{label}</span>
            <span className="font-semibold text-lg tabular-nums leading-6">
              {stats ? stats[tab].toLocaleString("nl-NL") : "–"}
            </span>
          </span>
        </button>
      );
    })}
  </fieldset>
);
