import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Message, SendPreview } from "#contract/messages.ts";
import { messagesRoutes } from "#contract/messages.ts";
import { call } from "#lib/api/api.ts";
import { formatDateTime } from "#lib/dates/dates.ts";
import { cn } from "#ui/cn.ts";

/** The dates move on with the clock, but not within a minute. */
const PREVIEW_STALE_MS = 60_000;

/** The dates that approving would give the parts, and whether SENT would be within the working hours. */
const sendPreview = (id: string) =>
  queryOptions({
    queryKey: ["messages", "send-preview", id],
    queryFn: ({ signal }) => call(messagesRoutes.sendPreview, { params: { id }, signal }),
    staleTime: PREVIEW_STALE_MS,
  });

/** The preview as it is now. */
export const readSendPreview = (client: QueryClient, { id }: Message): Promise<SendPreview> =>
  client.fetchQuery({ ...sendPreview(id), staleTime: 0 });

type NewDateProps = { message: Message; header: string; placeholder: ReactNode; className: string };

/** The date that approving gives a section, where its own has passed or is not allowed. */
export function NewDate({ message, header, placeholder, className }: NewDateProps) {
  const { data, isPending } = useQuery(sendPreview(message.id));
  if (isPending) return placeholder;
  const moved = data?.parts.find(({ messageName, isMoved }) => isMoved && messageName === header);
  if (!moved) return null;
  return (
    <span className={cn("text-warning", className)}>
      wordt <time dateTime={moved.dateDue}>{formatDateTime(moved.dateDue)}</time>
    </span>
  );
}
