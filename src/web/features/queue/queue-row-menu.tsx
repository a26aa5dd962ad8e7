import { useNavigate } from "@tanstack/react-router";
import { Ellipsis, FileText, Pencil, RotateCw, Send, User } from "lucide-react";
import type { QueuedMessage, Wait } from "#contract/queue.ts";
import { Button } from "#ui/button/button.tsx";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#ui/overlay/dropdown-menu.tsx";
import { useRetryQueued, useSendNow } from "./queue.api.ts";

/**
 * The waits that "Nu versturen" ends: it gives the part a date, resumes one that a user paused, and ignores working hours, holidays
 * and spacing. All other waits stay.
 */
const LIFTED_WAITS: readonly string[] = [
  "paused",
  "automation",
  "hours",
  "holiday",
  "spacing",
] satisfies Wait["code"][];

const sendNowQuestion = (row: QueuedMessage) => {
  const { messageName, fullName, channel, plannedAt, waitsFor } = row;
  const title = `${messageName} nu versturen?`;
  const refusal = (reason: string) => ({
    title,
    text: `${fullName} krijgt dit bericht nog niet. ${reason}`,
    confirmLabel: "Toch proberen",
  });
  // The stored plan may be older than the failure, or not there yet.
  const waitsForDecision = row.paused && row.pausedBy === null;
  if (waitsForDecision) return refusal("Wacht op een besluit over een mislukt deel.");
  if (!waitsFor || LIFTED_WAITS.includes(waitsFor.code))
    return {
      title,
      text:
        channel === "airtable"
          ? `De automatisering krijgt dit bericht aan ${fullName} meteen en bepaalt zelf wanneer het weggaat, ook buiten de werktijden.`
          : `${fullName} krijgt dit bericht meteen, ook buiten de werktijden.`,
      confirmLabel: "Nu versturen",
    };
  return plannedAt
    ? { title, text: `${fullName} krijgt dit bericht zodra het mag. ${waitsFor.text}`, confirmLabel: "Nu versturen" }
    : refusal(waitsFor.text);
};

type QueueRowMenuProps = { row: QueuedMessage; isFailed: boolean; onEdit: () => void; onReport: () => void };

/** The "…" menu of a queued or failed message. */
export function QueueRowMenu({ row, isFailed, onEdit, onReport }: QueueRowMenuProps) {
  const navigate = useNavigate();
  const confirm = useConfirm();
  const sendNow = useSendNow();
  const retry = useRetryQueued();
  const { leadId, fullName } = row;
  const confirmSending = async () => {
    if (await confirm(sendNowQuestion(row))) sendNow.mutate(row);
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
        {row.hasReport && (
          <DropdownMenuItem className="sm:hidden" onSelect={onReport}>
            <FileText />
            Rapport
          </DropdownMenuItem>
        )}
        {leadId && (
          <DropdownMenuItem onSelect={() => void navigate({ to: "/leads/$id", params: { id: leadId } })}>
            <User />
            Lead openen
          </DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
