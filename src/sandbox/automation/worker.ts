import { z } from "zod";
import type { Base } from "../airtable/model/base.ts";
import type { Workspace } from "../airtable/workspace.ts";
import { openStateFile } from "../state-file.ts";
import { findPendingWork, type PendingWork, type SendOutcome } from "./pending-work.ts";

const TICK_MS = 500;
const MAX_REMEMBERED = 5_000;

export type WorkerSettings = { delayMs: number; sendOutcome: SendOutcome };

const DEFAULTS: WorkerSettings = { delayMs: 3_000, sendOutcome: "SENT" };

const savedSchema = z.object({
  answered: z.array(z.string()),
  since: z.record(z.string(), z.number().nullable()),
  withoutSending: z.array(z.string()).default([]),
});

/** Simulates an automation tool: handles the requests that it finds in the watched bases after a delay. */
export type Worker = {
  settings: WorkerSettings;
  bases(): Record<string, boolean>;
  /** Starts or stops watching this base. */
  watch(baseId: string, isOn: boolean): void;
  /** Whether it sends messages too. Where another channel sends them, it would be a second sender. */
  setSending(baseId: string, sends: boolean): void;
  basesWithoutSending(): string[];
  /** Handles the requests that are due, or with `all` every request; returns how many. */
  run(all: boolean): number;
  start(): Promise<void>;
  stop(): void;
  reset(): void;
};

export function createWorker(workspace: Workspace, dataDir: string | null, demoIds: readonly string[]): Worker {
  /** Since when a base is watched; null when watching was turned off. */
  let watchedSince = new Map<string, number | null>();
  let withoutSending = new Set<string>();
  let handled = new Set<string>();
  const firstSeenAt = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  const file = openStateFile(dataDir, "automation.json", savedSchema, () => ({
    answered: [...handled].slice(-MAX_REMEMBERED),
    since: Object.fromEntries(watchedSince),
    withoutSending: [...withoutSending],
  }));
  const save = () => void file.save().catch(() => {});
  const settings = { ...DEFAULTS };

  /** The demo bases are watched from their creation. */
  const sinceOf = (base: Base) => {
    const since = watchedSince.get(base.id);
    if (since !== undefined) return since;
    return demoIds.includes(base.id) ? base.madeAt : null;
  };

  const isOn = (id: string) => (watchedSince.has(id) ? watchedSince.get(id) !== null : demoIds.includes(id));

  const isReady = ({ key, isUrgent }: PendingWork, all: boolean) => {
    if (all || isUrgent) return true;
    const seenAt = firstSeenAt.get(key) ?? workspace.now();
    firstSeenAt.set(key, seenAt);
    return workspace.now() - seenAt >= settings.delayMs;
  };

  const handleRequests = (base: Base, since: number, all: boolean): number => {
    const sends = !withoutSending.has(base.id);
    const search = { base, since, now: workspace.now(), outcome: settings.sendOutcome, sends };
    const pending = findPendingWork(search).filter(
      (work) => !handled.has(`${base.id} ${work.key}`) && isReady(work, all),
    );
    if (pending.length === 0) return 0;
    workspace.write(base, "publicApi", (draft) => {
      for (const work of pending) work.run(draft);
    });
    for (const { key, leavesNoTrace } of pending) {
      firstSeenAt.delete(key);
      if (leavesNoTrace) handled.add(`${base.id} ${key}`);
    }
    save();
    return pending.length;
  };

  const run = (all: boolean) => {
    let count = 0;
    for (const base of workspace.bases.inUse()) {
      const since = sinceOf(base);
      if (since !== null) count += handleRequests(base, since, all);
    }
    return count;
  };

  return {
    settings,
    bases: () => Object.fromEntries(workspace.bases.ids().map((id) => [id, isOn(id)])),
    watch: (baseId, isOn) => {
      watchedSince.set(baseId, isOn ? workspace.now() : null);
      save();
    },
    setSending: (baseId, sends) => {
      if (sends) withoutSending.delete(baseId);
      else withoutSending.add(baseId);
      save();
    },
    basesWithoutSending: () => [...withoutSending],
    run,
    start: async () => {
      const saved = await file.read();
      handled = new Set(saved?.answered);
      watchedSince = new Map(Object.entries(saved?.since ?? {}));
      withoutSending = new Set(saved?.withoutSending);
      timer = setInterval(() => run(false), TICK_MS);
      timer.unref();
    },
    stop: () => clearInterval(timer),
    reset: () => {
      watchedSince = new Map();
      withoutSending = new Set();
      handled = new Set();
      firstSeenAt.clear();
      Object.assign(settings, DEFAULTS);
      save();
    },
  };
}
