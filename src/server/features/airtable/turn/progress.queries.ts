import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";

export const putProgress = ({ db, companyId }: Scope, runId: string, progress: object, requests: number) =>
  db.run(sql`
    update sync_runs set progress = ${JSON.stringify(progress)}, requests = requests + ${requests}, message = null
    where company_id = ${companyId} and id = ${runId}`);
