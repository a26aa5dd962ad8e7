import type { Control } from "react-hook-form";
import type { z } from "zod";
import { type AdminCompany, DEFAULT_CADENCE, DEFAULT_STATISTICS_PERSON } from "#contract/companies.ts";
import type { NewCompany, newCompany } from "#contract/company-form.ts";
import { WORKFLOW_IDS } from "#contract/workflows.ts";

/** The same form for a company that is there and for a new one. */
export type CompanyForm = z.input<typeof newCompany>;
export type CompanyControl = Control<CompanyForm, unknown, NewCompany>;

const DEFAULTS = {
  subscriptionTier: "basic",
  isActive: true,
  deliveryChannel: "airtable",
  statisticsPerson: DEFAULT_STATISTICS_PERSON,
  syncIntervalMinutes: 5,
  cadenceDays: DEFAULT_CADENCE,
} as const;

/** Of a secret the form only ever holds a new one. */
const NO_SECRETS = { airtableApiKey: "", deliverySecret: "", aiApiKey: "" };

const workflowUrlsOf = (stored: AdminCompany["workflowUrls"] = {}) =>
  Object.fromEntries(WORKFLOW_IDS.map((id) => [id, stored[id] ?? ""]));

export const formOf = (company: AdminCompany | null): CompanyForm => {
  const known: Partial<AdminCompany> = company ?? {};
  return {
    name: known.name ?? "",
    address: known.address ?? "",
    zipCode: known.zipCode ?? "",
    city: known.city ?? "",
    vatNumber: known.vatNumber ?? "",
    adminEmail: known.adminEmail ?? "",
    logoUrl: known.logoUrl ?? "",
    subscriptionTier: known.subscriptionTier ?? DEFAULTS.subscriptionTier,
    isActive: known.isActive ?? DEFAULTS.isActive,
    airtableBaseId: known.airtableBaseId ?? "",
    airtableFormUrl: known.airtableFormUrl ?? "",
    syncIntervalMinutes: known.syncIntervalMinutes ?? DEFAULTS.syncIntervalMinutes,
    hubspotPortalUrl: known.hubspotPortalUrl ?? "",
    statisticsPerson: known.statisticsPerson ?? DEFAULTS.statisticsPerson,
    workflowUrls: workflowUrlsOf(known.workflowUrls),
    deliveryChannel: known.deliveryChannel ?? DEFAULTS.deliveryChannel,
    deliveryWebhookUrl: known.deliveryWebhookUrl ?? "",
    cadenceDays: known.cadenceDays ?? DEFAULTS.cadenceDays,
    aiBaseUrl: known.aiBaseUrl ?? "",
    aiModel: known.aiModel ?? "",
    ...NO_SECRETS,
  };
};
