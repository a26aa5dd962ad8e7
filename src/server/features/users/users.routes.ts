import { usersRoutes } from "#contract/users.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import { readNamedList, respondWithPage } from "#platform/paging.ts";
import type { Platform } from "#platform/platform.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { inviteColleague, resendInvitation, withdrawInvitation } from "./colleague-invitations.service.ts";
import { countUsers, findUsers, sortKey } from "./users.queries.ts";
import {
  changeColleague,
  changeUser,
  createUser,
  endUserSessions,
  inviteUser,
  listColleagues,
  removeUser,
} from "./users.service.ts";

const sessionsEnded = (isOwnAccount: boolean) => ({
  message: isOwnAccount ? "Je andere sessies zijn beëindigd." : "De gebruiker is overal uitgelogd.",
});

export const usersHandlers = (platform: Platform): Handlers<typeof usersRoutes> => ({
  list: async ({ scope, query, reply }) => {
    const page = await readNamedList(query, {
      keyOf: sortKey,
      find: (after, limit) => findUsers(scope, after, limit),
      count: () => countUsers(scope),
    });
    return respondWithPage(reply, usersRoutes.list.path, query, page);
  },
  create: ({ body, ...request }) => createUser(platform, actorOf(request), body),
  update: ({ params, body, ...request }) => changeUser(platform, actorOf(request), params.id, body),
  remove: async ({ params, ...request }) => {
    await removeUser(platform, actorOf(request), params.id);
    return { message: "De gebruiker is verwijderd." };
  },
  invite: async ({ params, ...request }) => {
    await inviteUser(platform, actorOf(request), params.id);
    return { message: "De uitnodiging is verstuurd." };
  },
  endSessions: async ({ params, ...request }) => {
    await endUserSessions(platform, actorOf(request), params.id);
    return sessionsEnded(params.id === request.user.id);
  },
  endColleagueSessions: async ({ scope, params, ...request }) => {
    await endUserSessions(platform, actorOf(request), params.id, scope.companyId);
    return sessionsEnded(params.id === request.user.id);
  },
  colleagues: async ({ scope, query, reply }) =>
    respondWithPage(reply, usersRoutes.colleagues.path, query, await listColleagues(scope, query)),
  updateColleague: ({ scope, params, body, ...request }) =>
    changeColleague(platform, scope, actorOf(request), params.id, body),
  inviteColleague: ({ scope, body, ...request }) => inviteColleague(platform, scope, actorOf(request), body),
  resendInvitation: ({ scope, params, ...request }) => resendInvitation(platform, scope, actorOf(request), params.id),
  withdrawInvitation: async ({ scope, params, ...request }) => {
    await withdrawInvitation(platform, scope, actorOf(request), params.id);
    return { message: "De uitnodiging is ingetrokken." };
  },
});
