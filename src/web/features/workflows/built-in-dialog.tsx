import { useState } from "react";
import type { ALLOCATION_RULES, BuiltInRun, Workflow } from "#contract/workflows.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { Button } from "#ui/button/button.tsx";
import { DialogClose, DialogFooter } from "#ui/dialog/dialog.tsx";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { Field } from "#ui/field/field.tsx";
import { Select } from "#ui/select/select.tsx";
import { useBuiltInPreview, useRunBuiltIn } from "./workflows.api.ts";

type BuiltInDialogProps = { open: boolean; workflow: Workflow; onClose: () => void };

/** A workflow that runs inside the product, with a preview of what it will do. */
export const BuiltInDialog = ({ open, workflow, onClose }: BuiltInDialogProps) => (
  <FormDialog open={open} onClose={onClose} title={workflow.name} description={workflow.description}>
    <BuiltInForm id={workflow.id as BuiltInRun["workflowId"]} onDone={onClose} />
  </FormDialog>
);

type Rule = (typeof ALLOCATION_RULES)[number];

const RULES = [
  { value: "share", label: "Gelijk over de afzenders" },
  { value: "industry", label: "Op branche" },
  { value: "region", label: "Op regio" },
] as const satisfies readonly { value: Rule; label: string }[];

const COUNTS = ["10", "25", "50", "100", "250", "500"].map((value) => ({ value, label: value }));

function BuiltInForm({ id, onDone }: { id: BuiltInRun["workflowId"]; onDone: () => void }) {
  const [by, setBy] = useState<Rule>("share");
  const [count, setCount] = useState("50");
  const request = { workflowId: id, by, count: Number(count) };
  const preview = useBuiltInPreview(request);
  const run = useRunBuiltIn();
  const isAllocation = id === "allocate-leads";
  return (
    <div className="flex flex-col gap-4">
      {isAllocation && (
        <Field label="Verdelen">
          <Select options={RULES} value={by} onValueChange={(value) => setBy(value as Rule)} />
        </Field>
      )}
      <Field label={isAllocation ? "Hooguit zoveel leads" : "Hooguit zoveel uitnodigingen"}>
        <Select options={COUNTS} value={count} onValueChange={setCount} />
      </Field>
      <QueryStates query={preview} errorTitle="Het voorbeeld kon niet worden gemaakt" skeleton={<LinesSkeleton />}>
        {({ count: total, senders }) =>
          total === 0 ? (
            <p className="text-muted-foreground">
              {isAllocation ? "Er zijn geen leads zonder accountmanager." : "Er staan geen uitnodigingen in de wacht."}
            </p>
          ) : (
            <table className="w-full text-[0.8125rem]">
              <caption className="pb-1 text-left text-muted-foreground text-xs">Zo wordt het</caption>
              <tbody>
                {senders.map((sender) => (
                  <tr key={sender.name} className="border-t">
                    <th scope="row" className="py-1.5 text-left font-normal">
                      {sender.name}
                    </th>
                    <td className="py-1.5 text-right tabular-nums">{sender.count}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </QueryStates>
      <DialogFooter>
        <DialogClose>
          <Button variant="outline">Annuleren</Button>
        </DialogClose>
        <Button
          disabled={!preview.data || preview.data.count === 0}
          busy={run.isPending}
          busyLabel="Wordt gestart..."
          onClick={() => run.mutate(request, { onSuccess: onDone })}
        >
          Start
        </Button>
      </DialogFooter>
    </div>
  );
}
