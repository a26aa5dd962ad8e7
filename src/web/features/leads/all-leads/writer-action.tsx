import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { PenLine } from "lucide-react";
import { type RequestedTexts, writerRoutes } from "#contract/writer.ts";
import { call } from "#lib/api/api.ts";
import { showError } from "#lib/api/show-error.ts";
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

/** The server accepts at most this many leads per call. */
const BATCH_SIZE = 100;

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

const requestAll = async (task: WriterTask, ids: readonly string[]) => {
  const total: RequestedTexts = { requested: 0, skipped: [] };
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const { requested, skipped } = await requestFor(task, ids.slice(start, start + BATCH_SIZE));
    total.requested += requested;
    total.skipped.push(...skipped);
  }
  return total;
};

/** Lets the built-in writer work for the selected leads. Renders nothing where the company does not use it. */
export function WriterAction({ ids, onDone }: BulkActionProps) {
  const client = useQueryClient();
  // The same query as on the review screens.
  const progress = useQuery({
    queryKey: ["messages", "writing"],
    queryFn: ({ signal }) => call(writerRoutes.progress, { signal }),
  });
  const request = useMutation({
    mutationFn: (task: WriterTask) => requestAll(task, ids),
    onSuccess: ({ requested, skipped }) => {
      showToast({ title: "Schrijver", description: `${requested} aangevraagd.${describeSkipped(skipped)}` });
      onDone();
    },
    onError: (error) => showError(error, "De teksten konden niet worden aangevraagd."),
    onSettled: () => client.invalidateQueries({ queryKey: ["messages", "writing"] }),
  });
  if (progress.data?.writer !== "builtin") return null;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline" size="sm" disabled={request.isPending}>
          <PenLine />
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
