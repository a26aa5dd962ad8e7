import { Merge } from "lucide-react";
import { Suspense } from "react";
import type { Duplicate } from "#contract/lead-details.ts";
import type { Lead } from "#contract/leads.ts";
import { LeadLink } from "#lib/leads/lead-link.tsx";
import { PartProblem } from "#lib/lists/part-problem.tsx";
import { Button } from "#ui/button/button.tsx";
import { useDialogSubject } from "#ui/dialog/dialog.tsx";
import { lazyComponent, ShortcutBlocker } from "#ui/lazy-component.tsx";
import { leadName } from "../detail/lead-details.tsx";
import { useDuplicates } from "./lead-details.api.ts";

const MergeDialog = lazyComponent(() => import("./merge-dialog.tsx"), "MergeDialog");

const REASONS: Record<Duplicate["reason"], string> = {
  linkedin: "hetzelfde LinkedIn-profiel",
  email: "hetzelfde e-mailadres",
  name: "dezelfde naam en hetzelfde bedrijf",
};

/** Ref of the notice, which disappears after a merge together with the button that opened its dialog. */
const passFocusToScreen = (notice: HTMLElement) => () => {
  const { activeElement, body } = document;
  if (activeElement !== body && !notice.contains(activeElement)) return;
  requestAnimationFrame(() => {
    if (document.activeElement === body) document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
  });
};

/** Other leads that seem to be this person. */
export function LeadDuplicates({ lead }: { lead: Lead }) {
  const query = useDuplicates(lead.id);
  const duplicates = query.data ?? [];
  const dialog = useDialogSubject<Lead>();
  if (duplicates.length === 0)
    return <PartProblem query={query} text="Of deze persoon er dubbel in staat, kon niet worden nagegaan." />;
  return (
    <section
      ref={passFocusToScreen}
      aria-label="Dubbele leads"
      className="rounded-md border border-warning/40 bg-warning-soft p-3"
    >
      <h2 className="mb-1 font-medium text-[0.8125rem] text-warning">Staat deze persoon er dubbel in?</h2>
      <ul className="flex flex-col gap-2">
        {duplicates.map(({ lead: other, reason }) => (
          <li key={other.id} className="flex flex-wrap items-center gap-x-2 gap-y-1 text-[0.8125rem]">
            <span className="min-w-0 flex-1">
              <LeadLink id={other.id} className="text-link underline">
                {leadName(other)}
              </LeadLink>{" "}
              {other.company && `(${other.company}) `}heeft {REASONS[reason]}.
            </span>
            <Button
              variant="outline"
              size="sm"
              aria-label={`Samenvoegen met ${leadName(other)}`}
              onClick={() => dialog.show(other)}
            >
              <Merge />
              Samenvoegen...
            </Button>
          </li>
        ))}
      </ul>
      {dialog.open && dialog.subject && (
        <Suspense fallback={<ShortcutBlocker />}>
          <MergeDialog lead={lead} other={dialog.subject} onClose={dialog.close} />
        </Suspense>
      )}
    </section>
  );
}
