import { setTimeout as sleep } from "node:timers/promises";
import { makeCompany, makeLeads, makeMessage, makeUser, PASSWORD } from "#testing/factories.ts";

import { TestClient } from "#testing/test-client.ts";
import type { ProcessGroup } from "./process-group.ts";
import type { TestUser } from "./simulated-user.ts";

const USERS_PER_COMPANY = 20;
const LEADS_PER_USER = 5;

/** A company that delivers to the test's webhook receiver, so that deliveries can be counted. */
const createTestCompany = async ({ product: { server }, receiver }: ProcessGroup): Promise<string> => {
  const company = await makeCompany(server.platform.database);
  await server.query("update companies set delivery_channel = 'webhook', delivery_webhook_url = $2 where id = $1", [
    company.id,
    receiver.url,
  ]);
  await makeLeads(
    server,
    company.id,
    Array.from({ length: 500 }, () => ({})),
  );
  return company.id;
};

const createTestUser = async (group: ProcessGroup, companyId: string, messagesPerUser: number): Promise<TestUser> => {
  const { server } = group.product;
  const user = await makeUser(server.platform.database, companyId, {});
  const leads = await makeLeads(
    server,
    companyId,
    Array.from({ length: LEADS_PER_USER }, () => ({})),
  );
  const messageIds: string[] = [];
  for (let index = 0; index < messagesPerUser; index++) messageIds.push((await makeMessage(server, companyId)).id);
  const client = new TestClient(group.balancer.next());
  const response = await client.signIn(user.username, PASSWORD);
  if (response.status !== 200) throw new Error(`signing in returned ${response.status} ${response.text}`);
  return { cookie: client.cookieHeader("/"), name: user.username, leads, messages: messageIds };
};

/** Users with a session each. They sign in one by one, because hashing passwords is CPU-bound. */
export const createTestCompanies = async (
  group: ProcessGroup,
  userCount: number,
  messagesPerUser: number,
): Promise<TestUser[]> => {
  const users: TestUser[] = [];
  let companyId = "";
  for (let index = 0; index < userCount; index++) {
    if (index % USERS_PER_COMPANY === 0) companyId = await createTestCompany(group);
    users.push(await createTestUser(group, companyId, messagesPerUser));
    await sleep(10);
  }
  return users;
};
