import { z } from "zod";
import type { Base } from "../airtable/model/base.ts";
import type { Draft } from "../airtable/model/draft.ts";
import type { AirtableRecord, Table } from "../airtable/model/table.ts";
import type { Workspace } from "../airtable/workspace.ts";
import type { Clock } from "../clock.ts";
import { DEMO_BASES } from "../demo/company.ts";
import type { SandboxContext } from "../service.ts";
import { openStateFile } from "../state-file.ts";
import { textOf } from "./pending-work.ts";
import { createWorker, type Worker } from "./worker.ts";

const LEADS_AT_ONCE = 25;
const INVITATIONS_AT_ONCE = 15;

/** The changes that each demo workflow makes in a base, by webhook name. */
const WORKFLOWS: Readonly<Record<string, (draft: Draft) => void>> = {
  "allocate-leads": (draft) => {
    const table = draft.base.table("Leads");
    if (!table) return;
    const owners = ownersIn(draft.base, table);
    const unallocated = [...table.records()].filter(
      (lead) => textOf(draft.base, "Leads", lead, "Lead Allocated") === "",
    );
    for (const [index, lead] of newestFirst(unallocated).slice(0, LEADS_AT_ONCE).entries()) {
      set(draft, table, lead, "Lead Allocated", owners[index % owners.length]);
    }
  },
  "move-from-on-hold": (draft) => {
    const table = draft.base.table("Invitations");
    if (!table) return;
    const onHold = [...table.records()].filter((row) => textOf(draft.base, "Invitations", row, "Status") === "ON_HOLD");
    for (const row of onHold.slice(0, INVITATIONS_AT_ONCE)) set(draft, table, row, "Status", "QUEUED");
  },
};

const ownersIn = (base: Base, table: Table) => [
  ...new Set([...table.records()].flatMap((lead) => textOf(base, "Leads", lead, "Lead Allocated") || [])),
];

const newestFirst = (records: AirtableRecord[]) => records.toSorted((a, b) => b.createdAt - a.createdAt);

function set(draft: Draft, table: Table, record: AirtableRecord, fieldName: string, value: string | undefined): void {
  const field = table.field(fieldName);
  if (field && value !== undefined) draft.update(table, record.id, { [field.id]: value });
}

/** The claims of a signed token. */
export type Claims = Record<string, unknown>;

type Call = {
  at: string;
  kind: "webhook" | "form";
  name: string;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  body: unknown;
  /** The claims of the signed token; null without one. */
  claims: Claims | null;
};

type CallLog = { add(call: Call): void; list(): readonly Call[]; clear(): void };

const MAX_LOGGED_CALLS = 500;

function createCallLog(): CallLog {
  let calls: Call[] = [];
  return {
    add: (call) => {
      calls = [...calls, call].slice(-MAX_LOGGED_CALLS);
    },
    list: () => calls,
    clear: () => {
      calls = [];
    },
  };
}

const deliverySchema = z.object({
  messageId: z.string(),
  idempotencyKey: z.string().nullable(),
  at: z.string(),
  /** Number of requests with this message. */
  attempts: z.number(),
  body: z.unknown(),
});

type Delivery = z.infer<typeof deliverySchema>;

/** Messages that the product handed over to be sent. A repeated idempotency key is not delivered twice. */
type Deliveries = {
  load(): Promise<void>;
  list(): readonly Delivery[];
  accept(idempotencyKey: string | null, body: unknown, at: Date): Promise<{ delivery: Delivery; isDuplicate: boolean }>;
  clear(): Promise<void>;
};

const MAX_DELIVERIES = 2_000;

function createDeliveries(dataDir: string | null): Deliveries {
  let deliveries: Delivery[] = [];
  let count = 0;
  const file = openStateFile(dataDir, "deliveries.json", z.array(deliverySchema), () => deliveries);
  return {
    load: async () => {
      deliveries = (await file.read()) ?? [];
      // From the last id, because old deliveries are dropped from the list.
      count = Number(deliveries.at(-1)?.messageId.slice("msg_".length) ?? 0);
    },
    list: () => deliveries,
    accept: async (idempotencyKey, body, at) => {
      const known = deliveries.find(
        (delivery) => idempotencyKey !== null && delivery.idempotencyKey === idempotencyKey,
      );
      const delivery = known ?? {
        messageId: `msg_${++count}`,
        idempotencyKey,
        at: at.toISOString(),
        attempts: 0,
        body,
      };
      delivery.attempts += 1;
      if (!known) deliveries = [...deliveries, delivery].slice(-MAX_DELIVERIES);
      await file.save();
      return { delivery, isDuplicate: known !== undefined };
    },
    clear: async () => {
      deliveries = [];
      count = 0;
      await file.save();
    },
  };
}

type Settings = { secret: string; delivery: "accept" | "refuse" };

/** The demo's signing secret; it is not valid anywhere else. */
const DEMO_SECRET = "sandbox-automatisering-geheim-2026";
const DEFAULTS: Settings = { secret: DEMO_SECRET, delivery: "accept" };

export type AutomationTool = {
  clock: Clock;
  settings: Settings;
  calls: CallLog;
  deliveries: Deliveries;
  worker: Worker;
  /** Applies the changes of a workflow to a base after a delay; does nothing without a base. */
  startWorkflow(name: string, baseId: string | undefined): void;
  start(): Promise<void>;
  stop(): void;
  reset(): Promise<void>;
};

export function createAutomationTool({ environment, clock }: SandboxContext, workspace: Workspace): AutomationTool {
  const demoIds = DEMO_BASES.map(({ baseId }) => baseId);
  const worker = createWorker(workspace, environment.dataDir, demoIds);
  const settings = { ...DEFAULTS };
  const calls = createCallLog();
  const deliveries = createDeliveries(environment.dataDir);
  const timers = new Set<NodeJS.Timeout>();
  const cancelTimers = () => {
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
      cancelTimers();
    },
    reset: async () => {
      cancelTimers();
      worker.reset();
      calls.clear();
      Object.assign(settings, DEFAULTS);
      await deliveries.clear();
    },
  };
}
