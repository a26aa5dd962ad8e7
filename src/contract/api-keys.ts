import { z } from "zod";
import { rowId } from "./field-schemas.ts";
import { KEY_SCOPES, newApiKey } from "./integration-forms.ts";
import { companyAdministration } from "./roles.ts";
import { defineRoutes } from "./route.ts";

const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.enum(KEY_SCOPES),
  /** The last four characters: the rest is shown once, when the key is created. */
  tokenEnding: z.string(),
  createdBy: z.string(),
  /** The creator is no longer an active user of the company. The key keeps working: it belongs to the company. */
  creatorHasLeft: z.boolean(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  status: z.enum(["active", "expired", "revoked"]),
});
export type ApiKey = z.infer<typeof apiKey>;

export const apiKeysRoutes = defineRoutes({
  list: {
    method: "GET",
    path: "/api/api-keys",
    summary: "The company's API keys",
    access: companyAdministration,
    response: z.array(apiKey),
  },
  create: {
    method: "POST",
    path: "/api/api-keys",
    summary: "Create an API key; the response is the only one that contains the key itself",
    access: companyAdministration,
    body: newApiKey,
    response: z.object({ key: apiKey, token: z.string() }),
    status: 201,
  },
  revoke: {
    method: "DELETE",
    path: "/api/api-keys/{id}",
    summary: "Revoke an API key; it stops working at once",
    access: companyAdministration,
    params: z.object({ id: rowId }),
    response: apiKey,
  },
});
