import { setTimeout as sleep } from "node:timers/promises";
import { makeCompany, makeLeads, makeMessage, makeUser, PASSWORD } from "#testing/factories.ts";

import { TestClient } from "#testing/test-client.ts";
import type { ProcessGroup } from "./process-group.ts";
import type { TestUser } from "./simulated-user.ts";

const PEOPLE_PER_COMPANY = 20;
const LEADS = 5;

/** Companies that deliver their messages through us, so that what leaves can be counted. */
const createTestCompany = async ({ product: { desk }, receiver }: ProcessGroup): Promise<string> => {
  const company = await makeCompany(desk.platform.database);
  await desk.query("update companies set delivery_channel = 'webhook', delivery_webhook_url = $2 where id = $1", [
    company.id,
    receiver.url,
  ]);
  await makeLeads(
    desk,
    company.id,
    Array.from({ length: 500 }, () => ({})),
  );
  return company.id;
};

const createTestUser = async (stage: ProcessGroup, companyId: string, messages: number): Promise<TestUser> => {
  const { desk } = stage.product;
  const user = await makeUser(desk.platform.database, companyId, {});
  const leads = await makeLeads(
    desk,
    companyId,
    Array.from({ length: LEADS }, () => ({})),
  );
  const made: string[] = [];
  for (let nth = 0; nth < messages; nth++) made.push((await makeMessage(desk, companyId)).id);
  const client = new TestClient(stage.balancer.next());
  const answer = await client.signIn(user.username, PASSWORD);
  if (answer.status !== 200) throw new Error(`signing in answered ${answer.status} ${answer.text}`);
  return { cookie: client.cookieHeader("/"), name: user.username, leads, messages: made };
};

/** So many people with a session of their own, signed in a few at a time: hashing passwords takes the processors. */
export const createTestCompanies = async (
  stage: ProcessGroup,
  people: number,
  messages: number,
): Promise<TestUser[]> => {
  const desks: TestUser[] = [];
  let companyId = "";
  for (let nth = 0; nth < people; nth++) {
    if (nth % PEOPLE_PER_COMPANY === 0) companyId = await createTestCompany(stage);
    desks.push(await createTestUser(stage, companyId, messages));
    await sleep(10);
  }
  return desks;
};
