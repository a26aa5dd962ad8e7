import { createHmac, randomBytes, randomUUID } from "node:crypto";
import type { FeatureName, routes } from "#contract/routes.ts";
import { hashToken } from "#platform/sessions.ts";
import {
  importOf,
  makeApiKey,
  makeCompany,
  makeLead,
  makeMeeting,
  makeMessage,
  makePrompt,
  makeQueueItem,
  makeUser,
  makeWebhook,
  PASSWORD,
  uploadCsv,
} from "./factories.ts";
import { png, requestUploadUrl, uploadLogo } from "./images.ts";
import { CLIENT, type Issuer, startIssuer } from "./issuer.ts";

import { gatewayKey, type LinkedInTestGateway, startLinkedInGateway, useGateway } from "./linkedin-gateway.ts";
import { type SignedIn, signedIn } from "./signed-in.ts";
import type { TestServer } from "./test-server.ts";
import { appCode, requestChallenge, startTwoStep, turnOnTwoStep } from "./two-step.ts";

/** A person with a session, as which a route is called. */
export interface Caller extends SignedIn {
  server: TestServer;
}

/** The parts of a call other than its ids. */
interface ExampleCall {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  contentType?: string;
  bearer?: string | undefined;
  headers?: Record<string, string>;
}

/** How to call a route so that it succeeds, and which of its values are ids of entities of a company. */
export interface RouteExample {
  /** Ids in the path. */
  ids?: Record<string, EntityName>;
  /** Ids in the query. */
  queryIds?: Record<string, EntityName>;
  /** `owner` owns the entities of the call; `caller` sends it. */
  call?(owner: Caller, caller: Caller): ExampleCall | Promise<ExampleCall>;
}

/** A note of an API key's company that everybody may change, because it has no user. */
const makeNote = async ({ server, company }: Caller): Promise<Record<string, string>> => {
  const id = await makeLead(server, company.id);
  const [note] = await server.query<{ id: string }>(
    `insert into lead_notes (company_id, lead_id, text, author, created_at, updated_at)
      values ($1, $2, 'Notitie', 'Anna', now(), now()) returning id`,
    [company.id, id],
  );
  return { id, noteId: note?.id ?? "" };
};

