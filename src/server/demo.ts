import { z } from "zod";
import type { Role } from "#contract/roles.ts";
import { workflowId } from "#contract/workflows.ts";
import { transaction } from "#platform/database/scope.ts";
import { hashPassword } from "#platform/passwords.ts";
import type { Platform } from "#platform/platform.ts";
import { syncJob } from "#server/features/airtable/runs/job-definitions.ts";
import {
  encryptAiKey,
  encryptAirtableToken,
  encryptDeliverySecret,
  encryptUnipileKey,
} from "#server/features/companies/connections.service.ts";
import { linkAccountsByName } from "#server/features/linkedin/accounts/connect-account.service.ts";
import { connectDemoCompany, insertDemoCompany, insertDemoUser, lockAndCheckEmpty } from "./demo.queries.ts";
import { enqueueDemoHistory } from "./demo-history.jobs.ts";

export const DEMO_PASSWORD = "welkom123";

interface DemoUser {
  username: string;
  firstName: string;
  lastName: string;
  role: Role;
}

interface DemoCompany {
  name: string;
  address: string;
  zipCode: string;
  city: string;
  vatNumber: string;
  domain: string;
  subscriptionTier: "basic" | "professional" | "enterprise";
  users: DemoUser[];
}

const COMPANIES: DemoCompany[] = [
  {
    name: "Noorderlicht Sales B.V.",
    address: "Herestraat 48",
    zipCode: "9711 LJ",
    city: "Groningen",
    vatNumber: "NL861234567B01",
    domain: "noorderlicht-sales.nl",
    subscriptionTier: "professional",
    users: [
      { username: "gebruiker", firstName: "Sanne", lastName: "de Vries", role: "user" },
      { username: "accountmanager", firstName: "Frank", lastName: "Hoekstra", role: "account_manager" },
      { username: "bedrijfsadmin", firstName: "Marieke", lastName: "Bosma", role: "company_admin" },
      { username: "superadmin", firstName: "Jeroen", lastName: "Postma", role: "super_admin" },
    ],
  },
  {
    name: "Zuiderzee Consulting B.V.",
    address: "Westerdijk 12",
    zipCode: "1621 LE",
    city: "Hoorn",
    vatNumber: "NL859876543B01",
    domain: "zuiderzee-consulting.nl",
    subscriptionTier: "basic",
    users: [
      { username: "gebruiker2", firstName: "Daan", lastName: "Visser", role: "user" },
      { username: "accountmanager2", firstName: "Lotte", lastName: "Smit", role: "account_manager" },
      { username: "bedrijfsadmin2", firstName: "Bram", lastName: "Schouten", role: "company_admin" },
    ],
  },
];

/** Creates the demo companies and accounts on a platform without any. Never in production. */
export const loadDemo = async ({ database }: Pick<Platform, "database">): Promise<void> => {
  const scope = { db: database.platform };
  if (!(await lockAndCheckEmpty(scope))) return;
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  await transaction(scope, async (scope) => {
    if (!(await lockAndCheckEmpty(scope))) return;
    for (const { users, domain, ...company } of COMPANIES) {
      const companyId = await insertDemoCompany(scope, { ...company, adminEmail: `administratie@${domain}` });
      for (const user of users) {
        await insertDemoUser(scope, { ...user, companyId, email: `${user.username}@${domain}`, passwordHash });
      }
    }
  });
};

const sandboxDescription = z.object({
  bases: z.array(z.object({ company: z.string(), baseId: z.string(), token: z.string() })),
  airtable: z.object({ forms: z.record(z.string(), z.string()) }).optional(),
  ai: z.object({ url: z.string(), apiKey: z.string(), model: z.string() }).optional(),
  linkedin: z.object({ url: z.string(), apiKey: z.string() }).optional(),
  automation: z
    .object({
      workflows: z.record(z.string(), z.partialRecord(workflowId, z.string())),
      delivery: z.object({ secret: z.string() }),
    })
    .optional(),
});

const TIMEOUT_MS = 10_000;

const describeSandbox = async (url: string): Promise<z.infer<typeof sandboxDescription>> => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  return sandboxDescription.parse(await answer.json());
};

/** LinkedIn sends the messages: the automation of the base would send them a second time. */
const stopSendingByAutomation = async (sandboxUrl: string, baseId: string): Promise<void> => {
  const answer = await fetch(new URL(`/_control/automation/bases/${baseId}`, sandboxUrl), {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ sends: false }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`the sandbox answered with ${answer.status}`);
};

const connectCompanies = async (platform: Platform, sandboxUrl: string): Promise<void> => {
  const { database, jobs, log, secrets } = platform;
  const { bases, airtable, automation, ai, linkedin } = await describeSandbox(sandboxUrl);
  for (const [index, { company, baseId, token }] of bases.entries()) {
    // The first company shows the built-in writer and LinkedIn; the second keeps its own automation for both.
    const model = index === 0 ? ai : undefined;
    const gateway = index === 0 ? linkedin : undefined;
    const connectionOf = (id: string) => ({
      baseId,
      tokenEncrypted: encryptAirtableToken(secrets, id, token),
      formUrl: airtable?.forms[baseId] ?? null,
      workflowUrls: automation?.workflows[baseId] ?? {},
      secretEncrypted: automation ? encryptDeliverySecret(secrets, id, automation.delivery.secret) : null,
      model: model
        ? { url: model.url, name: model.model, keyEncrypted: encryptAiKey(secrets, id, model.apiKey) }
        : null,
      gateway: gateway ? { url: gateway.url, keyEncrypted: encryptUnipileKey(secrets, id, gateway.apiKey) } : null,
    });
    // If the sandbox does not answer, the next start connects this company: one that is connected is left as it is.
    const companyId = await transaction({ db: database.platform }, async (scope) => {
      const connected = await connectDemoCompany(scope, company, connectionOf);
      if (connected && gateway) await stopSendingByAutomation(sandboxUrl, baseId);
      return connected;
    });
    if (!companyId) continue;
    if (gateway) await linkAccountsByName(platform, companyId);
    log.info({ company }, "the demo company is connected to the sandbox; its first synchronisation begins");
    await jobs.enqueue(database.platform, syncJob, { companyId });
    await enqueueDemoHistory(platform, companyId);
  }
};

/** Connects the demo companies once to their bases in the sandbox, and starts their first sync run. */
export const connectDemoCompanies = async (platform: Platform): Promise<void> => {
  const { sandboxUrl, connectsDemo } = platform.config;
  if (!sandboxUrl || !connectsDemo) return;
  try {
    await connectCompanies(platform, sandboxUrl);
  } catch (error) {
    platform.log.warn({ err: error }, "the demo companies could not be connected to the sandbox");
  }
};
