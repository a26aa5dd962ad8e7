import { usersRoutes } from "#contract/users.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import { readNamedList, respondWithPage } from "#platform/paging.ts";
import type { Platform } from "#platform/platform.ts";
import { authorOf } from "#server/features/audit/audit.service.ts";
import { countUsers, findUsers, sortKey } from "./users.queries.ts";
import { changeColleague, changeUser, createUser, inviteUser, listColleagues, removeUser } from "./users.service.ts";

export const usersHandlers = (platform: Platform): Handlers<typeof usersRoutes> => ({
  list: async ({ scope, query, reply }) => {
    const page = await readNamedList(query, {
      keyOf: sortKey,
      find: (after, most) => findUsers(scope, after, most),
      count: () => countUsers(scope),
    });
    return respondWithPage(reply, usersRoutes.list.path, query, page);
  },
  create: ({ body, ...by }) => createUser(platform, authorOf(by), body),
  update: ({ params, body, ...by }) => changeUser(platform, authorOf(by), params.id, body),
  remove: async ({ params, ...by }) => {
    await removeUser(platform, authorOf(by), params.id);
    return { message: "De gebruiker is verwijderd." };
  },
  invite: async ({ params, ...by }) => {
    await inviteUser(platform, authorOf(by), params.id);
    return { message: "De uitnodiging is verstuurd." };
  },
  colleagues: async ({ scope, query, reply }) =>
    respondWithPage(reply, usersRoutes.colleagues.path, query, await listColleagues(scope, query)),
  updateColleague: ({ scope, params, body, ...by }) => changeColleague(platform, scope, authorOf(by), params.id, body),
});
