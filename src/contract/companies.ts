import { z } from "zod";
import { type Cadence, companyChange, newCompany, ownCompanyChange, subscriptionTier } from "./company-forms.ts";
import { rowId, trimmedText } from "./field-schemas.ts";
import { listPageParams } from "./paging.ts";
import { companyAdministration, everyRole, platformAdministration } from "./roles.ts";
import { defineRoutes } from "./route.ts";
import { WORKFLOW_IDS } from "./workflows.ts";

/** How long a deleted company can be restored. */
export const RESTORE_DAYS = 30;
export const DEFAULT_CADENCE: Cadence = [0, 3, 7, 14];

const companyFields = {
  id: z.string(),
  name: z.string(),
  address: z.string().nullable(),
  zipCode: z.string().nullable(),
  city: z.string().nullable(),
  vatNumber: z.string().nullable(),
  adminEmail: z.string().nullable(),
  logoUrl: z.string().nullable(),
  subscriptionTier,
  isActive: z.boolean(),
};

/** A company as its own users see it. */
const company = z.object(companyFields);
export type Company = z.infer<typeof company>;

/** A company as platform admins see it. Of a secret they only see whether it is set. */
const adminCompany = company.extend({
  airtableBaseId: z.string().nullable(),
  hasAirtableApiKey: z.boolean(),
  airtableFormUrl: z.string().nullable(),
  hubspotPortalUrl: z.string().nullable(),
  /** Null: the first sender. */
  statisticsPerson: z.string().nullable(),
  syncIntervalMinutes: z.number(),
  workflowUrls: z.partialRecord(z.enum(WORKFLOW_IDS), z.string()),
  deliveryChannel: z.enum(["airtable", "webhook", "linkedin"]),
  deliveryWebhookUrl: z.string().nullable(),
  hasDeliverySecret: z.boolean(),
  unipileUrl: z.string().nullable(),
  hasUnipileApiKey: z.boolean(),
  withdrawInvitationsAfter: z.number(),
  aiBaseUrl: z.string().nullable(),
  aiModel: z.string().nullable(),
  writer: z.enum(["airtable", "builtin"]),
  aiDailyDrafts: z.number(),
  aiDailyTokens: z.number(),
  cadenceDays: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  hasAiApiKey: z.boolean(),
  userCount: z.number(),
  createdAt: z.iso.datetime(),
});
export type AdminCompany = z.infer<typeof adminCompany>;

const deletedCompany = z.object({
  id: z.string(),
  name: z.string(),
  deletedAt: z.iso.datetime(),
  /** Until then it can be restored. */
  purgeAt: z.iso.datetime(),
  userCount: z.number(),
});
export type DeletedCompany = z.infer<typeof deletedCompany>;

const platformStats = z.object({
  totalCompanies: z.number(),
  activeCompanies: z.number(),
  totalUsers: z.number(),
  activeUsers: z.number(),
});
export type PlatformStats = z.infer<typeof platformStats>;

const platformOverview = z.object({
  troubled: z.array(z.object({ id: z.string(), name: z.string(), reason: z.string() })),
  recentSignIns: z.array(
    z.object({
      userId: z.string(),
      name: z.string(),
      companyName: z.string().nullable(),
      at: z.iso.datetime(),
      sessionKind: z.enum(["main", "admin"]),
    }),
  ),
  deleted: z.array(deletedCompany),
});
export type PlatformOverview = z.infer<typeof platformOverview>;

const connectionTest = z.strictObject({
  /** With an id, blank fields are taken from the stored company. */
  companyId: rowId.optional(),
  airtableBaseId: trimmedText(40).nullable().optional(),
  airtableApiKey: trimmedText(200).optional(),
});
export type ConnectionTest = z.infer<typeof connectionTest>;

export const connectionResult = z.object({
  ok: z.boolean(),
  /** Contains everything below. */
  message: z.string(),
  /** Present when the connection works and only tables or fields have to be mapped. */
  needsMapping: z.literal(true).optional(),
  /** What has to be mended before the base can be synchronised. */
  problems: z.array(z.string()).optional(),
  /** What is left out, or works less well. */
  remarks: z.array(z.string()).optional(),
});
export type ConnectionResult = z.infer<typeof connectionResult>;

const id = z.object({ id: rowId });
const message = z.object({ message: z.string() });

export const companiesRoutes = defineRoutes({
  stats: {
    method: "GET",
    path: "/admin/api/stats",
    summary: "Platform counters",
    access: platformAdministration,
    response: platformStats,
  },
  platformOverview: {
    method: "GET",
    path: "/admin/api/overview",
    summary: "What needs a platform admin's attention",
    access: platformAdministration,
    response: platformOverview,
  },
  list: {
    method: "GET",
    path: "/admin/api/companies",
    summary: "All companies",
    access: platformAdministration,
    query: z.object(listPageParams),
    response: z.array(adminCompany),
  },
  create: {
    method: "POST",
    path: "/admin/api/companies",
    summary: "Add a company",
    access: platformAdministration,
    body: newCompany,
    response: adminCompany,
    status: 201,
  },
  update: {
    method: "PATCH",
    path: "/admin/api/companies/{id}",
    summary: "Change a company",
    access: platformAdministration,
    params: id,
    body: companyChange,
    response: adminCompany,
  },
  remove: {
    method: "DELETE",
    path: "/admin/api/companies/{id}",
    summary: "Delete a company; it can be restored for 30 days",
    access: platformAdministration,
    params: id,
    response: message,
  },
  listDeleted: {
    method: "GET",
    path: "/admin/api/companies/deleted",
    summary: "Companies that can be restored",
    access: platformAdministration,
    response: z.array(deletedCompany),
  },
  restore: {
    method: "POST",
    path: "/admin/api/companies/{id}/restore",
    summary: "Restore a deleted company",
    access: platformAdministration,
    params: id,
    response: adminCompany,
  },
  testConnection: {
    method: "POST",
    path: "/admin/api/companies/test-airtable",
    summary: "Test the Airtable base and token",
    access: platformAdministration,
    body: connectionTest,
    response: connectionResult,
  },
  own: {
    method: "GET",
    path: "/api/companies/{id}",
    summary: "The user's company",
    access: everyRole,
    params: id,
    response: company,
  },
  updateOwn: {
    method: "PATCH",
    path: "/api/companies/{id}",
    summary: "Change the user's company",
    access: companyAdministration,
    params: id,
    body: ownCompanyChange,
    response: company,
  },
});

export const LOGO_MAX_BYTES = 5_242_880;
export const LOGO_TYPES = ["image/png", "image/jpeg", "image/jpg", "image/svg+xml"] as const;

export const logoRoutes = defineRoutes({
  startLogoUpload: {
    method: "POST",
    path: "/api/companies/logo-upload",
    summary: "Get a URL to upload a logo to",
    access: companyAdministration,
    response: z.object({ uploadURL: z.string() }),
  },
  uploadLogo: {
    method: "PUT",
    path: "/api/uploads/{token}",
    summary: "The signed, single-use URL that a logo is uploaded to",
    access: companyAdministration,
    params: z.object({ token: z.string() }),
    body: "bytes",
    bodyLimit: LOGO_MAX_BYTES,
    response: "nothing",
  },
  setLogo: {
    method: "PUT",
    path: "/api/companies/{id}/logo",
    summary: "Make the uploaded file the logo",
    access: companyAdministration,
    params: z.object({ id: z.uuid() }),
    body: z.strictObject({ logoURL: trimmedText(2000).min(1) }),
    response: z.object({ objectPath: z.string() }),
  },
});
