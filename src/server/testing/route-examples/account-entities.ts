import { randomUUID } from "node:crypto";
import { makeApiKey, makeCompany, makeUser, makeWebhook, PASSWORD } from "../account-factories.ts";
import { requestUploadUrl } from "../images.ts";
import { signedIn } from "../signed-in.ts";
import { turnOnTwoStep } from "../two-step.ts";
import type { Caller } from "./caller.ts";

/** Accounts and what they own, and how to make one. */
export const ACCOUNT_ENTITIES = {
  company: { make: ({ company }: Caller) => Promise.resolve(company.id) },
  deletedCompany: {
    make: async ({ server }: Caller) => (await makeCompany(server.platform.database, { deletedAt: new Date() })).id,
  },
  session: {
    make: async ({ server, user }: Caller) => {
      await server.client().signIn(user.username, PASSWORD);
      const [made] = await server.query<{ id: string }>(
        "select id from sessions where user_id = $1 order by created_at desc limit 1",
        [user.id],
      );
      return made?.id ?? "";
    },
  },
  user: {
    make: async ({ server, company }: Caller) => (await makeUser(server.platform.database, company.id)).id,
  },
  invitedUser: {
    make: async ({ server, company }: Caller) => {
      const { id } = await makeUser(server.platform.database, company.id);
      await server.query("update users set invitation_sent_at = now() where id = $1", [id]);
      return id;
    },
    unknown: () => randomUUID() as string,
  },
  twoStepUser: {
    make: async ({ server, company }: Caller) => {
      const user = await makeUser(server.platform.database, company.id);
      await turnOnTwoStep(server, user);
      return user.id;
    },
  },
  logoUploadToken: {
    make: async ({ server, company }: Caller) => {
      const { client } = await signedIn(server, { role: "company_admin", company });
      return (await requestUploadUrl(client)).split("/").at(-1) ?? "";
    },
  },
  apiKey: {
    make: async ({ server, company }: Caller) => (await makeApiKey(server, company.id)).id,
  },
  webhook: {
    make: ({ server, company }: Caller) => makeWebhook(server, company.id),
  },
  webhookDelivery: {
    make: async ({ server, company }: Caller) => {
      const rows = await server.query<{ id: string }>(
        `with event as (insert into webhook_events (company_id, type, subject_id, data)
            values ($1, 'webhook.test', gen_random_uuid(), '{}') returning id)
          insert into webhook_deliveries (company_id, webhook_id, event_id, next_attempt_at, status)
          select $1, $2, id, now(), 'failed' from event returning id`,
        [company.id, await makeWebhook(server, company.id)],
      );
      return rows[0]?.id ?? "";
    },
  },
};
