import { createHash } from "node:crypto";
import { companiesRoutes, type logoRoutes } from "#contract/companies.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import { readNamedList, respondWithPage } from "#platform/paging.ts";
import type { Platform } from "#platform/platform.ts";
import { syncWithNewToken, testConnection } from "#server/features/airtable/airtable.service.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { countCompanies, findCompanies, readStats } from "./companies.queries.ts";
import {
  changeCompany,
  changeOwnCompany,
  createCompany,
  listDeleted,
  readOwnCompany,
  removeCompany,
  restoreCompany,
} from "./companies.service.ts";
import { receiveUpload, setLogo, startUpload } from "./logo.service.ts";
import { readPlatformOverview } from "./platform-overview.ts";

const NO_STATS = { totalCompanies: 0, activeCompanies: 0, totalUsers: 0, activeUsers: 0 };

export const companiesHandlers = (platform: Platform): Handlers<typeof companiesRoutes> => ({
  stats: async ({ scope }) => (await readStats(scope)) ?? NO_STATS,
  platformOverview: () => readPlatformOverview(platform),
  list: async ({ scope, query, reply }) => {
    const page = await readNamedList(query, {
      find: (after, limit) => findCompanies(scope, after, limit),
      count: () => countCompanies(scope),
      keyOf: ({ name, id }) => [name, id],
    });
    return respondWithPage(reply, companiesRoutes.list.path, query, page);
  },
  create: ({ body, ...request }) => createCompany(platform, actorOf(request), body),
  update: async ({ params, body, ...request }) => {
    const company = await changeCompany(platform, actorOf(request), params.id, body);
    if (body.airtableApiKey) await syncWithNewToken(platform, params.id);
    return company;
  },
  remove: async ({ params, ...request }) => {
    await removeCompany(platform, actorOf(request), params.id);
    return { message: "Het bedrijf is verwijderd. Je kunt het nog 30 dagen herstellen." };
  },
  listDeleted: () => listDeleted(platform),
  restore: ({ params, ...request }) => restoreCompany(platform, actorOf(request), params.id),
  testConnection: ({ body }) => testConnection(platform, body),
  own: ({ scope, params }) => readOwnCompany(scope, params.id),
  updateOwn: ({ scope, params, body, ...request }) =>
    changeOwnCompany(platform, scope, actorOf(request), params.id, body),
});

export const logoHandlers = (platform: Platform): Handlers<typeof logoRoutes> => ({
  startLogoUpload: async ({ scope }) => ({ uploadURL: await startUpload(platform, scope) }),
  uploadLogo: async ({ scope, params, body, reply }) => {
    await receiveUpload(platform, scope, params.token, body);
    // S3 responds with an ETag, and upload widgets made for S3 expect it.
    reply.header("etag", `"${createHash("sha256").update(body).digest("hex")}"`);
    return undefined;
  },
  setLogo: async ({ scope, params, body, user, visitor }) => ({
    objectPath: await setLogo(platform, scope, actorOf({ user, visitor }), {
      companyId: params.id,
      address: body.logoURL,
    }),
  }),
});
