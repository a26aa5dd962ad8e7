import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Message, SendPreview } from "#contract/messages.ts";
import { messagesRoutes } from "#contract/messages.ts";
import { call } from "#lib/api/api.ts";
import { formatDateTime } from "#lib/dates/dates.ts";
import { cn } from "#ui/cn.ts";
import { sendPreviewKey } from "./messages.api.ts";

/** The dates move on with the clock, but not within a minute. */
const PREVIEW_STALE_MS = 60_000;

/** The dates that approving would give the parts, and whether SENT would be within the working hours. */
const sendPreview = (id: string) =>
  queryOptions({
    queryKey: sendPreviewKey(id),
    queryFn: ({ signal }) => call(messagesRoutes.sendPreview, { params: { id }, signal }),
    staleTime: PREVIEW_STALE_MS,
    // Without a connection it fails: SENT would otherwise wait for it, and send when the user no longer expects it.
    networkMode: "always",
  });

/** The preview as it is now. */
export const readSendPreview = (client: QueryClient, { id }: Message): Promise<SendPreview> =>
  client.fetchQuery({ ...sendPreview(id), staleTime: 0 });

type NewDateProps = { message: Message; header: string; placeholder: ReactNode; className: string };

/**
 * The date that approving gives a section, where its own has passed or is not allowed; with the first section also that the lead
 * has to accept an invitation first.
 */
export function NewDate({ message, header, placeholder, className }: NewDateProps) {
  const { data, isPending } = useQuery(sendPreview(message.id));
  if (isPending) return placeholder;
  if (!data) return null;
  const moved = data.parts.find(({ messageName, isMoved }) => isMoved && messageName === header);
  const invitation = data.parts[0]?.messageName === header && data.waitsFor?.code === "acceptance" && data.waitsFor;
  if (!moved && !invitation) return null;
  return (
    <span className={cn("text-warning", className)}>
      {moved && (
        <>
          wordt <time dateTime={moved.dateDue}>{formatDateTime(moved.dateDue)}</time>
        </>
      )}
      {moved && invitation && ", "}
      {invitation && <span title={invitation.text}>na een uitnodiging</span>}
    </span>
  );
}
