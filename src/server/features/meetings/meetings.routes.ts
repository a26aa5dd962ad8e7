import { meetingsRoutes } from "#contract/meetings.ts";
import { notFound } from "#platform/app-error.ts";
import { BuiltJson } from "#platform/built-json.ts";
import { answerBuiltList, cleanReports } from "#platform/built-list.ts";
import { findFlows } from "#platform/database/tallies.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import { answerReport } from "#platform/report-page.ts";
import { authorOf } from "#server/features/audit/audit.service.ts";
import { changeMeeting } from "./meeting-change.ts";
import { findMeetingJson, findReport, findStats, readMeetings } from "./meeting-list.queries.ts";

export const meetingsHandlers = (platform: Platform): Handlers<typeof meetingsRoutes> => ({
  list: async ({ scope, query, reply }) => {
    const page = await readMeetings(scope, query);
    const shown = query.include ? await cleanReports(page, query.include) : page;
    return answerBuiltList({ reply, path: meetingsRoutes.list.path, query }, shown);
  },
  stats: ({ scope }) => findStats(scope),
  owners: ({ scope }) => findFlows(scope.db, scope.companyId, { subject: "meetings", kind: "processed" }),
  report: async ({ scope, params, reply }) => answerReport(reply, await findReport(scope, params.id)),
  change: async ({ scope, params, body, ...by }) => {
    await changeMeeting(platform, scope, authorOf(by), params.id, body);
    const json = await findMeetingJson(scope, params.id);
    if (!json) throw notFound();
    return BuiltJson.of(json);
  },
});
