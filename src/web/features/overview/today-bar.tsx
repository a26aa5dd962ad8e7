import { ChevronDown } from "lucide-react";
import { Suspense, useState } from "react";
import type { OverviewCounts } from "#contract/overview.ts";
import { countText, useOverviewCounts } from "#lib/api/overview.ts";
import { readStored, writeStored } from "#lib/browser/browser-storage.ts";
import { useCurrentUser } from "#lib/session/session.ts";
import { cn } from "#ui/cn.ts";
import { lazyComponent } from "#ui/lazy-component.tsx";
import { useIsPhone } from "#ui/use-media-query.ts";

const TodayDetails = lazyComponent(() => import("./today-details.tsx"), "TodayDetails");

/** The height that the details take, reserved while their data is loading. */
const DETAILS_HEIGHT = "h-98.25 sm:h-69 xl:h-35";

const nounText = (count: number, one: string, many: string, hasMore = false): string[] =>
  count === 0 ? [] : [`${countText(count, hasMore)} ${count === 1 ? one : many}`];

const textParts = (counts: OverviewCounts): string[] => [
  ...nounText(counts.iceBreakers + counts.followUps, "bericht te beoordelen", "berichten te beoordelen"),
  ...nounText(counts.overdue, "bericht over tijd", "berichten over tijd", counts.hasMoreOverdue),
  ...nounText(counts.newMeetings, "nieuwe meeting", "nieuwe meetings"),
  ...nounText(counts.tasks, "taak voor vandaag", "taken voor vandaag"),
];

/** One line of a phone is too narrow for what users have to do with each. */
const shortParts = (counts: OverviewCounts): string[] => [
  ...nounText(counts.iceBreakers + counts.followUps, "bericht", "berichten"),
  ...nounText(counts.overdue, "over tijd", "over tijd", counts.hasMoreOverdue),
  ...nounText(counts.newMeetings, "meeting", "meetings"),
  ...nounText(counts.tasks, "taak", "taken"),
];

const summaryText = (counts: OverviewCounts, isShort: boolean): string =>
  (isShort ? shortParts(counts) : textParts(counts)).join(" · ") ||
  (counts.isFirstSync ? "De eerste synchronisatie met Airtable loopt." : "Er wacht niets op je.");

/** One line above the list with what waits for the user today. It opens to tasks, yesterday's result and problems. */
export function TodayBar() {
  const counts = useOverviewCounts();
  const isPhone = useIsPhone();
  const key = `today-open:${useCurrentUser().id}`;
  const [isOpen, setIsOpen] = useState(() => readStored(key) === "true");
  const toggle = () => {
    writeStored(key, String(!isOpen));
    setIsOpen(!isOpen);
  };
  return (
    <section aria-label="Vandaag" className="border-b bg-sidebar print:hidden">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={toggle}
        className="flex min-h-10 w-full cursor-pointer items-center gap-2 px-4 py-2 text-left text-[0.8125rem] hover:bg-accent/60 focus-visible:-outline-offset-2 sm:px-6"
      >
        <ChevronDown
          aria-hidden
          className={cn("size-4 shrink-0 text-muted-foreground transition-transform", !isOpen && "-rotate-90")}
        />
        <span className="font-medium">Vandaag</span>
        <span className="min-w-0 truncate text-muted-foreground tabular-nums">
          {counts && summaryText(counts, isPhone)}
        </span>
      </button>
      {isOpen && (
        <Suspense fallback={<div className={DETAILS_HEIGHT} />}>
          <TodayDetails />
        </Suspense>
      )}
    </section>
  );
}