/** Entities that belong to a company: how to make one, and an id of the same form that does not exist. */
export const ENTITIES = {
  company: { make: ({ company }: Caller) => Promise.resolve(company.id), unknown: () => randomUUID() as string },
  deletedCompany: {
    make: async ({ server }: Caller) => (await makeCompany(server.platform.database, { deletedAt: new Date() })).id,
    unknown: () => randomUUID() as string,
  },
  lead: {
    make: ({ server, company }: Caller) => makeLead(server, company.id, { html_report: "<p>Rapport</p>" }),
    unknown: () => randomUUID() as string,
  },
  deletedLead: {
    make: ({ server, company }: Caller) => makeLead(server, company.id, { classification: "DELETED" }),
    unknown: () => randomUUID() as string,
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
    unknown: () => randomUUID() as string,
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
    unknown: () => randomUUID() as string,
  },
  leadImport: {
    make: async ({ server, company }: Caller) => {
      const { client } = await signedIn(server, { company });
      return importOf(await uploadCsv(client, "naam\nAnna")).id;
    },
    unknown: () => randomUUID() as string,
  },
  startedImport: {
    make: async ({ server, company }: Caller) => {
      const { client } = await signedIn(server, { company });
      const { id } = importOf(await uploadCsv(client, "naam\nAnna"));
      await server.query("update lead_imports set status = 'queued' where id = $1", [id]);
      return id;
    },
    unknown: () => randomUUID() as string,
  },
  message: {
    make: async ({ server, company }: Caller) =>
      (await makeMessage(server, company.id, {}, { html_report: "<p>Rapport</p>" })).id,
    unknown: () => randomUUID() as string,
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
    unknown: () => randomUUID() as string,
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
    unknown: () => randomUUID() as string,
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
    unknown: () => randomUUID() as string,
  },
  approvedMessage: {
    make: async ({ server, company }: Caller) => (await makeMessage(server, company.id, { status: "approved" })).id,
    unknown: () => randomUUID() as string,
  },
  personWithMessage: {
    make: async ({ server, company }: Caller) => (await makeMessage(server, company.id)).providerId,
    unknown: () => randomUUID() as string,
  },
  meeting: {
    make: ({ server, company }: Caller) => makeMeeting(server, company.id, { report: "<p>Verslag</p>" }),
    unknown: () => randomUUID() as string,
  },
  waitingLead: {
    make: async ({ server, company }: Caller) => {
      const id = await makeLead(server, company.id);
      await makeQueueItem(server, company.id, { lead_id: id });
      return id;
    },
    unknown: () => randomUUID() as string,
  },
  pausedLead: {
    make: async ({ server, company }: Caller) => {
      const id = await makeLead(server, company.id);
      await makeQueueItem(server, company.id, { lead_id: id, paused: true, paused_by: "Anna Jansen" });
      return id;
    },
    unknown: () => randomUUID() as string,
  },
  undoToken: {
    make: async ({ server, company }: Caller) => {
      const { client } = await signedIn(server, { company });
      const id = await makeMeeting(server, company.id);
      const { body } = await client.patch(`/api/meetings/${id}`, { status: "PRIVE" });
      return (body["undo"] as { token: string }).token;
    },
    unknown: () => randomUUID() as string,
  },
  prompt: {
    make: ({ server, company }: Caller) => makePrompt(server, company.id),
    unknown: () => randomUUID() as string,
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
    unknown: () => randomUUID() as string,
  },
  queuedMessage: {
    make: ({ server, company }: Caller) => makeQueueItem(server, company.id, {}, { html_report: "<p>Rapport</p>" }),
    unknown: () => randomUUID() as string,
  },
  failedMessage: {
    make: ({ server, company }: Caller) => makeQueueItem(server, company.id, { status: "ERROR" }),
    unknown: () => randomUUID() as string,
  },
  sender: {
    make: async ({ server, company }: Caller) => {
      const name = `Afzender ${unique()}`;
      await makePrompt(server, company.id, { account_manager: name });
      const rows = await server.query<{ id: string }>("select id from senders where name = $1", [name]);
      return rows[0]?.id ?? "";
    },
    unknown: () => randomUUID() as string,
  },
  /** Linked to the user themselves. */
  ownSender: {
    make: async (caller: Caller): Promise<string> => {
      const id = await ENTITIES.sender.make(caller);
      await caller.server.query("update senders set user_id = $2 where id = $1", [id, caller.user.id]);
      return id;
    },
    unknown: () => randomUUID() as string,
  },
  connectedSender: {
    make: async (caller: Caller) => {
      const senderId = await ENTITIES.ownSender.make(caller);
      const { client } = await signedIn(caller.server, { role: "company_admin", company: caller.company });
      const accountId = await setUpLinkedIn(caller);
      await client.post(`/api/senders/${senderId}/linkedin`, { accountId });
      return senderId;
    },
    unknown: () => randomUUID() as string,
  },
  /** A lead who replied to a connected account. */
  talkingLead: {
    make: async (caller: Caller) => {
      const id = await makeLead(caller.server, caller.company.id, { provider_id: `ACoAA${unique()}` });
      await caller.server.query(
        `with account as (
            insert into linkedin_accounts (company_id, sender_id, account_id, name, owner_id, status, status_since, connected_at)
            values ($1, $2, $3, 'Frank', 'eigenaar', 'ok', now(), now()) returning id)
          insert into linkedin_conversations (company_id, account_id, lead_id, last_received_at) select $1, id, $4, now() from account`,
        [caller.company.id, await ENTITIES.sender.make(caller), unique(), id],
      );
      return id;
    },
    unknown: () => randomUUID() as string,
  },
  sentMessage: {
    make: ({ server, company }: Caller) =>
      makeQueueItem(server, company.id, { status: "SENT" }, { html_report: "<p>Rapport</p>" }),
    unknown: () => randomUUID() as string,
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
    unknown: () => randomUUID() as string,
  },
  user: {
    make: async ({ server, company }: Caller) => (await makeUser(server.platform.database, company.id)).id,
    unknown: () => randomUUID() as string,
  },
  twoStepUser: {
    make: async ({ server, company }: Caller) => {
      const user = await makeUser(server.platform.database, company.id);
      await turnOnTwoStep(server, user);
      return user.id;
    },
    unknown: () => randomUUID() as string,
  },
  uploadAddress: {
    make: async ({ server, company }: Caller) => {
      const { client } = await signedIn(server, { role: "company_admin", company });
      return (await requestUploadUrl(client)).split("/").at(-1) ?? "";
    },
    unknown: () => randomBytes(40).toString("base64url"),
  },
  apiKey: {
    make: async ({ server, company }: Caller) => (await makeApiKey(server, company.id)).id,
    unknown: () => randomUUID() as string,
  },
  webhook: {
    make: ({ server, company }: Caller) => makeWebhook(server, company.id),
    unknown: () => randomUUID() as string,
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
    unknown: () => randomUUID() as string,
  },
  syncRun: {
    make: async ({ server, company }: Caller) => {
      const rows = await server.query<{ id: string }>(
        "insert into sync_runs (company_id, status, tables) values ($1, 'succeeded', '{leads}') returning id",
        [company.id],
      );
      return rows[0]?.id ?? "";
    },
    unknown: () => randomUUID() as string,
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
    unknown: () => randomUUID() as string,
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
    unknown: () => randomUUID() as string,
  },
};
export type EntityName = keyof typeof ENTITIES;

