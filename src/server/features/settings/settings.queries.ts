import type { PlatformSettings } from "#contract/settings.ts";
import type { PlatformScope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";

const SETTINGS = sql`admin_two_step_required as "adminTwoStepRequired"`;

export const findSettings = ({ db }: PlatformScope): Promise<PlatformSettings | undefined> =>
  db.row(sql`select ${SETTINGS} from platform_settings`);

/** Locks the row until the transaction ends, so that two changes are made one after the other. */
export const lockSettings = ({ db }: PlatformScope): Promise<PlatformSettings | undefined> =>
  db.row(sql`select ${SETTINGS} from platform_settings for update`);

export const updateSettings = ({ db }: PlatformScope, settings: PlatformSettings): Promise<number> =>
  db.run(sql`update platform_settings set admin_two_step_required = ${settings.adminTwoStepRequired}`);

export const usesTwoStep = async ({ db }: PlatformScope, userId: string): Promise<boolean> => {
  const found = await db.row(sql`select 1 from users where id = ${userId} and two_step_enabled_at is not null`);
  return found !== undefined;
};
