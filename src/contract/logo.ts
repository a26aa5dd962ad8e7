import { z } from "zod";
import { companyAdministration } from "./roles.ts";
import { defineRoutes } from "./route.ts";
import { line } from "./text.ts";

export const LOGO_MAX_BYTES = 5_242_880;
export const LOGO_TYPES = ["image/png", "image/jpeg", "image/jpg", "image/svg+xml"] as const;

export const logoRoutes = defineRoutes({
  startLogoUpload: {
    method: "POST",
    path: "/api/companies/logo-upload",
    summary: "Get an address to upload a logo to",
    access: companyAdministration,
    answer: z.object({ uploadURL: z.string() }),
  },
  uploadLogo: {
    method: "PUT",
    path: "/api/uploads/{token}",
    summary: "The signed, single-use address a logo is sent to",
    access: companyAdministration,
    params: z.object({ token: z.string() }),
    body: "bytes",
    bodyLimit: LOGO_MAX_BYTES,
    answer: "nothing",
  },
  linkLogo: {
    method: "PUT",
    path: "/api/companies/{id}/logo",
    summary: "Make the uploaded file the logo",
    access: companyAdministration,
    params: z.object({ id: z.uuid() }),
    body: z.strictObject({ logoURL: line(2000).min(1) }),
    answer: z.object({ objectPath: z.string() }),
  },
});
