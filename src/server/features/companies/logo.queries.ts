import type { PlatformScope, Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";

export const insertUpload = (
  { db, companyId, actor }: Scope,
  upload: { objectKey: string; requestedAt: Date; expiresAt: Date },
): Promise<number> =>
  db.run(sql`
    insert into uploads (company_id, object_key, requested_by, requested_at, expires_at)
    values (${companyId}, ${upload.objectKey}, ${actor.id}, ${upload.requestedAt}, ${upload.expiresAt})`);

/** Of two files that are sent to one upload URL, one is accepted. */
export const claimUpload = async ({ db, companyId }: Scope, objectKey: string, at: Date): Promise<boolean> => {
  const claimed = await db.run(sql`
    update uploads set uploaded_at = ${at}
    where company_id = ${companyId} and object_key = ${objectKey} and uploaded_at is null and expires_at > ${at}`);
  return claimed === 1;
};

export const releaseUpload = ({ db, companyId }: Scope, objectKey: string): Promise<number> =>
  db.run(sql`
    update uploads set uploaded_at = null
    where company_id = ${companyId} and object_key = ${objectKey} and attached_at is null`);

export const markLinked = async (
  { db }: PlatformScope,
  companyId: string,
  objectKey: string,
  at: Date,
): Promise<boolean> => {
  const linked = await db.run(sql`
    update uploads set attached_at = ${at}
    where company_id = ${companyId} and object_key = ${objectKey} and uploaded_at is not null and attached_at is null`);
  return linked === 1;
};

/** Returns the replaced URL and the company's name. */
export const replaceLogo = (
  { db }: PlatformScope,
  companyId: string,
  logoUrl: string,
  at: Date,
): Promise<{ name: string; before: string | null } | undefined> =>
  db.row(sql`
    update companies set logo_url = ${logoUrl}, updated_at = ${at}
    from (select id, logo_url from companies where id = ${companyId} and deleted_at is null for update) old
    where companies.id = old.id returning companies.name, old.logo_url as before`);

/** Expired uploads, linked or not. */
export const deleteUploads = ({ db }: PlatformScope, expiredBefore: Date): Promise<number> =>
  db.run(sql`delete from uploads where expires_at < ${expiredBefore}`);

/**
 * The objects that are a company's logo or may still become one. A deleted company keeps its logo: it can be restored.
 */
export const findObjectsInUse = async ({ db }: PlatformScope, keys: string[]): Promise<Set<string>> => {
  const found = await db.rows<{ key: string }>(sql`
    select key from unnest(${keys}::text[]) as key
    where key in (select split_part(logo_url, '/objects/', 2) from companies where logo_url like '%/objects/%')
      or key in (select object_key from uploads)`);
  return new Set(found.map(({ key }) => key));
};
