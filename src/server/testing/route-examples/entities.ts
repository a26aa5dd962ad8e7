import { randomBytes, randomUUID } from "node:crypto";
import { importOf, makeLead, makeMeeting, makeMessage, makePrompt, makeQueueItem, uploadCsv } from "../factories.ts";
import { gatewayKey, type LinkedInTestGateway, startLinkedInGateway, useGateway } from "../linkedin-gateway.ts";
import { signedIn } from "../signed-in.ts";
import { ACCOUNT_ENTITIES } from "./account-entities.ts";
import { type Caller, unique } from "./caller.ts";

let gateway: Promise<LinkedInTestGateway> | undefined;

/** Gives the company a LinkedIn gateway; returns the id of an account there that nobody has linked. */
export const setUpLinkedIn = async ({ server, company }: Caller): Promise<string> => {
  gateway ??= startLinkedInGateway();
  const { control, url } = await gateway;
  await useGateway(server, company.id, { url });
  return String((await control("POST", "accounts", { key: gatewayKey(company.id), name: "Frank" }))["id"]);
};

const inviteAtGateway = async (companyId: string, accountId: string, providerId: string): Promise<void> => {
  gateway ??= startLinkedInGateway();
  await fetch(`${(await gateway).url}/api/v1/users/invite`, {
    method: "POST",
    headers: { "x-api-key": gatewayKey(companyId), "content-type": "application/json" },
    body: JSON.stringify({ account_id: accountId, provider_id: providerId }),
  });
};

