import { expect } from "vitest";
import type { TestServer } from "./test-server.ts";

const WAITING = `select from pg_locks where not granted
  and database = (select oid from pg_database where datname = current_database())`;

/** Sends two requests that both wait before either can write to the table, and returns the responses. */
export const sendTwoAtOnce = async <Response>(
  server: Pick<TestServer, "query">,
  table: string,
  send: () => Promise<Response>,
  sendOther = send,
): Promise<Response[]> => {
  await server.query("begin");
  await server.query(`lock table ${table} in share mode`);
  const requests = [send(), sendOther()];
  await expect.poll(() => server.query(WAITING)).toHaveLength(2);
  await server.query("commit");
  return Promise.all(requests);
};
