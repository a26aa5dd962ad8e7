import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { mayBeContacted } from "#contract/classification.ts";
import { LEAD_FIELD_NAMES, LEAD_FIELDS } from "#contract/lead-fields.ts";
import type { Lead } from "#contract/leads.ts";
import { formatLongDate } from "#lib/dates/dates.ts";
import { classificationText } from "#lib/labels/classification.ts";
import { Button } from "#ui/button/button.tsx";
import { cn } from "#ui/cn.ts";
import { Dialog, DialogClose, DialogContent, DialogFooter } from "#ui/dialog/dialog.tsx";
import { leadName } from "../detail/lead-details.tsx";
import { useMergeLeads } from "./lead-details.api.ts";

type MergeDialogProps = { lead: Lead; other: Lead; onClose: () => void };

const classOf = ({ leadClassification }: Lead): string =>
  leadClassification === "DELETED" ? "Verwijderd" : classificationText(leadClassification);

/** Both leads side by side: the user chooses which one stays, and sees which details it takes from the other. */
export function MergeDialog({ lead, other, onClose }: MergeDialogProps) {
  const [keepId, setKeepId] = useState(lead.id);
  const merge = useMergeLeads();
  const navigate = useNavigate();
  const [keep, duplicate] = keepId === lead.id ? [lead, other] : [other, lead];
  const confirm = () =>
    merge.mutate(
      { keep, duplicate },
      {
        onSuccess: () => {
          onClose();
          void navigate({ to: "/leads/$id", params: { id: keep.id } });
        },
      },
    );
  const rows = [
    ...LEAD_FIELD_NAMES.map((name) => ({ label: LEAD_FIELDS[name].label, values: [lead[name], other[name]] })),
    { label: "Classificatie", values: [classOf(lead), classOf(other)] },
    { label: "Toegevoegd", values: [formatLongDate(lead.dateAdded), formatLongDate(other.dateAdded)] },
  ].filter(({ values }) => values.some(Boolean));
  const isStopped = !mayBeContacted(keep.leadClassification) || !mayBeContacted(duplicate.leadClassification);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Leads samenvoegen"
        description="Kies welke lead blijft. Berichten, notities, labels, uitnodigingen en geschiedenis van de andere komen erbij."
        size="xl"
      >
        <table className="w-full table-fixed text-left text-[0.8125rem]">
          <thead>
            <tr>
              <th scope="col" className="w-28 py-2 font-normal text-muted-foreground text-xs">
                Blijft
              </th>
              {[lead, other].map((candidate) => (
                <th key={candidate.id} scope="col" className="py-2 pr-3 font-medium">
                  <label className="flex cursor-pointer items-center gap-2">
                    <input
                      type="radio"
                      name="keep"
                      checked={candidate.id === keepId}
                      onChange={() => setKeepId(candidate.id)}
                      className="size-4 accent-primary"
                    />
                    <span className="truncate">{leadName(candidate)}</span>
                  </label>
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y">
            {rows.map(({ label, values }) => (
              <tr key={label}>
                <th scope="row" className="py-1.5 pr-2 font-normal text-muted-foreground text-xs">
                  {label}
                </th>
                {values.map((value, index) => {
                  const own = index === 0 ? lead : other;
                  const isKept = own.id === keepId || !values[1 - index];
                  return (
                    <td
                      key={own.id}
                      className={cn("break-words py-1.5 pr-3", isKept ? "font-medium" : "text-muted-foreground")}
                    >
                      {value || "–"}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
        <p className="mt-3 text-muted-foreground">
          Gegevens die verschillen en niet blijven, komen in een notitie. {leadName(duplicate)} wordt verwijderd, ook in
          Airtable. Dit kan niet ongedaan worden gemaakt.
          {isStopped && " Een van beide mag niet worden benaderd: dat geldt daarna voor de samengevoegde lead."}
        </p>
        <DialogFooter>
          <DialogClose>
            <Button variant="outline">Annuleren</Button>
          </DialogClose>
          <Button busy={merge.isPending} busyLabel="Samenvoegen..." onClick={confirm}>
            Samenvoegen
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
