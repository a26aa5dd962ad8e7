import { useState } from "react";
import type { ALLOCATION_RULES, BuiltInRun, Workflow } from "#contract/workflows.ts";
import { useSenders } from "#lib/api/senders.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { Button } from "#ui/button/button.tsx";
import { DialogClose, DialogFooter } from "#ui/dialog/dialog.tsx";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { Field } from "#ui/field/field.tsx";
import { Input } from "#ui/field/input.tsx";
import { Select } from "#ui/select/select.tsx";
import { useBuiltInPreview, useRunBuiltIn } from "./workflows.api.ts";

type BuiltInDialogProps = { open: boolean; workflow: Workflow; onClose: () => void };

/** A workflow that runs inside the product, with a preview of what it will do. */
export const BuiltInDialog = ({ open, workflow, onClose }: BuiltInDialogProps) => (
  <FormDialog open={open} onClose={onClose} title={workflow.name} description={workflow.description}>
    <BuiltInForm id={workflow.id as BuiltInRun["workflowId"]} onDone={onClose} />
  </FormDialog>
);

const DEFAULT_SHARE = 50;
const MAX_SHARE = 100;

type SharesFieldsProps = { shares: Readonly<Record<string, number>>; onChange: (name: string, share: number) => void };

/** How the leads are divided, in proportion: 60 and 30 is two to one. */
const SharesFields = ({ shares, onChange }: SharesFieldsProps) => (
  <fieldset className="flex flex-col gap-2">
    <legend className="mb-2 text-muted-foreground text-sm">
      Aandeel per afzender, in verhouding tot elkaar. Met 0 krijgt iemand niets.
    </legend>
    <div className="grid grid-cols-2 gap-3">
      {Object.entries(shares).map(([name, share]) => (
        <Field key={name} label={name}>
          <Input
            inputMode="numeric"
            value={String(share)}
            onChange={({ target }) =>
              onChange(name, Math.min(MAX_SHARE, Number(target.value.replaceAll(/\D/g, "")) || 0))
            }
          />
        </Field>
      ))}
    </div>
  </fieldset>
);

type Rule = (typeof ALLOCATION_RULES)[number];

const CUSTOM_SHARES = "custom";
const RULES = [
  { value: "share", label: "Gelijk over de afzenders" },
  { value: CUSTOM_SHARES, label: "Eigen verdeling" },
  { value: "industry", label: "Op branche" },
  { value: "region", label: "Op regio" },
] as const satisfies readonly { value: Rule | typeof CUSTOM_SHARES; label: string }[];

const COUNTS = ["10", "25", "50", "100", "250", "500"].map((value) => ({ value, label: value }));

function BuiltInForm({ id, onDone }: { id: BuiltInRun["workflowId"]; onDone: () => void }) {
  const [rule, setRule] = useState<Rule | typeof CUSTOM_SHARES>("share");
  const [count, setCount] = useState("50");
  const [shares, setShares] = useState<Record<string, number>>({});
  const senders = (useSenders().data ?? []).filter(({ account }) => account !== null);
  const customShares = Object.fromEntries(senders.map(({ name }) => [name, shares[name] ?? DEFAULT_SHARE]));
  const request = {
    workflowId: id,
    by: rule === CUSTOM_SHARES ? ("share" as const) : rule,
    count: Number(count),
    ...(rule === CUSTOM_SHARES ? { shares: customShares } : {}),
  };
  const preview = useBuiltInPreview(request);
  const run = useRunBuiltIn();
  const isAllocation = id === "allocate-leads";
  return (
    <div className="flex flex-col gap-4">
      {isAllocation && (
        <Field label="Verdelen">
          <Select options={RULES} value={rule} onValueChange={(value) => setRule(value)} />
        </Field>
      )}
      {isAllocation && rule === CUSTOM_SHARES && (
        <SharesFields shares={customShares} onChange={(name, share) => setShares({ ...shares, [name]: share })} />
      )}
      <Field label={isAllocation ? "Hooguit zoveel leads" : "Hooguit zoveel uitnodigingen"}>
        <Select options={COUNTS} value={count} onValueChange={setCount} />
      </Field>
      <QueryStates query={preview} errorTitle="Het voorbeeld kon niet worden gemaakt" skeleton={<LinesSkeleton />}>
        {({ count: total, senders: allocations }) =>
          total === 0 ? (
            <p className="text-muted-foreground">
              {isAllocation
                ? "Er zijn geen leads zonder accountmanager die benaderd mogen worden."
                : "Er staan geen uitnodigingen in de wacht van afzenders met een LinkedIn-account."}
            </p>
          ) : (
            <table className="w-full text-[0.8125rem]">
              <caption className="pb-1 text-left text-muted-foreground text-xs">Zo wordt het</caption>
              <tbody>
                {allocations.map((sender) => (
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
          data-main-action
          // Not while the table still shows the previous choice.
          disabled={preview.isPlaceholderData || !preview.data?.count}
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
