import type { ClientBase } from "pg";

type Settings = Readonly<Record<string, string>>;

/**
 * Changes settings of a connection for as long as it is open. As a statement and not as startup options: a connection pooler
 * such as pgbouncer refuses or drops those, and without its role a connection would keep the rights of the owner.
 */
export const applySettings = async (client: ClientBase, settings: Settings): Promise<void> => {
  const calls = Object.keys(settings).map((_name, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, false)`);
  await client.query(`select ${calls.join(", ")}`, Object.entries(settings).flat());
};

/** Gives a new connection its role. Statements may take half a minute, which is longer than any query of the product takes. */
export const startSession =
  (role: string, settings: Settings = {}) =>
  (client: ClientBase): Promise<void> =>
    applySettings(client, { role, timezone: "UTC", statement_timeout: "30000", ...settings });

/** Options of a pool whose connections have this role. The pool waits for `onConnect`, although its type says otherwise. */
export const poolSession = (role: string, settings?: Settings): { application_name: string } => {
  const options = { application_name: role, onConnect: startSession(role, settings) };
  return options;
};
