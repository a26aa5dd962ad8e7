import { deleteInvitations } from "./rules.queries.ts";
import type { TableRules } from "./table-rules.ts";

export const invitationRules: TableRules = { remove: deleteInvitations };
