import { type Sandbox, startSandbox } from "../app.ts";

export type ApiResponse = {
  status: number;
  body: Record<string, unknown> & { records?: ShownRecord[]; offset?: string; id?: string };
};
export type ShownRecord = { id: string; createdTime: string; fields: Record<string, unknown> };
export type TestBase = { baseId: string; token: string };

/** A sandbox for one test file, with helpers for its Airtable. */
export type AirtableFixture = {
  sandbox: Sandbox;
  /** A new base without rate limits. */
  newBase(options?: object): Promise<TestBase>;
  /** A request to the API of a base, as the product makes it. */
  call(base: TestBase, method: string, path: string, body?: unknown): Promise<ApiResponse>;
  control(method: string, path: string, body?: unknown): Promise<ApiResponse>;
};

export async function startAirtableFixture(): Promise<AirtableFixture> {
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir: null });
  const control = (method: string, path: string, body?: unknown) =>
    request(`${sandbox.url}/_control/${path}`, method, body);
  return {
    sandbox,
    control,
    newBase: async (options = {}) => {
      const { body } = await control("POST", "airtable/bases", { company: "Proefbedrijf", ...options });
      const base = body as TestBase;
      await control("PATCH", `airtable/bases/${base.baseId}/limits`, {
        requestsPerSecond: null,
        requestsPerSecondOfOwner: null,
      });
      return base;
    },
    call: ({ token }, method, path, body) =>
      request(`${sandbox.url}/v0/${path}`, method, body, { authorization: `Bearer ${token}` }),
  };
}

async function request(
  url: string,
  method: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  const response = await fetch(url, { method, headers: { ...headers, ...type }, ...json });
  const text = await response.text();
  return { status: response.status, body: text === "" ? {} : JSON.parse(text) };
}
