import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import type { Message, SendPreview } from "#contract/messages.ts";
import { messagesRoutes } from "#contract/messages.ts";
import { call } from "#lib/api/api.ts";
import { formatDateTime, toWallClock, useMinuteEnd } from "#lib/dates/dates.ts";

/** The dates move on with the clock, but not within a minute. */
const PREVIEW_STALE_MS = 60_000;

/** The dates that approving would give the parts, and whether SENT would be within the working hours. */
const sendPreview = (id: string) =>
  queryOptions({
    queryKey: ["messages", "send-preview", id],
    queryFn: ({ signal }) => call(messagesRoutes.sendPreview, { params: { id }, signal }),
    staleTime: PREVIEW_STALE_MS,
  });

/** The preview as it is now; undefined when it cannot be read. */
export const readSendPreview = (client: QueryClient, { id }: Message): Promise<SendPreview | undefined> =>
  client.fetchQuery({ ...sendPreview(id), staleTime: 0 }).catch(() => undefined);

/** Only what most senders have: the server knows the hours of each. */
const isUsualTime = (due: string): boolean => {
  const local = toWallClock(due) ?? "";
  const [day, time] = [new Date(`${local}Z`).getUTCDay(), local.slice(11)];
  return day >= 1 && day <= 5 && time >= "08:30" && time < "17:30";
};

/** The date that approving gives a section, where its own has passed or is not allowed. */
export function NewDate({ message, header }: { message: Message; header: string }) {
  const now = useMinuteEnd();
  const mayMove = Object.values(message.dateDueBySection).some((due) => Date.parse(due) < now || !isUsualTime(due));
  const { data } = useQuery({ ...sendPreview(message.id), enabled: mayMove });
  const moved = data?.parts.find(({ messageName, isMoved }) => isMoved && messageName === header);
  if (!moved) return null;
  return (
    <span className="text-warning">
      wordt <time dateTime={moved.dateDue}>{formatDateTime(moved.dateDue)}</time>
    </span>
  );
}
