import { REVIEW_GROUPS } from "#contract/message-status.ts";
import { type Message, messagesRoutes } from "#contract/messages.ts";
import { queueRoutes } from "#contract/queue.ts";
import { type GroupCounts, reviewRoutes } from "#contract/review.ts";
import { undoRoutes } from "#contract/undo.ts";
import { dayOf } from "#lib/dates/dates.ts";
import { type FakeServer, listResponse } from "#web/testing/fake-server.ts";
import { buildMessage } from "./message.fixture.ts";
import { groupOf } from "./review-groups.ts";

/** Serves the messages and applies what the reviewer and a colleague change, as the real server does. */
export const serveMessages = (server: FakeServer, names: readonly string[], fields: Partial<Message> = {}) => {
  const messages = names.map((contactName, index) =>
    buildMessage({
      id: `${String(index).padStart(8, "0")}-0000-4000-8000-000000000000`,
      contactName,
      providerId: `provider-${index}`,
      ...fields,
    }),
  );
  const update = (id: string | undefined, change: Partial<Message>): Message => {
    const index = messages.findIndex((message) => message.id === id);
    const updated = { ...messages[index], ...change } as Message;
    messages[index] = updated;
    return updated;
  };
  const undoable = (...ids: string[]) => ({ undo: { token: ids.join("+"), until: "2026-11-16T09:00:10.000Z" } });
  server.handle(undoRoutes.perform, ({ params }) => {
    for (const id of params["token"]?.split("+") ?? []) update(id, { status: "pending", assignedTo: null });
    return { message: "De actie is ongedaan gemaakt." };
  });
  server.handle(messagesRoutes.flows, () => ["Frank"]);
  const inGroup = (group: string | undefined) =>
    messages.filter(
      (message) => message.status !== "cancelled" && (!group || groupOf(message, dayOf(new Date())) === group),
    );
  server.handle(reviewRoutes.groups, () => {
    const counts = REVIEW_GROUPS.map((group) => [group, inGroup(group).length]);
    return Object.fromEntries(counts) as GroupCounts;
  });
  server.handle(reviewRoutes.snooze, ({ params, body }) => update(params["id"], { snoozedUntil: body.until }));
  server.handle(reviewRoutes.assign, ({ params: { id = "" }, body }) => ({
    ...update(id, { assignedTo: body.userId === null ? null : { id: body.userId, name: "Bram Visser" } }),
    ...undoable(id),
  }));
  server.handle(queueRoutes.queued, () => listResponse([], 4));
  server.handle(messagesRoutes.list, ({ query }) => listResponse(inGroup(query["group"])));
  server.handle(messagesRoutes.change, ({ params: { id = "" }, body }) =>
    "messageContent" in body
      ? { ...update(id, { messageContent: body.messageContent, status: "approved" }), ...undoable(id) }
      : update(id, { status: "rewritten", regenerating: true }),
  );
  server.handle(messagesRoutes.edit, ({ params }) => update(params["id"], { status: "edited" }));
  server.handle(messagesRoutes.undo, ({ params }) => update(params["id"], { status: "pending" }));
  server.handle(messagesRoutes.cancelAllOfLead, ({ params }) => {
    const ofLead = messages.filter(({ providerId }) => providerId === params["providerId"]).map(({ id }) => id);
    for (const id of ofLead) update(id, { status: "cancelled" });
    return { message: "De berichten van deze lead zijn geannuleerd.", messagesInFlight: 0, ...undoable(...ofLead) };
  });
  server.handle(messagesRoutes.batch, ({ body: { action, ids } }) => {
    for (const id of ids) update(id, { status: action === "approve" ? "approved" : "cancelled" });
    return { done: ids, refused: [], leadsToInvite: [], ...undoable(...ids) };
  });
  return {
    changeByColleague: (contactName: string, change: Partial<Message>) =>
      update(messages.find((message) => message.contactName === contactName)?.id, change),
  };
};