/** Entities that belong to a company, and how to make one. */
export const ENTITIES = {
  ...ACCOUNT_ENTITIES,
  lead: {
    make: ({ server, company }: Caller) => makeLead(server, company.id, { html_report: "<p>Rapport</p>" }),
  },
  deletedLead: {
    make: ({ server, company }: Caller) => makeLead(server, company.id, { classification: "DELETED" }),
  },
  /** Shared, so that every colleague sees it; its user may change it. */
  leadView: {
    make: async ({ server, company, user }: Caller) => {
      const [made] = await server.query<{ id: string }>(
        `insert into lead_views (company_id, name, user_id, is_shared, settings, created_at, updated_at)
          values ($1, 'Hot', $2, true, '{}', now(), now()) returning id`,
        [company.id, user.id],
      );
      return made?.id ?? "";
    },
  },
  task: {
    make: async ({ server, company }: Caller) => {
      const [made] = await server.query<{ id: string }>(
        `insert into tasks (company_id, text, created_by, created_at, updated_at)
          values ($1, 'Offerte sturen', 'Anna', now(), now()) returning id`,
        [company.id],
      );
      return made?.id ?? "";
    },
  },
  leadImport: {
    make: async ({ server, company }: Caller) => {
      const { client } = await signedIn(server, { company });
      return importOf(await uploadCsv(client, "naam\nAnna")).id;
    },
  },
  startedImport: {
    make: async ({ server, company }: Caller) => {
      const { client } = await signedIn(server, { company });
      const { id } = importOf(await uploadCsv(client, "naam\nAnna"));
      await server.query("update lead_imports set status = 'queued' where id = $1", [id]);
      return id;
    },
  },
  message: {
    make: async ({ server, company }: Caller) =>
      (await makeMessage(server, company.id, {}, { html_report: "<p>Rapport</p>" })).id,
  },
  writtenMessage: {
    make: async ({ server, company }: Caller) => {
      const { id } = await makeMessage(server, company.id);
      await server.query(
        `insert into message_drafts (company_id, message_id, content_version, rules_version, model, facts, claims, warnings,
          prompt_tokens, completion_tokens, took_ms, made_at)
        values ($1, $2, 1, '1', 'model', '[{"n": 1, "text": "Functie: directeur", "source": "functie"}]', '[]', '[]', 1, 1, 1, now())`,
        [company.id, id],
      );
      return id;
    },
  },
  ratedLead: {
    make: async ({ server, company }: Caller) => {
      const id = await makeLead(server, company.id);
      await server.query(
        `insert into lead_ratings (company_id, lead_id, rating, motivation, report, facts, warnings, rules_version, model,
          prompt_tokens, completion_tokens, took_ms, made_at)
        values ($1, $2, 7, 'Past goed.', '<p>Rapport</p>', '[]', '[]', '1', 'model', 1, 1, 1, now())`,
        [company.id, id],
      );
      return id;
    },
  },
  summarizedMeeting: {
    make: async ({ server, company }: Caller) => {
      await server.query("update companies set writer = 'builtin' where id = $1", [company.id]);
      const id = await makeMeeting(server, company.id);
      await server.query(
        "insert into meeting_summaries (company_id, meeting_id, summary, model, made_at) values ($1, $2, 'Kort.', 'model', now())",
        [company.id, id],
      );
      return id;
    },
  },
  approvedMessage: {
    make: async ({ server, company }: Caller) => (await makeMessage(server, company.id, { status: "approved" })).id,
  },
  personWithMessage: {
    make: async ({ server, company }: Caller) => (await makeMessage(server, company.id)).providerId,
  },
  meeting: {
    make: ({ server, company }: Caller) => makeMeeting(server, company.id, { report: "<p>Verslag</p>" }),
  },
  waitingLead: {
    make: async ({ server, company }: Caller) => {
      const id = await makeLead(server, company.id);
      await makeQueueItem(server, company.id, { lead_id: id });
      return id;
    },
  },
  pausedLead: {
    make: async ({ server, company }: Caller) => {
      const id = await makeLead(server, company.id);
      await makeQueueItem(server, company.id, { lead_id: id, paused: true, paused_by: "Anna Jansen" });
      return id;
    },
  },
  undoToken: {
    make: async ({ server, company }: Caller) => {
      const { client } = await signedIn(server, { company });
      const id = await makeMeeting(server, company.id);
      const { body } = await client.patch(`/api/meetings/${id}`, { status: "PRIVE" });
      return (body["undo"] as { token: string }).token;
    },
  },
  prompt: {
    make: ({ server, company }: Caller) => makePrompt(server, company.id),
  },
  editedPrompt: {
    make: async ({ server, company }: Caller) => {
      const id = await makePrompt(server, company.id, { version: 2 });
      await server.query(
        `insert into prompt_versions (company_id, prompt_id, number, prompt, source, author, made_at)
        values ($1, $2, 1, 'Oud', 'original', 'Airtable', now())`,
        [company.id, id],
      );
      return id;
    },
  },
  queuedMessage: {
    make: ({ server, company }: Caller) => makeQueueItem(server, company.id, {}, { html_report: "<p>Rapport</p>" }),
  },
  failedMessage: {
    make: ({ server, company }: Caller) => makeQueueItem(server, company.id, { status: "ERROR" }),
  },
  sender: {
    make: async ({ server, company }: Caller) => {
      const name = `Afzender ${unique()}`;
      await makePrompt(server, company.id, { account_manager: name });
      const rows = await server.query<{ id: string }>("select id from senders where name = $1", [name]);
      return rows[0]?.id ?? "";
    },
  },
  /** Linked to the user themselves. */
  ownSender: {
    make: async (caller: Caller): Promise<string> => {
      const id = await ENTITIES.sender.make(caller);
      await caller.server.query("update senders set user_id = $2 where id = $1", [id, caller.user.id]);
      return id;
    },
  },
  connectedSender: {
    make: async (caller: Caller) => {
      const senderId = await ENTITIES.ownSender.make(caller);
      const { client } = await signedIn(caller.server, { role: "company_admin", company: caller.company });
      const accountId = await setUpLinkedIn(caller);
      await client.post(`/api/senders/${senderId}/linkedin`, { accountId });
      return senderId;
    },
  },
  /** A lead who replied to a connected account. */
  talkingLead: {
    make: async (caller: Caller) => {
      const id = await makeLead(caller.server, caller.company.id, { provider_id: `ACoAA${unique()}` });
      await caller.server.query(
        `with account as (
            insert into linkedin_accounts (company_id, sender_id, gateway_account_id, name, owner_id, status, status_since, connected_at)
            values ($1, $2, $3, 'Frank', 'eigenaar', 'ok', now(), now()) returning id)
          insert into linkedin_conversations (company_id, account_id, lead_id, last_received_at, reply_stored_at)
          select $1, id, $4, now(), now() from account`,
        [caller.company.id, await ENTITIES.sender.make(caller), unique(), id],
      );
      return id;
    },
  },
  /** Sent from a connected account, without a response. */
  openInvitation: {
    make: async (caller: Caller) => {
      const { server, company } = caller;
      const providerId = `ACoAA${unique()}`;
      const leadId = await makeLead(server, company.id, { provider_id: providerId });
      const senderId = await ENTITIES.connectedSender.make(caller);
      const [made] = await server.query<{ id: string; account: string }>(
        `insert into invitations (company_id, lead_id, connected_with, status, channel, invited_at)
          select $1, $2, name, 'SENT', 'linkedin', now() from senders where id = $3
          returning id, (select gateway_account_id from linkedin_accounts where sender_id = $3) as account`,
        [company.id, leadId, senderId],
      );
      await inviteAtGateway(company.id, made?.account ?? "", providerId);
      return made?.id ?? "";
    },
  },
  sentMessage: {
    make: ({ server, company }: Caller) =>
      makeQueueItem(server, company.id, { status: "SENT" }, { html_report: "<p>Rapport</p>" }),
  },
  syncRun: {
    make: async ({ server, company }: Caller) => {
      const rows = await server.query<{ id: string }>(
        "insert into sync_runs (company_id, status, tables) values ($1, 'succeeded', '{leads}') returning id",
        [company.id],
      );
      return rows[0]?.id ?? "";
    },
  },
  parkedRecord: {
    make: async ({ server, company }: Caller) => {
      const rows = await server.query<{ id: string }>(
        `insert into airtable_records (company_id, table_name, local_id, state, problem)
          values ($1, 'leads', gen_random_uuid(), 'error', 'geweigerd') returning local_id as id`,
        [company.id],
      );
      return rows[0]?.id ?? "";
    },
  },
  conflict: {
    make: async ({ server, company }: Caller) => {
      const rows = await server.query<{ id: string }>(
        `with lead as (insert into leads (company_id, full_name, classification) values ($1, 'Anna', 'HOT') returning id),
          record as (
            insert into airtable_records (company_id, table_name, local_id, record_id, base_values, state)
            select $1, 'leads', id, 'rec' || left(md5(id::text), 14), '{"classification": "COLD"}', 'conflict' from lead)
          insert into airtable_conflicts (company_id, table_name, local_id, field, base, ours, theirs)
          select $1, 'leads', id, 'classification', '"COLD"', '"HOT"', '"CLIENT"' from lead returning id`,
        [company.id],
      );
      return rows[0]?.id ?? "";
    },
  },
};
export type EntityName = keyof typeof ENTITIES;

/** An id of the right form that does not exist. */
export const unknownId = (entity: EntityName): string =>
  entity === "logoUploadToken" ? randomBytes(40).toString("base64url") : randomUUID();
