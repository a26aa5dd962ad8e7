import { useNavigate } from "@tanstack/react-router";
import { Ellipsis, Pencil, RotateCw, Send, User } from "lucide-react";
import type { QueuedMessage } from "#contract/queue.ts";
import { Button } from "#ui/button/button.tsx";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#ui/overlay/dropdown-menu.tsx";
import { useRetryQueued, useSendNow } from "./queue.api.ts";

type QueueRowMenuProps = { row: QueuedMessage; isFailed: boolean; onEdit: () => void };

/** The "…" menu of a queued or failed message. */
export function QueueRowMenu({ row, isFailed, onEdit }: QueueRowMenuProps) {
  const navigate = useNavigate();
  const confirm = useConfirm();
  const sendNow = useSendNow();
  const retry = useRetryQueued();
  const { leadId, fullName, messageName } = row;
  const confirmSending = async () => {
    const confirmed = await confirm({
      title: `${messageName} nu versturen?`,
      text: `${fullName} krijgt dit bericht meteen, ook buiten de werktijden.`,
      confirmLabel: "Nu versturen",
    });
    if (confirmed) sendNow.mutate(row);
  };
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon" className="size-8" aria-label={`Meer acties voor ${fullName}`}>
          <Ellipsis />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="min-w-52">
        <DropdownMenuItem onSelect={onEdit}>
          <Pencil />
          Tekst en datum wijzigen
        </DropdownMenuItem>
        {!isFailed ? (
          <DropdownMenuItem onSelect={() => void confirmSending()}>
            <Send />
            Nu versturen
          </DropdownMenuItem>
        ) : (
          <DropdownMenuItem onSelect={() => retry.mutate(row.id)}>
            <RotateCw />
            Opnieuw proberen
          </DropdownMenuItem>
        )}
        {leadId && (
          <DropdownMenuItem onSelect={() => void navigate({ to: "/all-leads", search: { lead: leadId } })}>
            <User />
            Lead openen
          </DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
