import { controlSandbox, type Sandbox, startSandbox } from "#testing/sandbox.ts";
import type { TestServer } from "#testing/test-server.ts";

export interface SandboxRecord {
  id: string;
  createdTime: string;
  fields: Record<string, unknown>;
}

interface LoggedRequest {
  /** When it arrived. */
  at: string;
  /** How long it took; null while it is being handled. */
  ms: number | null;
  method: string;
  path: string;
  query: string;
  status: number | null;
}

type Fields = Record<string, unknown>;

/** A base in the sandbox; the methods act as an Airtable user. */
export class SandboxBase {
  readonly id: string;
  readonly token: string;
  private readonly sandbox: AirtableSandbox;

  constructor(sandbox: AirtableSandbox, id: string, token: string) {
    this.sandbox = sandbox;
    this.id = id;
    this.token = token;
  }

  control(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    return this.sandbox.control(method, `airtable/bases/${this.id}/${path}`, body);
  }

  async add(table: string, ...records: Fields[]): Promise<SandboxRecord[]> {
    const body = { records: records.map((fields) => ({ fields })) };
    return (await this.control("POST", `tables/${table}/records`, body))["records"] as SandboxRecord[];
  }

  async edit(table: string, id: string, fields: Fields): Promise<void> {
    await this.control("PATCH", `tables/${table}/records`, { records: [{ id, fields }] });
  }

  /** In one transaction. */
  async destroy(table: string, ...ids: string[]): Promise<void> {
    await this.control("DELETE", `tables/${table}/records`, { ids });
  }

  async records(table: string): Promise<SandboxRecord[]> {
    return (await this.control("GET", `tables/${table}/records`))["records"] as SandboxRecord[];
  }

  async record(table: string, id: string): Promise<Fields> {
    return (await this.control("GET", `tables/${table}/records/${id}`))["fields"] as Fields;
  }

  async addGeneratedRecords(table: string, count: number): Promise<void> {
    await this.control("POST", `tables/${table}/bulk`, { count });
  }

  /** As the real Airtable: its rate limits, and responses that take longer for larger tables. */
  async setRealPace(): Promise<void> {
    await this.control("PATCH", "limits", { requestsPerSecond: 5, requestsPerSecondOfOwner: 50 });
    await this.control("PATCH", "latency", { setting: "faithful" });
  }

  async changeToken(change: { scopes?: readonly string[]; permissionLevel?: string }): Promise<void> {
    await this.sandbox.control("PATCH", `airtable/tokens/${this.token}`, change);
  }

  /** The token may no longer create or read a change feed: the sync scans the tables instead. */
  removeFeedPermission(): Promise<void> {
    return this.changeToken({ scopes: ["data.records:read", "data.records:write", "schema.bases:read"] });
  }

  /** Injects a fault into requests to this base. The returned function removes it. */
  async fault(fault: { method?: string; path?: string; [more: string]: unknown }): Promise<() => Promise<void>> {
    const path = `/v0/${fault.path ?? `${this.id}/`}`;
    const { id } = await this.sandbox.control("POST", "faults", { ...fault, path });
    return async () => {
      await this.sandbox.control("DELETE", `faults/${String(id)}`);
    };
  }

  /** Holds requests to this base, or the first `times`, until the returned function is called. */
  hold(requests: { method?: string; path?: string; times?: number }): Promise<() => Promise<void>> {
    return this.fault({ ...requests, latencyMs: 600_000 });
  }

  /** Answers the requests for so many pages of a table, and holds the next ones until the returned function is called. */
  async holdAfter(table: string, pages: number): Promise<() => Promise<void>> {
    const requests = { method: "GET", path: await this.pathOf(table) };
    await this.fault({ ...requests, latencyMs: 0, times: pages });
    return this.hold(requests);
  }

  /** Of the requests for records of a table, for `fault` and `hold`. */
  async pathOf(table: string): Promise<string> {
    const tables = (await this.control("GET", "tables")) as unknown as { id: string; name: string }[];
    return `${this.id}/${tables.find(({ name }) => name === table)?.id}`;
  }

  async requests(): Promise<LoggedRequest[]> {
    const all = (await this.sandbox.control("GET", "requests")) as unknown as LoggedRequest[];
    return all.filter(({ path }) => path.includes(this.id));
  }
}

/** The sandbox as a separate process. */
export class AirtableSandbox {
  readonly url: string;
  private readonly started: Sandbox | undefined;

  /** Without `started`, `stop` does nothing: somebody else has started the sandbox. */
  constructor(url: string, started?: Sandbox) {
    this.url = url;
    this.started = started;
  }

  control(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    return controlSandbox(this.url, method, path, body);
  }

  /** Rate limits are off; a test can set them afterwards. */
  async newBase(more: object = {}): Promise<SandboxBase> {
    const made = await this.control("POST", "airtable/bases", { company: "Proefbedrijf", ...more });
    const base = new SandboxBase(this, String(made["baseId"]), String(made["token"]));
    await base.control("PATCH", "limits", { requestsPerSecond: null, requestsPerSecondOfOwner: null });
    return base;
  }

  async clearFaults(): Promise<void> {
    await this.control("DELETE", "faults");
  }

  async stop(): Promise<void> {
    await this.started?.stop();
  }
}

export const startAirtableSandbox = async (): Promise<AirtableSandbox> => {
  const sandbox = await startSandbox();
  return new AirtableSandbox(sandbox.url, sandbox);
};

/** Connects a company to the base, without our own rate limit. */
export const connectCompany = async (server: TestServer, companyId: string, base: SandboxBase): Promise<void> => {
  const encrypted = server.platform.secrets.encrypt(base.token, `company:${companyId}:airtable`);
  await server.query(
    "update companies set airtable_base_id = $2, airtable_token_encrypted = $3, updated_at = now() where id = $1",
    [companyId, base.id, encrypted],
  );
  await server.query(
    `insert into airtable_rate_limits (base_hash, next_slot_at, spacing) values (sha256($1::bytea), now(), '0')
      on conflict do nothing`,
    [base.id],
  );
};
