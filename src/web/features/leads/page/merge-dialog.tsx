import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { mayBeContacted } from "#contract/classification.ts";
import { LEAD_FIELD_NAMES, LEAD_FIELDS, type LeadFieldName } from "#contract/lead-fields.ts";
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

/** Whose class the merged lead gets: the kept lead's, unless it has none or only the other forbids contact. As the server decides. */
const takesClassOf = (keep: Lead, duplicate: Lead): Lead => {
  if (keep.leadClassification === null) return duplicate.leadClassification === null ? keep : duplicate;
  const isForbidden = mayBeContacted(keep.leadClassification) && !mayBeContacted(duplicate.leadClassification);
  return isForbidden ? duplicate : keep;
};

/** The earlier date stays. */
const takesDateOf = (keep: Lead, duplicate: Lead): Lead =>
  Date.parse(duplicate.dateAdded) < Date.parse(keep.dateAdded) ? duplicate : keep;

type Row = {
  label: string;
  values: (string | null)[];
  /** Whose value the merged lead gets. */
  from: Lead;
};

type Candidates = { lead: Lead; other: Lead; keep: Lead; duplicate: Lead };

/** The details that one of both has. */
const rowsOf = ({ lead, other, keep, duplicate }: Candidates): Row[] => {
  const detailRow = (name: LeadFieldName | "contractOwner" | "hubspotId", label: string) => ({
    label,
    values: [lead[name], other[name]],
    from: keep[name] || !duplicate[name] ? keep : duplicate,
  });
  return [
    ...LEAD_FIELD_NAMES.map((name) => detailRow(name, LEAD_FIELDS[name].label)),
    detailRow("contractOwner", "Contact Owner"),
    detailRow("hubspotId", "HubSpot ID"),
    { label: "Classificatie", values: [classOf(lead), classOf(other)], from: takesClassOf(keep, duplicate) },
    {
      label: "Toegevoegd",
      values: [formatLongDate(lead.dateAdded), formatLongDate(other.dateAdded)],
      from: takesDateOf(keep, duplicate),
    },
  ].filter(({ values }) => values.some(Boolean));
};

type MergeTableProps = {
  lead: Lead;
  other: Lead;
  keepId: string;
  onKeep: (id: string) => void;
  rows: readonly Row[];
};

const MergeTable = ({ lead, other, keepId, onKeep, rows }: MergeTableProps) => (
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
                onChange={() => onKeep(candidate.id)}
                className="size-4 accent-primary"
              />
              <span className="truncate">{leadName(candidate)}</span>
            </label>
          </th>
        ))}
      </tr>
    </thead>
    <tbody className="divide-y">
      {rows.map(({ label, values, from }) => (
        <tr key={label}>
          <th scope="row" className="py-1.5 pr-2 font-normal text-muted-foreground text-xs">
            {label}
          </th>
          {values.map((value, index) => {
            const own = index === 0 ? lead : other;
            return (
              <td
                key={own.id}
                className={cn("break-words py-1.5 pr-3", own === from ? "font-medium" : "text-muted-foreground")}
              >
                {value || "–"}
              </td>
            );
          })}
        </tr>
      ))}
    </tbody>
  </table>
);

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
  const isStopped = !mayBeContacted(keep.leadClassification) || !mayBeContacted(duplicate.leadClassification);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Leads samenvoegen"
        description="Kies welke lead blijft. Berichten, notities, labels, uitnodigingen en geschiedenis van de andere komen erbij."
        size="xl"
      >
        <MergeTable
          lead={lead}
          other={other}
          keepId={keepId}
          onKeep={setKeepId}
          rows={rowsOf({ lead, other, keep, duplicate })}
        />
        <p className="mt-3 text-muted-foreground">
          Gegevens die verschillen en niet blijven, komen in een notitie. Staan er voor beide berichten klaar, dan gaan
          die van één lead door; de andere moeten opnieuw worden beoordeeld. {leadName(duplicate)} wordt verwijderd, ook
          in Airtable. Dit kan niet ongedaan worden gemaakt.
          {isStopped && " Een van beide mag niet worden benaderd: dat geldt daarna voor de samengevoegde lead."}
        </p>
        <DialogFooter>
          <DialogClose>
            <Button variant="outline">Annuleren</Button>
          </DialogClose>
          <Button data-main-action busy={merge.isPending} busyLabel="Samenvoegen..." onClick={confirm}>
            Samenvoegen
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
