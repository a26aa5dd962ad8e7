/**
 * The baseline: Node's HTTP server with the pg driver, rows as JSON. It runs equivalent queries on the same tables, without
 * authentication, tenant isolation or validation.
 */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { CLASSIFY_STATEMENTS, STATEMENTS } from "./statements.ts";

const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 10 });

const classify = async (values: string[]): Promise<unknown[]> => {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const [update = "", ...followingStatements] = CLASSIFY_STATEMENTS;
    const { rows } = await client.query<object>(update, values);
    for (const statement of followingStatements) await client.query(statement, values);
    await client.query("commit");
    return rows;
  } finally {
    client.release();
  }
};

const handle = async ({ url = "" }: IncomingMessage): Promise<unknown[]> => {
  const [path = "", query = ""] = url.split("?", 2);
  const values = query.split("&").map(decodeURIComponent);
  if (path === "/classify") return classify(values);
  const statement = STATEMENTS[path];
  if (!statement) throw new Error(`no statement for ${path}`);
  return (await pool.query<object>(statement, values)).rows;
};

const server = createServer((request, response) => {
  handle(request).then(
    (rows) => response.setHeader("content-type", "application/json").end(JSON.stringify(rows)),
    (error: Error) => Object.assign(response, { statusCode: 500 }).end(error.message),
  );
});
server.listen(0, "127.0.0.1", () => {
  process.send?.({ ready: true, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.once("disconnect", () => process.exit(0));
process.once("SIGTERM", () => process.exit(0));
