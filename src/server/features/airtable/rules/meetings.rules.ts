import { deleteMeetings } from "./rules.queries.ts";
import type { TableRules } from "./table-rules.ts";

export const meetingRules: TableRules = { remove: deleteMeetings };
