import type { linkedInRoutes } from "#contract/linkedin.ts";
import { companyAdministration, type Role } from "#contract/roles.ts";
import { AppError } from "#platform/app-error.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import { authorOf } from "#server/features/audit/audit.service.ts";
import { disconnect, finishConnection, linkExisting, listUnlinked, startConnection } from "./accounts.service.ts";
import { receiveEvent } from "./events.service.ts";
import { countUnanswered, findInbox } from "./inbox.queries.ts";
import { answerLead, reactToReply, readPlannedConversation } from "./inbox.service.ts";
import { changeHold, inviteLeads, readInvitations, withdrawInvitation } from "./invitation-queue.service.ts";
import { changeSettings, readSettings, testGateway } from "./linkedin-settings.ts";

const ADMIN_ROLES: readonly Role[] = companyAdministration.roles;

export const linkedInHandlers = (platform: Platform): Handlers<typeof linkedInRoutes> => ({
  settings: ({ scope }) => readSettings(platform, scope),
  changeSettings: ({ scope, body, ...request }) => changeSettings(platform, scope, authorOf(request), body),
  testGateway: ({ scope, body }) => testGateway(platform, scope, body),
  unlinked: ({ scope }) => listUnlinked(platform, scope),
  connect: async ({ scope, params, body }) => {
    if (!body.accountId) return { url: await startConnection(platform, scope, params.id) };
    if (!ADMIN_ROLES.includes(scope.actor.role)) throw new AppError("forbidden", "Alleen een beheerder kan dit.");
    await linkExisting(platform, scope, params.id, body.accountId);
    return { url: null };
  },
  disconnect: async ({ scope, params, ...request }) => {
    await disconnect(platform, scope, authorOf(request), params.id);
    return { message: "Het LinkedIn-account is losgekoppeld en bij Unipile verwijderd." };
  },
  connected: async ({ params, body }) => {
    await finishConnection(platform, params.token, body.account_id);
    return { message: "ok" };
  },
  invite: ({ scope, body, ...request }) => inviteLeads(platform, scope, authorOf(request), body),
  invitations: ({ scope, query }) => readInvitations(platform, scope, query),
  withdrawInvitation: async ({ scope, params, ...request }) => {
    await withdrawInvitation(platform, scope, authorOf(request), params.id);
    return { message: "De uitnodiging is ingetrokken." };
  },
  holdInvitations: async ({ scope, body, ...request }) => ({
    changed: await changeHold(platform, scope, authorOf(request), body),
  }),
  inbox: ({ scope, query }) => findInbox(scope, query.limit),
  inboxCount: async ({ scope }) => ({ unanswered: await countUnanswered(scope) }),
  conversation: ({ scope, params }) => readPlannedConversation(platform, scope, params.id),
  answer: async ({ scope, params, body, ...request }) => {
    await answerLead(platform, scope, authorOf(request), params.id, body);
    return readPlannedConversation(platform, scope, params.id);
  },
  react: async ({ scope, params, body, ...request }) => {
    await reactToReply(platform, scope, authorOf(request), params.id, body);
    return readPlannedConversation(platform, scope, params.id);
  },
  events: async ({ bearer, body }) => {
    await receiveEvent(platform, bearer, body);
    return { message: "ok" };
  },
});
