import { createHash } from "node:crypto";
import type { logoRoutes } from "#contract/logo.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import { authorOf } from "#server/features/audit/audit.service.ts";
import { linkLogo, receiveUpload, startUpload } from "./logo.service.ts";

export const logoHandlers = (platform: Platform): Handlers<typeof logoRoutes> => ({
  startLogoUpload: async ({ scope }) => ({ uploadURL: await startUpload(platform, scope) }),
  uploadLogo: async ({ scope, params, body, reply }) => {
    await receiveUpload(platform, scope, params.token, body);
    // Storage in S3 answers with one, and upload widgets made for S3 wait for it.
    reply.header("etag", `"${createHash("sha256").update(body).digest("hex")}"`);
    return undefined;
  },
  linkLogo: async ({ scope, params, body, user, visitor }) => ({
    objectPath: await linkLogo(platform, scope, authorOf({ user, visitor }), {
      companyId: params.id,
      address: body.logoURL,
    }),
  }),
});
