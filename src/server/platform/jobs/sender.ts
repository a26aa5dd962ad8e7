import { type Db as BossDatabase, PgBoss } from "pg-boss";
import type { Db } from "../database/db.ts";
import type { Logger } from "../log.ts";
import { reportTrouble, SCHEMA } from "./boss.ts";

interface Sender {
  send(db: Db, name: string, data: object, options: { startAfter?: Date; singletonKey?: string }): Promise<void>;
  close(): Promise<void>;
}

// The library writes its own statements; as one part with its values apart they are ours to run in any transaction.
const asBossDatabase = (db: Db): BossDatabase => ({
  executeSql: async (text, values = []) => ({ rows: await db.rows({ parts: [text], values }) }),
});

/** Inserts jobs over the connection it is handed. Its own only reads how the queues are set. */
export const openSender = (url: string, log: Logger): Sender => {
  const boss = new PgBoss({
    schema: SCHEMA,
    connectionString: url,
    options: "-c role=usa_platform -c statement_timeout=30000 -c timezone=UTC",
    application_name: "usa_platform",
    max: 1,
    migrate: false,
    schedule: false,
    supervise: false,
  });
  reportTrouble(boss, log);
  return {
    send: async (db, name, data, options) => {
      await boss.start();
      await boss.send(name, data, { ...options, db: asBossDatabase(db) });
    },
    close: () => boss.stop(),
  };
};
