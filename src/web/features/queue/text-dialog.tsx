import { Play, RotateCw } from "lucide-react";
import { Suspense } from "react";
import type { QueuedMessage, SentMessage } from "#contract/queue.ts";
import { usePauseMessages } from "#lib/api/pause-messages.ts";
import { Button } from "#ui/button/button.tsx";
import { Dialog, DialogContent } from "#ui/dialog/dialog.tsx";
import { lazyComponent } from "#ui/lazy-component.tsx";
import { useRetryQueued } from "./queue.api.ts";

const SyncedRecordLinks = lazyComponent(() => import("#lib/sync/record-history.tsx"), "SyncedRecordLinks");

export type QueueRow = QueuedMessage | SentMessage;

type MessageTextDialogProps = { open: boolean; onClose: () => void; row: QueueRow };

/** One file with its notices: the dialog opens with the focus on its first button, which must be there by then. */
export const MessageTextDialog = ({ open, onClose, row }: MessageTextDialogProps) => (
  <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
    <DialogContent title={`${row.messageName} - ${row.fullName}`} description={row.messageFlow ?? undefined}>
      <p className="whitespace-pre-line break-words leading-relaxed">
        {row.message || "Dit bericht heeft geen tekst."}
      </p>
      {"pausedBy" in row && row.pausedBy && row.leadId && (
        <PausedNotice leadId={row.leadId} by={row.pausedBy} onDone={onClose} />
      )}
      {"problem" in row && row.problem && <SendProblem id={row.id} problem={row.problem} onDone={onClose} />}
      <Suspense>
        <SyncedRecordLinks table="queue" recordId={row.id} />
      </Suspense>
    </DialogContent>
  </Dialog>
);

type PausedNoticeProps = { leadId: string; by: string; onDone: () => void };

/** In the dialog with the text of a paused message. */
function PausedNotice({ leadId, by, onDone }: PausedNoticeProps) {
  const resume = usePauseMessages("resume");
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-sm bg-muted px-3 py-2">
      <p className="min-w-0 flex-1 basis-60">Gepauzeerd door {by}, met al wat voor deze lead klaarstaat.</p>
      <Button
        variant="outline"
        size="sm"
        busy={resume.isPending}
        onClick={() => resume.mutate(leadId, { onSuccess: onDone })}
      >
        <Play />
        Hervatten
      </Button>
    </div>
  );
}

type SendProblemProps = { id: string; problem: string; onDone: () => void };

/** In the dialog with the text of a message that could not be sent. */
function SendProblem({ id, problem, onDone }: SendProblemProps) {
  const retry = useRetryQueued();
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-sm bg-danger-soft px-3 py-2">
      <p className="min-w-0 flex-1 basis-60 text-danger">{problem}</p>
      <Button
        variant="outline"
        size="sm"
        busy={retry.isPending}
        onClick={() => retry.mutate(id, { onSuccess: onDone })}
      >
        <RotateCw />
        Opnieuw proberen
      </Button>
    </div>
  );
}
