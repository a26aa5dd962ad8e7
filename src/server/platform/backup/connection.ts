import pg from "pg";

const SETTINGS = [
  // However long the files take, the snapshot stays open.
  "idle_in_transaction_session_timeout=0",
  "statement_timeout=0",
  "timezone=UTC",
  "datestyle=ISO",
  "intervalstyle=postgres",
  "extra_float_digits=1",
  "bytea_output=hex",
];

/** As the owner of the tables, with every value written in the one way that any server reads back the same. */
export const connected = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: "usa_backup",
    options: SETTINGS.map((setting) => `-c ${setting}`).join(" "),
  });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};