let issuer: Promise<Issuer> | undefined;
const sharedIssuer = (): Promise<Issuer> => {
  issuer ??= startIssuer();
  return issuer;
};

/** Gives the company single sign-on that creates users. */
const setUpSso = async ({ server, company }: Caller) => {
  const { client } = await signedIn(server, { role: "company_admin", company });
  const issuer = await sharedIssuer();
  const domains = [`${company.id}.nl`];
  await client.put("/api/sso", { ...CLIENT, issuer: issuer.url, domains, ssoOnly: false, createsUsers: true });
  return { issuer, email: `${unique()}@${domains[0]}` };
};

let gateway: Promise<LinkedInTestGateway> | undefined;

/** Gives the company a LinkedIn gateway; returns the id of an account there that nobody has linked. */
const setUpLinkedIn = async ({ server, company }: Caller): Promise<string> => {
  gateway ??= startLinkedInGateway();
  const { control, url } = await gateway;
  await useGateway(server, company.id, { url });
  return String((await control("POST", "accounts", { key: gatewayKey(company.id), name: "Frank" }))["id"]);
};

const unique = () => randomBytes(5).toString("hex");

const resetLink =
  (sessionKind: "main" | "admin") =>
  async ({ server, user }: Caller): Promise<ExampleCall> => {
    const token = unique();
    await server.query(
      `insert into password_resets (token_hash, session_kind, user_id, created_at, expires_at)
        values ($1, $2, $3, now(), now() + interval '1 hour')`,
      [hashToken(token), sessionKind, user.id],
    );
    return { body: { token, password: "een-nieuw-wachtwoord" } };
  };

const emailLink = async ({ server, user }: Caller): Promise<ExampleCall> => {
  const token = unique();
  await server.query(
    `insert into email_changes (token_hash, user_id, email, created_at, expires_at)
      values ($1, $2, $3, now(), now() + interval '1 hour')`,
    [hashToken(token), user.id, `${unique()}@voorbeeld.nl`],
  );
  return { body: { token } };
};

const signInCode =
  (sessionKind: "main" | "admin") =>
  async (_owner: Caller, { server, user }: Caller): Promise<ExampleCall> => {
    const secret = await turnOnTwoStep(server, user);
    return { body: { challenge: await requestChallenge(server, user, sessionKind), code: appCode(server, secret) } };
  };
const firstCode = async (_owner: Caller, { server, user }: Caller): Promise<ExampleCall> => ({
  body: { code: appCode(server, await startTwoStep(server, user)) },
});
const passwordCheck = { currentPassword: PASSWORD };
const passwordWithTwoStep = async (_owner: Caller, { server, user }: Caller): Promise<ExampleCall> => {
  await turnOnTwoStep(server, user);
  return { body: passwordCheck };
};

const credentials = ({ user }: Caller): ExampleCall => ({ body: { username: user.username, password: PASSWORD } });
const ownAddress = ({ user }: Caller): ExampleCall => ({ body: { email: user.email } });
const picture = (): ExampleCall => ({ body: png(8, 8), contentType: "image/png" });

/** Gives the company a workflow whose webhook accepts any call: our own logout route. */
const workflowAt =
  (path: string, body: (workflowId: string, webhookUrl: string) => unknown) =>
  async ({ server, company }: Caller): Promise<ExampleCall> => {
    const [workflowId, url] = ["allocate-leads", `${server.url}${path}`];
    await server.query("update companies set workflow_urls = $1 where id = $2", [{ [workflowId]: url }, company.id]);
    return { body: body(workflowId, url) };
  };

type RouteExamples = { readonly [F in FeatureName]: { readonly [Name in keyof (typeof routes)[F]]: RouteExample } };

