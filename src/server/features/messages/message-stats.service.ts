import type { z } from "zod";
import { isOpen, MESSAGE_STATUSES } from "#contract/message-status.ts";
import type { messageStats } from "#contract/messages.ts";
import type { Scope } from "#platform/database/scope.ts";
import { countSentToday } from "#server/features/queue/queue.service.ts";
import { findCounts } from "./message-lists.queries.ts";

/** The counters of the dashboard, without cancelled messages. */
export const readStats = async (scope: Scope, now: Date): Promise<z.infer<typeof messageStats>> => {
  const counts = await findCounts(scope);
  const sum = (choose: (line: (typeof counts)[number]) => boolean): number =>
    counts.filter(choose).reduce((total, { count }) => total + count, 0);
  const messages = counts.filter(({ subject }) => subject === "messages");
  const countBy = (key: "kind" | "status") =>
    Object.fromEntries(
      [...Map.groupBy(messages, (line) => line[key])].map(([name, lines]) => [
        name,
        lines.reduce((total, { count }) => total + count, 0),
      ]),
    );
  const open = new Set<string>(MESSAGE_STATUSES.filter(isOpen));
  return {
    total: sum(({ subject }) => subject === "messages"),
    byStatus: countBy("status"),
    byType: countBy("kind"),
    toReview: sum(({ subject, status }) => subject === "messages" && open.has(status)),
    queued: sum(({ subject, status }) => subject === "queue" && status === "QUEUED"),
    sentToday: await countSentToday(scope, now),
  };
};
