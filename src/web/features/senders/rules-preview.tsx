import { type Control, useWatch } from "react-hook-form";
import { type SenderFormValues, sendingCaps, sendingSpacing, workingHours } from "#contract/sender-forms.ts";
import type { Sender } from "#contract/senders.ts";
import { errorMessage } from "#lib/api/api.ts";
import { Button } from "#ui/button/button.tsx";
import { SendCalendar, totalText } from "./send-calendar.tsx";
import { type PreviewedRules, usePreview, useSimulation } from "./senders.api.ts";

export type SenderControl = Control<SenderFormValues>;

/** The rules in the form; undefined while one of them is invalid. */
const readRules = (hours: unknown, caps: unknown, spacing: unknown): PreviewedRules | undefined => {
  const parsed = [
    workingHours.safeParse(hours),
    sendingCaps.safeParse(caps),
    sendingSpacing.safeParse(spacing),
  ] as const;
  const [validHours, validCaps, validSpacing] = parsed;
  if (!validHours.success || !validCaps.success || !validSpacing.success) return undefined;
  return { hours: validHours.data, caps: validCaps.data, spacing: validSpacing.data };
};

/** What the rules in the form would do, compared with the stored ones, before they are saved. */
export function RulesPreview({ sender, control }: { sender: Sender; control: SenderControl }) {
  const [hours, caps, spacing] = useWatch({ control, name: ["hours", "caps", "spacing"] });
  const rules = readRules(hours, caps, spacing);
  const stored = useSimulation(sender.id);
  const preview = usePreview(sender.id);
  const isCurrent = preview.data !== undefined && JSON.stringify(preview.data.rules) === JSON.stringify(rules);
  return (
    <section aria-label="Planning" className="flex flex-col items-start gap-3 py-5">
      <Button
        variant="outline"
        size="sm"
        disabled={!rules}
        busy={preview.isPending}
        busyLabel="Berekenen..."
        onClick={() => rules && preview.mutate(rules)}
      >
        Bekijk wat dit verandert
      </Button>
      {/* The live region must exist before its text, or a screen reader does not announce it. */}
      <div role="status" className="text-[0.8125rem]">
        {preview.isError && (
          <p className="text-danger">{errorMessage(preview.error, "De planning kon niet worden berekend.")}</p>
        )}
        {isCurrent && <p>{totalText(preview.data.sends)} Nog niet opgeslagen.</p>}
      </div>
      {isCurrent && preview.data.sends.length > 0 && (
        <div className="w-full">
          <SendCalendar sends={preview.data.sends} before={stored.data} />
        </div>
      )}
    </section>
  );
}
