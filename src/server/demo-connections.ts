import { z } from "zod";
import { workflowId } from "#contract/workflows.ts";
import type { Platform } from "#platform/platform.ts";
import { syncJob } from "#server/features/airtable/runs/job-definitions.ts";
import { sealAirtableToken, sealDeliverySecret } from "#server/features/companies/connections.service.ts";
import { connectDemoCompany } from "./demo.queries.ts";

type DemoDeps = Pick<Platform, "config" | "database" | "jobs" | "log" | "secrets">;

const sandboxDescription = z.object({
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

const describeSandbox = async (url: string): Promise<z.infer<typeof sandboxDescription>> => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  return sandboxDescription.parse(await answer.json());
};

const connectCompanies = async (needs: DemoDeps, sandboxUrl: string): Promise<void> => {
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

/** Connects the demo companies once to their bases in the sandbox, and starts their first sync run. */
export const connectDemoCompanies = async (needs: DemoDeps): Promise<void> => {
  const { sandboxUrl } = needs.config;
  if (!sandboxUrl) return;
  try {
    await connectCompanies(needs, sandboxUrl);
  } catch (error) {
    needs.log.warn({ err: error }, "the demo companies could not be connected to the sandbox");
  }
};
