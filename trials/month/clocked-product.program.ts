import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { readConfig } from "#platform/config.ts";
import { createLog } from "#platform/log.ts";
import { createJobHandlers } from "#server/all-jobs.ts";
import { buildApp } from "#server/app.ts";
import { openPlatform } from "#server/open-platform.ts";

// The product, web and worker in one process, with a clock that the trial moves. The job queue keeps the real time: the trial
// enqueues the scheduled jobs itself.

// As in src/server/main.ts: the trial compares memory.
setFlagsFromString("--heap-growing-percent=50");

let offset = 0;
const clock = { now: () => new Date(Date.now() + offset), sleep: (milliseconds: number) => sleep(milliseconds) };

process.on("message", ({ now }: { now: string }) => {
  offset = Date.parse(now) - Date.now();
  process.send?.({ now });
});
process.once("disconnect", () => process.exit(0));

const config = readConfig(process.env);
const log = createLog(config.logLevel);
const { platform, close } = await openPlatform(config, config.databaseUrl ?? "", log, { clock });
await platform.jobs.startWorker(createJobHandlers(platform));
const app = await buildApp(platform);
await app.listen({ host: config.host, port: config.port });
process.once("SIGTERM", () => void Promise.all([app.close(), close()]).then(() => process.exit(0)));
process.send?.({ ready: true, url: config.publicUrl.href });
