import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { createClock } from "#sandbox/clock.ts";
import { createLinkedInService } from "#sandbox/linkedin/linkedin.ts";
import { deliverDue } from "#server/features/automation/delivery.ts";
import { controlSandbox } from "./sandbox.ts";
import type { SignedIn } from "./signed-in.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

export interface ReceivedByPerson {
  account: string;
  providerId: string;
  kind: "invitation" | "message";
  text: string | null;
  at: string;
}

export interface LinkedInTestGateway {
  url: string;
  control(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  received(): Promise<ReceivedByPerson[]>;
  /** Moves the gateway's clock to this time. */
  setClock(now: Date): void;
  reset(): void;
  stop(): Promise<void>;
}

/** The sandbox's LinkedIn gateway alone, in this process. Webhooks are sent by `control("POST", "run")`. */
export const startLinkedInGateway = async (): Promise<LinkedInTestGateway> => {
  const app = Fastify({ forceCloseConnections: true });
  const clock = createClock();
  const service = createLinkedInService(
    { environment: { port: 0, smtpPort: 0, dataDir: null }, clock },
    { bases: { ids: () => [], all: () => [], inUse: () => [], find: () => undefined } },
  );
  await app.register(async (scope) => service.routes?.(scope));
  await app.register(async (scope) => service.controlRoutes?.(scope));
  await app.listen({ host: "127.0.0.1", port: 0 });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const control = (method: string, path: string, body?: unknown) =>
    controlSandbox(origin, method, `linkedin/${path}`, body);
  return {
    url: `${origin}/unipile`,
    control,
    received: async () => (await control("GET", "received")) as unknown as ReceivedByPerson[],
    setClock: (now) => clock.set(now),
    reset: () => {
      clock.reset();
      void service.reset();
    },
    stop: () => app.close(),
  };
};

/** A server without a worker and a gateway, whose webhooks and callbacks come to the server's real port. */
export const startServerWithGateway = async (env: Record<string, string> = {}) => {
  const gateway = await startLinkedInGateway();
  const server = await startTestServer({ worker: false, env });
  server.platform.config.publicUrl = new URL(server.url);
  const stop = async () => {
    await gateway.stop();
    await server.close();
  };
  return { server, gateway, stop };
};

/** A key of the gateway: each is a workspace of its own. */
export const gatewayKey = (companyId: string): string => `sandbox-unipile-${companyId}`;

/** Lets a company send through the gateway. */
export const useGateway = async (
  { query, platform }: Pick<TestServer, "query" | "platform">,
  companyId: string,
  { url }: Pick<LinkedInTestGateway, "url">,
): Promise<void> => {
  const key = platform.secrets.encrypt(gatewayKey(companyId), `company:${companyId}:unipile`);
  await query(
    "update companies set delivery_channel = 'linkedin', unipile_url = $2, unipile_key_encrypted = $3 where id = $1",
    [companyId, url, key],
  );
};

/** A sender with an account at the gateway. `who`: an admin of the company. */
export const connectSender = async (
  { query }: Pick<TestServer, "query">,
  { client, company }: SignedIn,
  { control }: Pick<LinkedInTestGateway, "control">,
  name: string,
): Promise<{ name: string; account: string }> => {
  await query("select add_senders($1, array[$2])", [company.id, name]);
  const made = await control("POST", "accounts", { key: gatewayKey(company.id), name });
  const senders = (await client.get("/api/senders")).body as unknown as { id: string; name: string }[];
  const id = senders.find((sender) => sender.name === name)?.id;
  const response = await client.post(`/api/senders/${id}/linkedin`, { accountId: made["id"] });
  if (response.status !== 200) throw new Error(`the account was not linked: ${response.status} ${response.text}`);
  return { name, account: String(made["id"]) };
};

/** What the job that delivers messages does, at once, for tests of other features. */
export const deliverNow = (server: TestServer, companyId: string): Promise<void> =>
  deliverDue(server.platform, companyId).then(() => undefined);
