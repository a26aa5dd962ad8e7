import type { SyncedTable } from "#contract/airtable.ts";
import { adjustmentRules } from "./adjustments.rules.ts";
import { invitationRules } from "./invitations.rules.ts";
import { leadRules } from "./leads.rules.ts";
import { meetingRules } from "./meetings.rules.ts";
import { messageRules } from "./messages.rules.ts";
import { promptRules } from "./prompts.rules.ts";
import { queueRules } from "./queue.rules.ts";
import type { TableRules } from "./table-rules.ts";

const RULES: Record<SyncedTable, TableRules> = {
  leads: leadRules,
  messages: messageRules,
  adjustments: adjustmentRules,
  queue: queueRules,
  meetings: meetingRules,
  prompts: promptRules,
  invitations: invitationRules,
};

export const rulesFor = (table: SyncedTable): TableRules => RULES[table];
