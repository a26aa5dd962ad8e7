import { companiesRoutes } from "#contract/companies.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import { answerArray, readNamedList } from "#platform/paging.ts";
import type { Platform } from "#platform/platform.ts";
import { authorOf } from "#server/features/audit/audit.service.ts";
import { countCompanies, findCompanies, readStats } from "./companies.queries.ts";
import { changeCompany, createCompany, listDeleted, removeCompany, restoreCompany } from "./companies.service.ts";
import { testConnection } from "./connection-test.ts";
import { readOverview } from "./overview.ts";
import { changeOwnCompany, readOwnCompany } from "./own-company.ts";

const NO_STATS = { totalCompanies: 0, activeCompanies: 0, totalUsers: 0, activeUsers: 0 };

export const companiesHandlers = (platform: Platform): Handlers<typeof companiesRoutes> => ({
  stats: async ({ scope }) => (await readStats(scope)) ?? NO_STATS,
  overview: () => readOverview(platform),
  list: async ({ scope, query, reply }) => {
    const page = await readNamedList(query, {
      find: (after, most) => findCompanies(scope, after, most),
      count: () => countCompanies(scope),
      keyOf: ({ name, id }) => [name, id],
    });
    return answerArray(reply, companiesRoutes.list.path, query, page);
  },
  create: ({ body, ...by }) => createCompany(platform, authorOf(by), body),
  update: ({ params, body, ...by }) => changeCompany(platform, authorOf(by), params.id, body),
  remove: async ({ params, ...by }) => {
    await removeCompany(platform, authorOf(by), params.id);
    return { message: "Het bedrijf is verwijderd. Je kunt het nog 30 dagen herstellen." };
  },
  listDeleted: () => listDeleted(platform),
  restore: ({ params, ...by }) => restoreCompany(platform, authorOf(by), params.id),
  testConnection: ({ body }) => testConnection(platform, body),
  own: ({ scope, params }) => readOwnCompany(scope, params.id),
  updateOwn: ({ scope, params, body, ...by }) => changeOwnCompany(platform, scope, authorOf(by), params.id, body),
});
