import type { Db } from "./database/db.ts";
import { SealedSecretError, type SecretBox } from "./secrets.ts";

/** Where sealed values are kept: a column of a table that has an `id`, and what each row's value is sealed for. */
export interface SealedColumn {
  table: string;
  column: string;
  contextOf(id: string): string;
}

export interface ResealResult {
  /** Sealed anew, with the current secret. */
  renewed: number;
  /** Of no secret that is known here. */
  unreadable: number;
}

interface Row {
  id: string;
  sealed: string;
}

const BATCH = 200;
const LOWEST_ID = "00000000-0000-0000-0000-000000000000";

const fetchBatch = (db: Db, { table, column }: SealedColumn, after: string): Promise<Row[]> =>
  db.rows({
    parts: [
      `select id, ${column} as sealed from ${table} where ${column} is not null and id > `,
      ` order by id limit ${BATCH}`,
    ],
    values: [after],
  });

/** Whoever stored another value meanwhile has sealed it themselves. */
const replaceIfUnchanged = (
  db: Db,
  { table, column }: SealedColumn,
  { id, sealed }: Row,
  renewed: string,
): Promise<number> =>
  db.run({
    parts: [`update ${table} set ${column} = `, " where id = ", ` and ${column} = `, ""],
    values: [renewed, id, sealed],
  });

const resealValue = (box: SecretBox, sealed: string, context: string): string | undefined => {
  try {
    return box.seal(box.open(sealed, context), context);
  } catch (error) {
    if (error instanceof SealedSecretError) return undefined;
    throw error;
  }
};

/**
 * Seals what another secret has sealed with the current one, row by row, while everybody works. Broken off anywhere it has
 * done what it has done: the next time it finds what is left.
 */
export const reseal = async (db: Db, box: SecretBox, column: SealedColumn, look = false): Promise<ResealResult> => {
  const done: ResealResult = { renewed: 0, unreadable: 0 };
  for (let after = LOWEST_ID; ; ) {
    const rows = await fetchBatch(db, column, after);
    for (const row of rows) {
      if (!box.needsRotation(row.sealed)) continue;
      const renewed = resealValue(box, row.sealed, column.contextOf(row.id));
      if (renewed === undefined) done.unreadable += 1;
      else done.renewed += look ? 1 : await replaceIfUnchanged(db, column, row, renewed);
    }
    const last = rows.at(-1);
    if (!last) return done;
    after = last.id;
  }
};
