import { z } from "zod";
import type { Base } from "../airtable/model/base.ts";
import type { Workspace } from "../airtable/workspace.ts";
import { openStateFile } from "../state-file.ts";
import { findPendingWork, type PendingWork, type SendOutcome } from "./pending-work.ts";

const TICK_MS = 500;
const MAX_REMEMBERED = 5_000;

export type WorkerSettings = { delayMs: number; sendOutcome: SendOutcome };

const DEFAULTS: WorkerSettings = { delayMs: 3_000, sendOutcome: "SENT" };

const savedSchema = z.object({ answered: z.array(z.string()), since: z.record(z.string(), z.number().nullable()) });

/** Simulates an automation tool: handles the requests that it finds in the watched bases after a delay. */
export type Worker = {
  settings: WorkerSettings;
  bases(): Record<string, boolean>;
  /** Starts or stops watching this base. */
  turn(baseId: string, isOn: boolean): void;
  /** Handles the requests that are due, or with `all` every request; returns how many. */
  run(all: boolean): number;
  start(): Promise<void>;
  stop(): void;
  reset(): void;
};

export function createWorker(workspace: Workspace, dataDir: string | null, demoIds: readonly string[]): Worker {
  let turned = new Map<string, number | null>();
  let answered = new Set<string>();
  const seen = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  const file = openStateFile(dataDir, "automation.json", savedSchema, () => ({
    answered: [...answered].slice(-MAX_REMEMBERED),
    since: Object.fromEntries(turned),
  }));
  const save = () => void file.save().catch(() => {});
  const settings = { ...DEFAULTS };

  /** The demo bases are watched from their creation. */
  const sinceOf = (base: Base) => {
    const since = turned.get(base.id);
    if (since !== undefined) return since;
    return demoIds.includes(base.id) ? base.madeAt : null;
  };

  const isOn = (id: string) => (turned.has(id) ? turned.get(id) !== null : demoIds.includes(id));

  const isReady = ({ key, isUrgent }: PendingWork, all: boolean) => {
    if (all || isUrgent) return true;
    const noticedAt = seen.get(key) ?? workspace.now();
    seen.set(key, noticedAt);
    return workspace.now() - noticedAt >= settings.delayMs;
  };

  const lookAfter = (base: Base, since: number, all: boolean): number => {
    const search = { base, since, now: workspace.now(), outcome: settings.sendOutcome };
    const works = findPendingWork(search).filter(
      (work) => !answered.has(`${base.id} ${work.key}`) && isReady(work, all),
    );
    if (works.length === 0) return 0;
    workspace.write(base, "publicApi", (draft) => {
      for (const work of works) work.run(draft);
    });
    for (const { key, leavesNoTrace } of works) {
      seen.delete(key);
      if (leavesNoTrace) answered.add(`${base.id} ${key}`);
    }
    save();
    return works.length;
  };

  const run = (all: boolean) => {
    let count = 0;
    for (const base of workspace.bases.inUse()) {
      const since = sinceOf(base);
      if (since !== null) count += lookAfter(base, since, all);
    }
    return count;
  };

  return {
    settings,
    bases: () => Object.fromEntries(workspace.bases.ids().map((id) => [id, isOn(id)])),
    turn: (baseId, isOn) => {
      turned.set(baseId, isOn ? workspace.now() : null);
      save();
    },
    run,
    start: async () => {
      const saved = await file.read();
      answered = new Set(saved?.answered);
      turned = new Map(Object.entries(saved?.since ?? {}));
      timer = setInterval(() => run(false), TICK_MS);
      timer.unref();
    },
    stop: () => clearInterval(timer),
    reset: () => {
      turned = new Map();
      answered = new Set();
      seen.clear();
      Object.assign(settings, DEFAULTS);
      save();
    },
  };
}
