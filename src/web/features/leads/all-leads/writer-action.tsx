import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { writerRoutes } from "#contract/writer.ts";
import { call } from "#lib/api/api.ts";
import { sendInBatches } from "#lib/api/batches.ts";
import { showError } from "#lib/api/show-error.ts";
import { useUndoableMutation } from "#lib/api/undo.tsx";
import { formatLeadCount } from "#lib/labels/person.ts";
import { Button } from "#ui/button/button.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#ui/overlay/dropdown-menu.tsx";
import { describeSkipped } from "../skipped-drafts.ts";
import type { BulkActionProps } from "./lead-selection.tsx";

type WriterTask = "icebreaker" | "followup" | "rating";

const TASKS: readonly { task: WriterTask; label: string }[] = [
  { task: "icebreaker", label: "Ice breakers laten schrijven" },
  { task: "followup", label: "Follow-ups laten schrijven" },
  { task: "rating", label: "Ratings laten voorstellen" },
];

const requestFor = (task: WriterTask, leadIds: string[]) =>
  task === "rating"
    ? call(writerRoutes.requestRatings, { body: { leadIds } })
    : call(writerRoutes.requestDrafts, { body: { leadIds, messageType: task } });

const requestAll = async (task: WriterTask, allIds: readonly string[]) => {
  const { answers, refused } = await sendInBatches(allIds, (ids) => requestFor(task, ids));
  const requested = answers.reduce((total, answer) => total + answer.requested, 0);
  return { requested, skipped: answers.flatMap(({ skipped }) => skipped), refused };
};

const describeRefused = ([first, ...others]: readonly { reason: string }[]): string =>
  first ? ` Voor ${formatLeadCount(others.length + 1)} niet: ${first.reason}` : "";

/** Lets the built-in writer work for the selected leads. Renders nothing where the company does not use it. */
export function WriterAction({ ids, onDone }: BulkActionProps) {
  const client = useQueryClient();
  // The same query as on the review screens.
  const progress = useQuery({
    queryKey: ["messages", "writing"],
    queryFn: ({ signal }) => call(writerRoutes.progress, { signal }),
  });
  const request = useUndoableMutation({
    mutationFn: (task: WriterTask) => requestAll(task, ids),
    onSuccess: ({ requested, skipped, refused }) => {
      const description = `${requested} aangevraagd.${describeSkipped(skipped)}${describeRefused(refused)}`;
      showToast({ title: "Schrijver", description });
      if (refused.length === 0) onDone();
    },
    onError: (error) => showError(error, "De teksten konden niet worden aangevraagd."),
    onSettled: () => client.invalidateQueries({ queryKey: ["messages", "writing"] }),
  });
  if (progress.data?.writer !== "builtin") return null;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline" size="sm" disabled={request.isPending}>
          <Sparkles />
          Laten schrijven
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {TASKS.map(({ task, label }) => (
          <DropdownMenuItem key={task} onSelect={() => request.mutate(task)}>
            {label}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
