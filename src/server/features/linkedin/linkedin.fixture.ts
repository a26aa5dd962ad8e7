import { createJobHandlers } from "#server/all-jobs.ts";
import { gatewayKey, type LinkedInTestGateway, useGateway } from "#testing/linkedin-gateway.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import type { TestServer } from "#testing/test-server.ts";

/** Runs a job in the process of the test. */
export const runJob = ({ platform }: Pick<TestServer, "platform">, name: string, data: object): Promise<unknown> => {
  const found = createJobHandlers(platform).find(({ job }) => job.name === name);
  if (!found) throw new Error(`there is no job ${name}`);
  return found.handle(data, new AbortController().signal);
};

export const runEnqueuedJobs = async (server: TestServer, name: string): Promise<void> => {
  const jobs = await server.query<{ data: object }>("delete from pgboss.job where name = $1 returning data", [name]);
  for (const { data } of jobs) await runJob(server, name, data);
};

/** Moves the clocks of the server and the gateway. */
export const advanceClocks = ({ clock }: TestServer, gateway: LinkedInTestGateway, ms: number): void => {
  clock.advance(ms);
  gateway.setClock(clock.now());
};

/** An admin of a new company that sends through an empty gateway, and an account there that no sender has yet. */
export const startCompany = async (
  server: TestServer,
  gateway: LinkedInTestGateway,
): Promise<{ me: SignedIn; accountId: string }> => {
  gateway.reset();
  gateway.setClock(server.clock.now());
  const me = await signedIn(server, { role: "company_admin" });
  await useGateway(server, me.company.id, gateway);
  const made = await gateway.control("POST", "accounts", { key: gatewayKey(me.company.id), name: "Frank Hoekstra" });
  return { me, accountId: String(made["id"]) };
};

/** Links the account to the first sender, whose id it returns. */
export const linkAccount = async ({ client }: SignedIn, accountId: string): Promise<string> => {
  const { body } = await client.get("/api/senders");
  const senderId = (body as unknown as { id: string }[])[0]?.id ?? "";
  await client.post(`/api/senders/${senderId}/linkedin`, { accountId });
  return senderId;
};