/** One example for every route. A route without one does not compile, and fails every-route.test.ts. */
export const routeExamples: RouteExamples = {
  airtable: {
    sync: {
      call: async ({ server, company }) => {
        await server.query(
          "update companies set airtable_base_id = 'appProefProefProe', airtable_token_encrypted = 'x' where id = $1",
          [company.id],
        );
        return { body: {} };
      },
    },
    run: { ids: { runId: "syncRun" } },
    status: {},
    retry: { ids: { recordId: "parkedRecord" }, call: () => ({ params: { table: "leads" } }) },
    retryErasures: {},
    choose: { ids: { id: "conflict" }, call: () => ({ body: { choice: "theirs" } }) },
    conflicts: {},
    chooseSeveral: {
      call: async (owner) => ({
        body: { choice: "theirs", conflicts: [{ id: await ENTITIES.conflict.make(owner), version: "oud" }] },
      }),
    },
    history: { ids: { recordId: "parkedRecord" }, call: () => ({ params: { table: "leads" } }) },
    pause: { call: () => ({ body: { reason: "Verhuizing" } }) },
    resume: {
      call: async ({ server, company }) => {
        await server.query(
          `insert into sync_states (company_id, paused_at, paused_by, pause_reason) values ($1, now(), 'Anna', 'Verhuizing')
            on conflict (company_id) do update set paused_at = now(), paused_by = 'Anna', pause_reason = 'Verhuizing'`,
          [company.id],
        );
        return {};
      },
    },
    changeSettings: {
      call: async ({ server, company }) => {
        await server.query("insert into sync_states (company_id) values ($1) on conflict do nothing", [company.id]);
        return { body: { monthlyBudget: 50_000 } };
      },
    },
    notify: {
      call: async ({ server, company }) => {
        const secret = randomBytes(32).toString("base64");
        const encrypted = server.platform.secrets.encrypt(secret, `company:${company.id}:airtable-webhook`);
        await server.query(
          `insert into sync_states (company_id, feed_id, feed_secret_encrypted) values ($1, 'ach1', $2)
            on conflict (company_id) do update set feed_id = 'ach1', feed_secret_encrypted = $2`,
          [company.id, encrypted],
        );
        const body = { base: { id: "app1" }, webhook: { id: "ach1" }, timestamp: "2026-11-16T12:00:00.000Z" };
        const mac = createHmac("sha256", Buffer.from(secret, "base64")).update(JSON.stringify(body)).digest("hex");
        const headers = { "x-airtable-content-mac": `hmac-sha256=${mac}` };
        return { params: { companyId: company.id }, body, headers };
      },
    },
    chooseDeletions: {
      call: async ({ server, company }) => {
        await server.query(
          `with held as (
            insert into sync_tables (company_id, table_name, deletions_held_since) values ($1, 'leads', now())
            on conflict (company_id, table_name) do update set deletions_held_since = now()
          ), record as (
            insert into airtable_records (company_id, table_name, local_id, record_id)
            values ($1, 'leads', gen_random_uuid(), gen_random_uuid()) returning record_id)
          insert into airtable_deletions (company_id, table_name, record_id) select $1, 'leads', record_id from record`,
          [company.id],
        );
        const [held] = await server.query<{ count: number }>(
          "select count(*)::int from airtable_deletions where company_id = $1 and not confirmed",
          [company.id],
        );
        return { params: { table: "leads" }, body: { choice: "delete", count: held?.count } };
      },
    },
    health: {},
  },
  // Without a connection these answer with the problem.
  airtableConnection: {
    connection: {},
    changeConnection: { call: () => ({ body: { airtableFormUrl: "https://airtable.com/embed/app1/form" } }) },
    test: { call: () => ({ body: {} }) },
    bases: { call: () => ({ body: {} }) },
    mapping: {},
    saveMapping: { call: () => ({ body: { tables: [] } }) },
    propose: { call: () => ({ body: { table: "leads", tableId: "tbl1" } }) },
    createField: { call: () => ({ body: { table: "leads", tableId: "tbl1", field: "title" } }) },
    createTable: { call: () => ({ body: { table: "leads" } }) },
    adminBases: { call: () => ({ body: {} }) },
    adminMapping: { ids: { id: "company" } },
    adminSaveMapping: { ids: { id: "company" }, call: () => ({ body: { tables: [] } }) },
    adminPropose: { ids: { id: "company" }, call: () => ({ body: { table: "leads", tableId: "tbl1" } }) },
    adminCreateField: {
      ids: { id: "company" },
      call: () => ({ body: { table: "leads", tableId: "tbl1", field: "title" } }),
    },
    adminCreateTable: { ids: { id: "company" }, call: () => ({ body: { table: "leads" } }) },
  },
  apiKeys: {
    list: {},
    create: { call: () => ({ body: { name: "n8n", scope: "read", expiresInDays: "30" } }) },
    revoke: { ids: { id: "apiKey" } },
  },
  audit: { list: {}, filterOptions: {}, companyLog: {}, companyFilterOptions: {} },
  auth: {
    login: { call: credentials },
    logout: {},
    currentUser: {},
    currentCompany: {},
    forgotPassword: { call: ownAddress },
    resetPassword: { call: resetLink("main") },
    confirmEmail: { call: emailLink },
    updateProfile: {
      call: ({ user }) => ({ body: { firstName: "Anna", lastName: "Jansen", email: user.email } }),
    },
    changePassword: { call: () => ({ body: { currentPassword: PASSWORD, newPassword: "een-nieuw-wachtwoord" } }) },
    putPicture: { call: picture },
    deletePicture: {},
    listSessions: {},
    endSession: { ids: { id: "session" } },
    endSessions: {},
    adminLogin: { call: credentials },
    adminLogout: {},
    adminUser: {},
    adminForgotPassword: { call: ownAddress },
    adminResetPassword: { call: resetLink("admin") },
  },
  companies: {
    stats: {},
    overview: {},
    list: {},
    create: { call: () => ({ body: { name: `Bedrijf ${unique()}` } }) },
    update: { ids: { id: "company" }, call: () => ({ body: { city: "Zwolle" } }) },
    remove: { ids: { id: "company" } },
    listDeleted: {},
    restore: { ids: { id: "deletedCompany" } },
    testConnection: { call: () => ({ body: {} }) },
    own: { ids: { id: "company" } },
    updateOwn: { ids: { id: "company" }, call: () => ({ body: { city: "Zwolle" } }) },
  },
  invitations: { accepted: {}, exportAccepted: {}, counts: {}, connectedWith: {} },
  leadImports: {
    recent: {},
    upload: { call: () => ({ query: { fileName: "leads.csv" }, body: "naam\nAnna", contentType: "text/csv" }) },
    one: { ids: { id: "leadImport" } },
    preview: { ids: { id: "leadImport" }, call: () => ({ body: { mapping: { fullName: 0 } } }) },
    start: { ids: { id: "leadImport" }, call: () => ({ body: { mapping: { fullName: 0 } } }) },
    stop: { ids: { id: "startedImport" } },
    skippedRows: { ids: { id: "leadImport" } },
    skippedRowsFile: { ids: { id: "leadImport" } },
    discard: { ids: { id: "leadImport" } },
  },
  leadDetails: {
    notes: { ids: { id: "lead" } },
    addNote: { ids: { id: "lead" }, call: () => ({ body: { text: "Belt liever na vieren." } }) },
    changeNote: { call: async (owner) => ({ params: await makeNote(owner), body: { text: "Anders" } }) },
    removeNote: { call: async (owner) => ({ params: await makeNote(owner) }) },
    tags: { ids: { id: "lead" } },
    setTags: { ids: { id: "lead" }, call: () => ({ body: { tags: ["Beurs"] } }) },
    texts: { ids: { id: "lead" } },
    duplicates: { ids: { id: "lead" } },
    merge: {
      ids: { id: "lead" },
      call: async ({ server, company }) => ({ body: { duplicateId: await makeLead(server, company.id) } }),
    },
  },
  leadViews: {
    list: {},
    create: { call: () => ({ body: { name: "Hot", isShared: false, settings: { classification: "HOT" } } }) },
    change: { ids: { id: "leadView" }, call: () => ({ body: { name: "Heet" } }) },
    remove: { ids: { id: "leadView" } },
  },
  leads: {
    all: {},
    total: {},
    ids: {},
    filterOptions: {},
    rated: { call: () => ({ query: { startDate: "2026-11-13", endDate: "2026-11-14" } }) },
    hot: {},
    search: { call: () => ({ query: { q: "lead" } }) },
    exportAll: {},
    exportRated: { call: () => ({ query: { startDate: "2026-11-13", endDate: "2026-11-14" } }) },
    exportHot: {},
    exportSearch: { call: () => ({ query: { q: "lead" } }) },
    deleted: {},
    settings: {},
    add: { call: () => ({ body: { fullName: "Anna de Vries" } }) },
    one: { ids: { id: "lead" } },
    report: { ids: { id: "lead" } },
    timeline: { ids: { id: "lead" } },
    classify: { ids: { leadId: "lead" }, call: () => ({ body: { classification: "HOT" } }) },
    edit: { ids: { id: "lead" }, call: () => ({ body: { title: "Directeur" } }) },
    classifyMany: {
      call: async ({ server, company }) => ({
        body: { ids: [await makeLead(server, company.id)], classification: "HOT" },
      }),
    },
    tagMany: {
      call: async ({ server, company }) => ({ body: { ids: [await makeLead(server, company.id)], tag: "Beurs" } }),
    },
    changeOwnerOfMany: {
      call: async ({ server, company }) => ({
        body: { ids: [await makeLead(server, company.id)], contractOwner: "Frank" },
      }),
    },
    exportPerson: { ids: { id: "lead" } },
    erase: { ids: { id: "lead" } },
    restore: { ids: { id: "deletedLead" } },
  },
  linkedIn: {
    settings: {},
    changeSettings: { call: () => ({ body: { deliveryChannel: "airtable" } }) },
    testGateway: { call: () => ({ body: {} }) },
    unlinked: {},
    connect: {
      ids: { id: "ownSender" },
      call: async (owner) => {
        await setUpLinkedIn(owner);
        return { body: {} };
      },
    },
    disconnect: { ids: { id: "connectedSender" } },
    connected: {
      call: async (owner) => {
        const accountId = await setUpLinkedIn(owner);
        const token = unique();
        await owner.server.query(
          `insert into linkedin_connections (token_hash, company_id, sender_id, expires_at)
            values ($1, $2, $3, now() + interval '1 hour')`,
          [hashToken(token), owner.company.id, await ENTITIES.sender.make(owner)],
        );
        return { params: { token }, body: { account_id: accountId } };
      },
    },
    invite: { call: () => ({ body: { leadIds: [randomUUID()] } }) },
    holdInvitations: { call: () => ({ body: { leadIds: [randomUUID()], isOnHold: true } }) },
    inbox: {},
    inboxCount: {},
    conversation: { ids: { id: "lead" } },
    answer: { ids: { id: "talkingLead" }, call: () => ({ body: { text: "Dank!" } }) },
    react: { ids: { id: "talkingLead" }, call: () => ({ body: { sentiment: "interested" } }) },
    events: {
      call: async ({ server, company }) => {
        const token = unique();
        await server.query(
          `insert into linkedin_hooks (company_id, token_hash, gateway, hook_ids, created_at)
            values ($1, $2, 'gateway', '{}', now()) on conflict (company_id) do update set token_hash = excluded.token_hash`,
          [company.id, hashToken(token)],
        );
        return { bearer: token, body: {} };
      },
    },
  },
  logo: {
    startLogoUpload: {},
    uploadLogo: { ids: { token: "uploadAddress" }, call: picture },
    setLogo: {
      ids: { id: "company" },
      call: async ({ server, company }) => {
        const { client } = await signedIn(server, { role: "company_admin", company });
        const logoURL = await requestUploadUrl(client);
        await uploadLogo(client, logoURL, png(8, 8));
        return { body: { logoURL } };
      },
    },
  },
  meetings: {
    list: {},
    add: { call: () => ({ body: { meetingName: "Kennismaking" } }) },
    stats: {},
    owners: {},
    report: { ids: { id: "meeting" } },
    change: { ids: { id: "meeting" }, call: () => ({ body: { status: "PRIVE" } }) },
  },
  messages: {
    list: {},
    followup: {},
    flows: { call: () => ({ query: { type: "icebreaker" } }) },
    stats: {},
    dashboardStats: {},
    report: { ids: { id: "message" } },
    sendPreview: { ids: { id: "message" } },
    versions: { ids: { id: "message" } },
    change: {
      ids: { id: "message" },
      call: () => ({ body: { status: "rewritten", feedback: "Ice Breaker: korter" } }),
    },
    edit: { ids: { id: "message" }, call: () => ({ body: { editedContent: { "Bericht 1": "Anders" } } }) },
    send: { ids: { id: "message" } },
    rerun: { ids: { id: "message" } },
    cancelAllOfLead: { ids: { providerId: "personWithMessage" } },
    classify: { ids: { providerId: "personWithMessage" }, call: () => ({ body: { classification: "HOT" } }) },
    undo: { ids: { id: "approvedMessage" } },
    batch: {
      call: async ({ server, company }) => ({
        body: { action: "cancel", ids: [(await makeMessage(server, company.id)).id] },
      }),
    },
  },
  overview: { counts: {}, today: {} },
  tasks: {
    list: {},
    create: { call: () => ({ body: { text: "Offerte sturen", dueOn: "2026-11-20", ownerId: null } }) },
    change: { ids: { id: "task" }, call: () => ({ body: { isDone: true } }) },
    remove: { ids: { id: "task" } },
  },
  prompts: {
    list: {},
    managers: {},
    change: { ids: { id: "prompt" }, call: () => ({ body: { prompt: "Schrijf langer." } }) },
    setPurpose: { ids: { id: "prompt" }, call: () => ({ body: { purpose: "reply" } }) },
    versions: { ids: { id: "prompt" } },
    version: { ids: { id: "prompt" }, call: () => ({ params: { number: "1" } }) },
    restore: { ids: { id: "prompt" }, call: () => ({ params: { number: "1" }, body: {} }) },
  },
  queue: {
    queued: {},
    queuedToo: {},
    queuedFlows: {},
    channelSwitch: {},
    cancel: { ids: { id: "queuedMessage" } },
    change: { ids: { id: "queuedMessage" }, call: () => ({ body: { text: "Anders." } }) },
    sendNow: { ids: { id: "queuedMessage" } },
    retryAll: {
      call: async ({ server, company }) => ({
        body: { ids: [await makeQueueItem(server, company.id, { status: "ERROR" })] },
      }),
    },
    retry: { ids: { id: "failedMessage" } },
    pause: { ids: { leadId: "waitingLead" } },
    resume: { ids: { leadId: "pausedLead" } },
    queuedReport: { ids: { id: "queuedMessage" } },
    sent: {},
    sentFlows: {},
    sentReport: { ids: { id: "sentMessage" } },
  },
  undo: { perform: { ids: { token: "undoToken" } } },
  senders: {
    list: {},
    update: { ids: { id: "sender" }, call: () => ({ body: { register: "u" } }) },
    merge: {
      ids: { id: "sender" },
      call: async (owner) => ({ body: { into: await ENTITIES.sender.make(owner) } }),
    },
    simulation: { ids: { id: "sender" } },
    preview: { ids: { id: "sender" }, call: () => ({ body: { days: 7 } }) },
  },
  settings: { read: {}, update: { call: () => ({ body: { adminTwoStepRequired: false } }) } },
  sso: {
    start: { call: async (owner) => ({ body: { email: (await setUpSso(owner)).email } }) },
    finish: {
      call: async (owner) => {
        const { email, issuer } = await setUpSso(owner);
        const { body } = await owner.server.client().post("/api/sso/start", { email });
        issuer.person = { email };
        return { body: { browserToken: body["browserToken"], query: await issuer.signIn(String(body["url"])) } };
      },
    },
    read: {},
    save: {
      call: async ({ company }) => ({
        body: {
          ...CLIENT,
          issuer: (await sharedIssuer()).url,
          domains: [`${company.id}.nl`],
          ssoOnly: false,
          createsUsers: true,
        },
      }),
    },
    remove: {},
  },
  statistics: {
    invitations: {},
    invitedPerDay: { call: () => ({ query: { month: "10", year: "2026" } }) },
    acceptedPerDay: {},
    invitedPerHour: {},
    messages: {},
    sentPerDay: {},
    results: { call: () => ({ query: { days: "7" } }) },
  },
  system: {
    alive: {},
    ready: {},
    metrics: { call: ({ server }) => ({ bearer: server.platform.config.metricsToken }) },
    version: {},
    events: {},
    docs: {},
    openapi: {},
    object: {
      call: async ({ server }) => {
        const key = `pictures/${unique()}.png`;
        await server.platform.storage.put(key, png(8, 8), { contentType: "image/png" });
        return { params: { key } };
      },
    },
  },
  twoStep: {
    status: {},
    start: { call: () => ({ body: passwordCheck }) },
    confirm: { call: firstCode },
    renewCodes: { call: passwordWithTwoStep },
    turnOff: { call: passwordWithTwoStep },
    adminStatus: {},
    adminStart: { call: () => ({ body: passwordCheck }) },
    adminConfirm: { call: firstCode },
    adminRenewCodes: { call: passwordWithTwoStep },
    adminTurnOff: { call: passwordWithTwoStep },
    signIn: { call: signInCode("main") },
    adminSignIn: { call: signInCode("admin") },
    reset: { ids: { id: "twoStepUser" } },
  },
  users: {
    list: {},
    create: {
      call: ({ company }) => ({
        body: {
          username: `nieuw-${unique()}`,
          firstName: "Anna",
          lastName: "Jansen",
          password: PASSWORD,
          companyId: company.id,
        },
      }),
    },
    update: { ids: { id: "user" }, call: () => ({ body: { firstName: "Bea" } }) },
    remove: { ids: { id: "user" } },
    invite: { ids: { id: "user" } },
    endSessions: { ids: { id: "user" } },
    endColleagueSessions: { ids: { id: "user" } },
    colleagues: { queryIds: { companyId: "company" } },
    updateColleague: { ids: { id: "user" }, call: () => ({ body: { firstName: "Bea" } }) },
  },
  webhooks: {
    list: {},
    create: { call: ({ server }) => ({ body: { url: `${server.url}/hook`, events: ["message.sent"] } }) },
    update: { ids: { id: "webhook" }, call: () => ({ body: { isActive: false } }) },
    remove: { ids: { id: "webhook" } },
    deliveries: { ids: { id: "webhook" } },
    test: { ids: { id: "webhook" } },
    resend: { ids: { id: "webhookDelivery" } },
  },
  workbench: {
    tryPrompt: {
      ids: { id: "prompt" },
      call: async ({ server, company }) => ({
        body: { prompt: "Schrijf langer.", leadId: await makeLead(server, company.id) },
      }),
    },
    testLeads: {},
    testPrompt: { ids: { id: "prompt" }, call: () => ({ body: { prompt: "Schrijf langer.", n: 1 } }) },
    feedback: { ids: { id: "prompt" } },
    experiment: { ids: { id: "prompt" } },
    startExperiment: { ids: { id: "editedPrompt" }, call: () => ({ body: { otherVersion: 1, share: 50 } }) },
    stopExperiment: { ids: { id: "prompt" } },
  },
  workflows: {
    list: {},
    stats: {},
    queueCount: {},
    readyToSend: {},
    personToday: {},
    personQueue: {},
    personHold: {},
    personAccepted: {},
    trigger: {
      call: workflowAt("/api/logout", (workflowId, webhookUrl) => ({
        workflowId,
        webhookUrl,
        data: {
          triggered_by: "dashboard",
          trigger_time: "2026-11-14T09:30:00.000Z",
          workflow_name: "Allocate Leads",
        },
      })),
    },
    runBuiltIn: {
      call: async (owner) => {
        await ENTITIES.connectedSender.make(owner);
        await owner.server.query("update companies set workflow_urls = '{}' where id = $1", [owner.company.id]);
        return { body: { workflowId: "allocate-leads" } };
      },
    },
    openForm: { call: workflowAt("/form/", (workflowId) => ({ workflowId })) },
  },
  writer: {
    progress: {},
    requestDrafts: {
      call: async ({ server, company }, caller) => {
        await server.query("update companies set writer = 'builtin' where id = $1", [caller.company.id]);
        return { body: { leadIds: [await makeLead(server, company.id)] } };
      },
    },
    requestRatings: {
      call: async ({ server, company }, caller) => {
        await server.query("update companies set writer = 'builtin' where id = $1", [caller.company.id]);
        return { body: { leadIds: [await makeLead(server, company.id)] } };
      },
    },
    rating: { ids: { id: "ratedLead" } },
    decideRating: { ids: { id: "ratedLead" }, call: () => ({ body: { decision: "accepted" } }) },
    addTranscript: {
      ids: { id: "summarizedMeeting" },
      call: () => ({ body: { transcript: "Anna: goedemorgen. Bram: goedemorgen, fijn dat je er bent." } }),
    },
    summary: { ids: { id: "summarizedMeeting" } },
    decideSummary: { ids: { id: "summarizedMeeting" }, call: () => ({ body: { decision: "accepted" } }) },
    proposeReply: { ids: { id: "lead" } },
    stop: {},
    strikeFact: { ids: { id: "writtenMessage" }, call: () => ({ params: { n: "1" } }) },
    settings: {},
    changeSettings: { call: () => ({ body: { aiDailyDrafts: 5 } }) },
    testModel: { call: () => ({ body: {} }) },
  },
};
