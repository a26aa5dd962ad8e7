import { z } from "zod";
import { workflowId } from "#contract/workflows.ts";
import type { Platform } from "#platform/platform.ts";
import { syncJob } from "#server/features/airtable/runs/job-definitions.ts";
import { sealAirtableToken } from "#server/features/companies/airtable-access.service.ts";
import { sealDeliverySecret } from "#server/features/companies/delivery-access.service.ts";
import { connectDemoCompany } from "./demo.queries.ts";

type Needs = Pick<Platform, "config" | "database" | "jobs" | "log" | "secrets">;

const description = z.object({
  bases: z.array(z.object({ company: z.string(), baseId: z.string(), token: z.string() })),
  airtable: z.object({ forms: z.record(z.string(), z.string()) }).optional(),
  automation: z
    .object({
      workflows: z.record(z.string(), z.partialRecord(workflowId, z.string())),
      delivery: z.object({ secret: z.string() }),
    })
    .optional(),
});

const TIMEOUT_MS = 10_000;

const describeSandbox = async (url: string): Promise<z.infer<typeof description>> => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  return description.parse(await answer.json());
};

const connect = async (needs: Needs, sandboxUrl: string): Promise<void> => {
  const { database, jobs, log, secrets } = needs;
  const { bases, airtable, automation } = await describeSandbox(sandboxUrl);
  for (const { company, baseId, token } of bases) {
    const companyId = await connectDemoCompany({ db: database.platform }, company, (id) => ({
      baseId,
      tokenSealed: sealAirtableToken(secrets, id, token),
      formUrl: airtable?.forms[baseId] ?? null,
      workflowUrls: automation?.workflows[baseId] ?? {},
      secretSealed: automation ? sealDeliverySecret(secrets, id, automation.delivery.secret) : null,
    }));
    if (!companyId) continue;
    log.info({ company }, "the demo company is connected to the sandbox; its first synchronisation begins");
    await jobs.enqueue(database.platform, syncJob, { companyId });
  }
};

/** Gives the demo companies their bases in the sandbox, once, and starts their first synchronisation. */
export const connectDemo = async (needs: Needs): Promise<void> => {
  const { sandboxUrl } = needs.config;
  if (!sandboxUrl) return;
  try {
    await connect(needs, sandboxUrl);
  } catch (error) {
    needs.log.warn({ err: error }, "the demo companies could not be connected to the sandbox");
  }
};
