import { setTimeout as sleep } from "node:timers/promises";
import { makeCompany, makeUser, PASSWORD } from "#testing/account-factories.ts";
import { makeLeads, makeMessage, removeSendingLimits } from "#testing/factories.ts";

import { TestClient } from "#testing/test-client.ts";
import type { ProductCluster } from "./product-cluster.ts";
import type { TestUser } from "./simulated-user.ts";

const USERS_PER_COMPANY = 20;
const LEADS_PER_USER = 5;

/** A company that delivers to the test's webhook receiver, so that deliveries can be counted. */
const createTestCompany = async ({ product: { server }, receiver }: ProductCluster): Promise<string> => {
  const company = await makeCompany(server.platform.database);
  await server.query("update companies set delivery_channel = 'webhook', delivery_webhook_url = $2 where id = $1", [
    company.id,
    receiver.url,
  ]);
  await removeSendingLimits(server, company.id);
  await makeLeads(
    server,
    company.id,
    Array.from({ length: 500 }, () => ({})),
  );
  return company.id;
};

const createTestUser = async (
  cluster: ProductCluster,
  companyId: string,
  messagesPerUser: number,
): Promise<TestUser> => {
  const { server } = cluster.product;
  const user = await makeUser(server.platform.database, companyId, {});
  const leads = await makeLeads(
    server,
    companyId,
    Array.from({ length: LEADS_PER_USER }, () => ({})),
  );
  const messageIds: string[] = [];
  for (let index = 0; index < messagesPerUser; index++) messageIds.push((await makeMessage(server, companyId)).id);
  const client = new TestClient(cluster.balancer.next());
  const response = await client.signIn(user.username, PASSWORD);
  if (response.status !== 200) throw new Error(`signing in returned ${response.status} ${response.text}`);
  return { cookie: client.cookieHeader("/"), name: user.username, leadIds: leads, messageIds };
};

/** Creates users, 20 per company, and signs them in one by one, because hashing passwords is CPU-bound. */
export const createSignedInUsers = async (
  cluster: ProductCluster,
  userCount: number,
  messagesPerUser: number,
): Promise<TestUser[]> => {
  const users: TestUser[] = [];
  let companyId = "";
  for (let index = 0; index < userCount; index++) {
    if (index % USERS_PER_COMPANY === 0) companyId = await createTestCompany(cluster);
    users.push(await createTestUser(cluster, companyId, messagesPerUser));
    await sleep(10);
  }
  return users;
};
