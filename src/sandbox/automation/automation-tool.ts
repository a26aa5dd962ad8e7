import type { Workspace } from "../airtable/workspace.ts";
import type { Clock } from "../clock.ts";
import { DEMO_BASES } from "../demo-bases.ts";
import type { World } from "../part.ts";
import { type CallLog, createCallLog } from "./call-log.ts";
import { createDeliveries, type Deliveries } from "./deliveries.ts";
import { createWorker, type Worker } from "./worker.ts";
import { WORKFLOWS } from "./workflows.ts";

type Settings = { secret: string; delivery: "accept" | "refuse" };

/** Signs what the demo sends to its own automation. It opens nothing else. */
const DEMO_SECRET = "sandbox-automatisering-geheim-2026";
const DEFAULTS: Settings = { secret: DEMO_SECRET, delivery: "accept" };

export type AutomationTool = {
  clock: Clock;
  settings: Settings;
  calls: CallLog;
  deliveries: Deliveries;
  worker: Worker;
  /** What the workflow does in a base, a little later; nothing when it is about none. */
  startWorkflow(name: string, baseId: string | undefined): void;
  start(): Promise<void>;
  stop(): void;
  reset(): Promise<void>;
};

export function createAutomationTool({ environment, clock }: World, workspace: Workspace): AutomationTool {
  const demoIds = DEMO_BASES.map(({ baseId }) => baseId);
  const worker = createWorker(workspace, environment.dataDir, demoIds);
  const settings = { ...DEFAULTS };
  const calls = createCallLog();
  const deliveries = createDeliveries(environment.dataDir);
  const timers = new Set<NodeJS.Timeout>();
  const dropTimers = () => {
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
  };

  return {
    clock,
    settings,
    calls,
    deliveries,
    worker,
    startWorkflow: (name, baseId = "") => {
      const work = WORKFLOWS[name];
      if (!work) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        const base = workspace.bases.find(baseId);
        if (base) workspace.write(base, "publicApi", work);
      }, worker.settings.delayMs);
      timers.add(timer);
    },
    start: async () => {
      await deliveries.load();
      await worker.start();
    },
    stop: () => {
      worker.stop();
      dropTimers();
    },
    reset: async () => {
      dropTimers();
      worker.reset();
      calls.clear();
      Object.assign(settings, DEFAULTS);
      await deliveries.clear();
    },
  };
}
