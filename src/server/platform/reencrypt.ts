import type { Db } from "./database/db.ts";
import { DecryptionError, type SecretBox } from "./secrets.ts";

/** A column with encrypted values, and the encryption context of each row. */
export interface EncryptedColumn {
  table: string;
  column: string;
  /** The column with the UUID of a row; `id` by default. */
  idColumn?: string;
  contextOf(id: string): string;
}

export interface ReencryptResult {
  /** Values encrypted with the current secret; with `checkOnly`, those that still have to be. */
  renewed: number;
  /** Values that no known secret decrypts. */
  unreadable: number;
}

interface Row {
  id: string;
  encrypted: string;
}

const BATCH_SIZE = 200;
const LOWEST_ID = "00000000-0000-0000-0000-000000000000";

const fetchBatch = (db: Db, { table, column, idColumn = "id" }: EncryptedColumn, after: string): Promise<Row[]> =>
  db.rows({
    parts: [
      `select ${idColumn} as id, ${column} as encrypted from ${table} where ${column} is not null and ${idColumn} > `,
      ` order by ${idColumn} limit ${BATCH_SIZE}`,
    ],
    values: [after],
  });

/** A value that was replaced meanwhile has been encrypted with the current secret already. */
const replaceIfUnchanged = (
  db: Db,
  { table, column, idColumn = "id" }: EncryptedColumn,
  { id, encrypted }: Row,
  renewed: string,
): Promise<number> =>
  db.run({
    parts: [`update ${table} set ${column} = `, ` where ${idColumn} = `, ` and ${column} = `, ""],
    values: [renewed, id, encrypted],
  });

/** The value under the current secret; null if it is already, undefined if no known secret decrypts it. */
const reencryptValue = (box: SecretBox, encrypted: string, context: string): string | null | undefined => {
  try {
    return box.needsRotation(encrypted) ? box.encrypt(box.decrypt(encrypted, context), context) : null;
  } catch (error) {
    if (error instanceof DecryptionError) return undefined;
    throw error;
  }
};

/**
 * Encrypts the values of a previous secret with the current one, row by row, while the product runs. When it is interrupted,
 * the next run continues with the rest.
 */
export const reencrypt = async (
  db: Db,
  box: SecretBox,
  column: EncryptedColumn,
  checkOnly = false,
): Promise<ReencryptResult> => {
  const done: ReencryptResult = { renewed: 0, unreadable: 0 };
  for (let after = LOWEST_ID; ; ) {
    const rows = await fetchBatch(db, column, after);
    for (const row of rows) {
      const renewed = reencryptValue(box, row.encrypted, column.contextOf(row.id));
      if (renewed === null) continue;
      if (renewed === undefined) done.unreadable += 1;
      else done.renewed += checkOnly ? 1 : await replaceIfUnchanged(db, column, row, renewed);
    }
    const last = rows.at(-1);
    if (!last) return done;
    after = last.id;
  }
};
