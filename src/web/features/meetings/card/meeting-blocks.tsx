import type { Meeting } from "#contract/meetings.ts";
import { Fold } from "#ui/fold.tsx";
import { RichText } from "#ui/rich-text.tsx";

const BLOCKS = [
  { title: "Sales Opportunities", field: "salesOpportunities" },
  { title: "Follow-up Interests", field: "followUpInterests" },
  { title: "Action Items", field: "actionItems" },
] as const;

/** What was made of the talk. */
export const MeetingBlocks = ({ meeting }: { meeting: Meeting }) => (
  <div className="grid gap-2 md:grid-cols-3">
    {BLOCKS.map(({ title, field }) => (
      <div key={field} className="min-w-0 rounded-sm bg-muted px-3 py-2 text-[0.8125rem]">
        <h4 className="mb-1 font-medium text-xs">{title}</h4>
        <Fold lines={12} className="whitespace-normal leading-5">
          <RichText html={meeting[field]} none={<p className="text-muted-foreground">Geen data beschikbaar</p>} />
        </Fold>
      </div>
    ))}
  </div>
);
