import { type BoundJob, bindJob } from "#platform/jobs.ts";
import { forgetImports } from "./imports.ts";
import { forgetImportsJob, importJob } from "./job-definitions.ts";
import { type ImportPlatform, runImport } from "./run-import.ts";

export const leadImportsJobs = (platform: ImportPlatform): BoundJob[] => [
  bindJob(importJob, (payload, signal) => runImport(platform, payload, signal)),
  bindJob(forgetImportsJob, ({ companyId }) =>
    forgetImports(platform, {
      db: platform.database.tenant(companyId),
      companyId,
      actor: { id: "import", name: "Import", role: "user" },
    }),
  ),
];
