import { randomUUID } from "node:crypto";
import { hashToken } from "#platform/sessions.ts";
import { makeLead } from "../factories.ts";
import { unique } from "./caller.ts";
import { ENTITIES, setUpLinkedIn } from "./entities.ts";
import type { ExamplesOf } from "./route-example.ts";

export const LINKEDIN_AND_WRITER_EXAMPLES: ExamplesOf<"linkedIn" | "workbench" | "writer"> = {
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
          `insert into linkedin_connection_attempts (token_hash, company_id, sender_id, expires_at)
            values ($1, $2, $3, now() + interval '1 hour')`,
          [hashToken(token), owner.company.id, await ENTITIES.sender.make(owner)],
        );
        return { params: { token }, body: { account_id: accountId } };
      },
    },
    invite: { call: () => ({ body: { leadIds: [randomUUID()] } }) },
    invitations: {},
    withdrawInvitation: { ids: { id: "openInvitation" } },
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
  workbench: {
    tryPrompt: {
      ids: { id: "prompt" },
      call: async ({ server, company }) => ({
        body: { prompt: "Schrijf langer.", leadId: await makeLead(server, company.id) },
      }),
    },
    testLeads: {},
    testPrompt: { ids: { id: "prompt" }, call: () => ({ body: { prompt: "Schrijf langer.", n: 1 } }) },
    testNewPrompt: {
      call: () => ({ body: { prompt: "Schrijf langer.", purpose: "icebreaker", accountManager: null, n: 1 } }),
    },
    testResults: {},
    feedback: { ids: { id: "prompt" } },
    experiment: { ids: { id: "prompt" } },
    startExperiment: { ids: { id: "editedPrompt" }, call: () => ({ body: { otherVersion: 1, share: 50 } }) },
    stopExperiment: { ids: { id: "prompt" } },
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
    usage: { ids: { id: "company" } },
    testModel: { call: () => ({ body: {} }) },
  },
};
