import { companyAdministration, type Role } from "#contract/roles.ts";
import type { routes } from "#contract/routes.ts";
import { AppError } from "#platform/app-error.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import {
  disconnect,
  finishConnection,
  linkExisting,
  listUnlinked,
  startConnection,
} from "./accounts/connect-account.service.ts";
import { changeSettings, readSettings, testGateway } from "./accounts/linkedin-settings.ts";
import { shareAccountLists } from "./accounts/shared-account-lists.ts";
import { countUnanswered, findInbox } from "./conversations/inbox.queries.ts";
import { answerLead, reactToReply, readPlannedConversation } from "./conversations/inbox.service.ts";
import { receiveEvent } from "./events.service.ts";
import {
  changeHold,
  inviteLeads,
  readInvitations,
  withdrawInvitation,
} from "./invitations/invitation-queue.service.ts";

const ADMIN_ROLES: readonly Role[] = companyAdministration.roles;

export const linkedInHandlers = (platform: Platform): Handlers<typeof routes.linkedIn> => {
  const listAccounts = shareAccountLists(platform);
  return {
    settings: ({ scope }) => readSettings(platform, scope),
    changeSettings: ({ scope, body, ...request }) =>
      changeSettings(platform, listAccounts, scope, actorOf(request), body),
    testGateway: ({ scope, body }) => testGateway(platform, listAccounts, scope, body),
    unlinked: ({ scope }) => listUnlinked(platform, listAccounts, scope),
    connect: async ({ scope, params, body }) => {
      if (!body.accountId) return { url: await startConnection(platform, scope, params.id) };
      if (!ADMIN_ROLES.includes(scope.actor.role)) throw new AppError("forbidden", "Alleen een beheerder kan dit.");
      await linkExisting(platform, scope, params.id, body.accountId);
      return { url: null };
    },
    disconnect: async ({ scope, params, ...request }) => {
      await disconnect(platform, scope, actorOf(request), params.id);
      return { message: "Het LinkedIn-account is losgekoppeld en bij Unipile verwijderd." };
    },
    connected: async ({ params, body }) => {
      await finishConnection(platform, params.token, body.account_id);
      return { message: "ok" };
    },
    invite: ({ scope, body, ...request }) => inviteLeads(platform, scope, actorOf(request), body),
    invitations: ({ scope, query }) => readInvitations(platform, scope, query),
    withdrawInvitation: async ({ scope, params, ...request }) => {
      await withdrawInvitation(platform, scope, actorOf(request), params.id);
      return { message: "De uitnodiging is ingetrokken." };
    },
    holdInvitations: async ({ scope, body, ...request }) => ({
      changed: await changeHold(platform, scope, actorOf(request), body),
    }),
    inbox: ({ scope, query }) => findInbox(scope, query.limit),
    inboxCount: async ({ scope }) => ({ unanswered: await countUnanswered(scope) }),
    conversation: ({ scope, params }) => readPlannedConversation(platform, scope, params.id),
    answer: async ({ scope, params, body, ...request }) => {
      const undoable = await answerLead(platform, scope, actorOf(request), params.id, body);
      return { ...(await readPlannedConversation(platform, scope, params.id)), ...undoable };
    },
    react: async ({ scope, params, body, ...request }) => {
      const undoable = await reactToReply(platform, scope, actorOf(request), params.id, body);
      return { ...(await readPlannedConversation(platform, scope, params.id)), ...undoable };
    },
    events: async ({ bearer, body }) => {
      await receiveEvent(platform, bearer, body);
      return { message: "ok" };
    },
  };
};
