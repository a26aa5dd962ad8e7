import type { leadsRoutes } from "#contract/leads.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import { renderReportPage } from "#platform/report-page.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { restoreWithMessages } from "#server/features/messages/restored-lead.service.ts";
import { changeOwnerOfMany, editLead, readOnlyDetails } from "./details/lead-edits.service.ts";
import { tagMany } from "./details/lead-notes.service.ts";
import { readTimeline } from "./details/lead-timeline.service.ts";
import { embeddableFormUrl } from "./leads.policy.ts";
import { findReport, findSettings } from "./leads.queries.ts";
import { addLead, changeClassification, classifyMany, requireLead } from "./leads.service.ts";
import { erasePerson, exportPerson, readOtherLeadsOfPerson } from "./personal-data/personal-data.service.ts";

export const leadsHandlers = (platform: Platform): Handlers<typeof leadsRoutes> => ({
  settings: async ({ scope }) => {
    const found = await findSettings(scope);
    const formFrame = embeddableFormUrl(found.formUrl, platform.config.sandboxUrl);
    return { ...found, formFrame, readOnlyFields: await readOnlyDetails(scope) };
  },
  add: ({ scope, body, ...request }) => addLead(platform, scope, actorOf(request), body),
  one: ({ scope, params }) => requireLead(scope, params.id),
  edit: ({ scope, params, body, ...request }) => editLead(platform, scope, actorOf(request), params.id, body),
  report: async ({ scope, params, reply }) => renderReportPage(reply, await findReport(scope, params.id)),
  timeline: ({ scope, params }) => readTimeline(platform, scope, params.id),
  classify: ({ scope, params, body, ...request }) =>
    changeClassification(platform, scope, actorOf(request), params.leadId, body.classification),
  classifyMany: ({ scope, body, ...request }) =>
    classifyMany(platform, scope, actorOf(request), body.ids, body.classification),
  changeOwnerOfMany: ({ scope, body, ...request }) =>
    changeOwnerOfMany(platform, scope, actorOf(request), body.ids, body.contractOwner),
  tagMany: ({ scope, body, ...request }) => tagMany(platform, scope, actorOf(request), body.ids, body.tag),
  exportPerson: ({ scope, params, reply, ...request }) =>
    exportPerson(platform, scope, actorOf(request), params.id, reply),
  otherLeadsOfPerson: ({ scope, params }) => readOtherLeadsOfPerson(scope, params.id),
  erase: async ({ scope, params, ...request }) => {
    await erasePerson(platform, scope, actorOf(request), params.id);
    return undefined;
  },
  restore: ({ scope, params, ...request }) => restoreWithMessages(platform, scope, actorOf(request), params.id),
});
