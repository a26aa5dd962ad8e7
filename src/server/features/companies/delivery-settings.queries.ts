import type { WorkflowId } from "#contract/workflows.ts";
import type { PlatformScope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";

export const findDeliverySettings = (
  { db }: PlatformScope,
  id: string,
): Promise<{ url: string | null; secretSealed: string | null } | undefined> =>
  db.row(sql`
    select delivery_webhook_url as url, delivery_secret_sealed as "secretSealed" from companies
    where id = ${id} and is_active and deleted_at is null and delivery_channel = 'webhook'`);

/** The addresses of an active company's workflows, and what calls to them are signed with. */
export const findWorkflowSettings = (
  { db }: PlatformScope,
  id: string,
): Promise<{ urls: Partial<Record<WorkflowId, string>>; secretSealed: string | null } | undefined> =>
  db.row(sql`
    select workflow_urls as urls, delivery_secret_sealed as "secretSealed" from companies
    where id = ${id} and is_active and deleted_at is null`);
