import { airtableRoutes } from "./airtable.ts";
import { airtableConnectionRoutes } from "./airtable-connection.ts";
import { apiKeysRoutes } from "./api-keys.ts";
import { auditRoutes } from "./audit.ts";
import { authRoutes } from "./auth.ts";
import { companiesRoutes, logoRoutes } from "./companies.ts";
import { inboxRoutes } from "./inbox.ts";
import { invitationQueueRoutes } from "./invitation-queue.ts";
import { invitationsRoutes } from "./invitations.ts";
import { leadDetailsRoutes } from "./lead-details.ts";
import { leadImportsRoutes } from "./lead-imports.ts";
import { leadListsRoutes } from "./lead-lists.ts";
import { leadViewsRoutes } from "./lead-views.ts";
import { leadsRoutes } from "./leads.ts";
import { linkedInRoutes } from "./linkedin.ts";
import { meetingsRoutes } from "./meetings.ts";
import { messagesRoutes } from "./messages.ts";
import { overviewRoutes } from "./overview.ts";
import { promptsRoutes } from "./prompts.ts";
import { queueRoutes } from "./queue.ts";
import { reviewRoutes } from "./review.ts";
import { sendersRoutes } from "./senders.ts";
import { settingsRoutes } from "./settings.ts";
import { ssoRoutes } from "./sso.ts";
import { statisticsRoutes } from "./statistics.ts";
import { systemRoutes } from "./system.ts";
import { tasksRoutes } from "./tasks.ts";
import { twoStepRoutes } from "./two-step.ts";
import { undoRoutes } from "./undo.ts";
import { usersRoutes } from "./users.ts";
import { webhooksRoutes } from "./webhooks.ts";
import { workbenchRoutes } from "./workbench.ts";
import { workflowsRoutes } from "./workflows.ts";
import { writerRoutes } from "./writer.ts";

/** All routes. The server serves no other. */
export const routes = {
  airtable: airtableRoutes,
  airtableConnection: airtableConnectionRoutes,
  apiKeys: apiKeysRoutes,
  audit: auditRoutes,
  auth: authRoutes,
  companies: companiesRoutes,
  invitations: invitationsRoutes,
  leadDetails: leadDetailsRoutes,
  leadImports: leadImportsRoutes,
  leadLists: leadListsRoutes,
  leadViews: leadViewsRoutes,
  leads: leadsRoutes,
  linkedIn: { ...linkedInRoutes, ...invitationQueueRoutes, ...inboxRoutes },
  logo: logoRoutes,
  meetings: meetingsRoutes,
  messages: messagesRoutes,
  overview: overviewRoutes,
  prompts: promptsRoutes,
  queue: queueRoutes,
  review: reviewRoutes,
  senders: sendersRoutes,
  settings: settingsRoutes,
  sso: ssoRoutes,
  statistics: statisticsRoutes,
  system: systemRoutes,
  tasks: tasksRoutes,
  twoStep: twoStepRoutes,
  undo: undoRoutes,
  users: usersRoutes,
  webhooks: webhooksRoutes,
  workbench: workbenchRoutes,
  workflows: workflowsRoutes,
  writer: writerRoutes,
} as const;

export type FeatureName = keyof typeof routes;
