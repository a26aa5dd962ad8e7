import { meetingsRoutes } from "#contract/meetings.ts";
import { notFound } from "#platform/app-error.ts";
import { findManagers } from "#platform/database/counters.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import { extendJson, JsonText, respondWithJsonList, sanitizeReports } from "#platform/json-list.ts";
import type { Platform } from "#platform/platform.ts";
import { renderReportPage } from "#platform/report-page.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { findMeetingJson, findReport, findStats, readMeetings } from "./meetings.queries.ts";
import { addMeeting, changeMeeting } from "./meetings.service.ts";

export const meetingsHandlers = (platform: Platform): Handlers<typeof meetingsRoutes> => ({
  list: async ({ scope, query, reply }) => {
    const page = await readMeetings(scope, query);
    const list = query.include === "meetingReport" ? await sanitizeReports(page, "meetingReport") : page;
    return respondWithJsonList({ reply, path: meetingsRoutes.list.path, query }, list);
  },
  add: async ({ scope, body, ...request }) => {
    const json = await findMeetingJson(scope, await addMeeting(platform, scope, actorOf(request), body));
    if (!json) throw notFound();
    return new JsonText(json);
  },
  stats: ({ scope }) => findStats(scope),
  owners: ({ scope }) => findManagers(scope.db, scope.companyId, { subject: "meetings", kind: "processed" }),
  report: async ({ scope, params, reply }) => renderReportPage(reply, await findReport(scope, params.id)),
  change: async ({ scope, params, body, ...request }) => {
    const undoable = await changeMeeting(platform, scope, actorOf(request), params.id, body);
    const json = await findMeetingJson(scope, params.id);
    if (!json) throw notFound();
    return new JsonText(extendJson(json, undoable));
  },
});
