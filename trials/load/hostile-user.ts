import { request } from "node:http";
import { constants, setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

const kinds = ["streams", "exports", "imports", "guesses"] as const;
type Kind = (typeof kinds)[number];
/** How often each kind of request got which status. */
export type HostileReport = Record<Kind, Record<string, number>>;

const BLANK_LINES = Buffer.concat([Buffer.from("naam\nAnna\n"), Buffer.alloc(32 * 1024 * 1024 - 100, "\n")]);
const PAUSE_MS = 50;

interface HostileCall {
  path: string;
  method?: "GET" | "POST";
  type?: string;
  body?: string | Uint8Array;
}

/** How many at once, of each kind. */
const ATTACKS: Record<Kind, { concurrency: number; call: (nth: number) => HostileCall }> = {
  streams: { concurrency: 40, call: () => ({ path: "/api/events" }) },
  exports: { concurrency: 12, call: () => ({ path: "/api/all-leads/export" }) },
  imports: {
    concurrency: 6,
    call: () => ({ path: "/api/lead-imports?fileName=leeg.csv", method: "POST", type: "text/csv", body: BLANK_LINES }),
  },
  guesses: {
    concurrency: 4,
    call: (nth) => ({
      path: "/api/login",
      method: "POST",
      type: "application/json",
      body: JSON.stringify({ username: `gebruiker${nth % 30}`, password: `raad-${nth}` }),
    }),
  },
};

/** The status, once the response has ended. */
const send = (url: string, cookie: string, { path, method = "GET", type, body }: HostileCall): Promise<string> =>
  new Promise((resolve) => {
    const headers = { cookie, ...(type ? { "content-type": type } : {}) };
    const sent = request(url + path, { method, headers, agent: false }, (response) => {
      const status = String(response.statusCode);
      response.resume().on("close", () => resolve(status));
    });
    // The server may refuse a large body before it has read it.
    sent.on("error", () => resolve("closed")).end(body);
  });

const attack = async (urls: string[], cookie: string, report: HostileReport): Promise<never> => {
  let nth = 0;
  const repeat = async (kind: Kind): Promise<never> => {
    for (;;) {
      nth += 1;
      const status = await send(urls[nth % urls.length] ?? "", cookie, ATTACKS[kind].call(nth));
      report[kind][status] = (report[kind][status] ?? 0) + 1;
      await sleep(PAUSE_MS);
    }
  };
  return Promise.race(kinds.flatMap((kind) => Array.from({ length: ATTACKS[kind].concurrency }, () => repeat(kind))));
};

interface Target {
  urls: string[];
  cookie: string;
}

/**
 * One user who takes as much of the server as it gives: streams, exports, imports and guessed passwords. In a thread of its
 * own with the lowest priority: an attacker has a machine of their own, and does not take CPU time from the product.
 */
export const startHostileUser = (target: Target) => {
  const worker = new Worker(new URL(import.meta.url), { workerData: target });
  const failure = new Promise<never>((_resolve, reject) => worker.once("error", reject));
  failure.catch(() => undefined);
  return {
    report: (): Promise<HostileReport> => {
      const report = new Promise<HostileReport>((resolve) => worker.once("message", resolve));
      worker.postMessage("report");
      return Promise.race([report, failure]);
    },
    end: () => worker.terminate(),
  };
};

/** The kinds of requests that the server has not refused yet. */
export const neverRefused = (report: HostileReport): Kind[] =>
  kinds.filter((kind) => !report[kind]["429"] && !report[kind]["closed"]);

if (!isMainThread && parentPort) {
  // Linux sets the priority of the calling thread, not of the whole process.
  setPriority(constants.priority.PRIORITY_LOW);
  const { urls, cookie } = workerData as Target;
  const report: HostileReport = { streams: {}, exports: {}, imports: {}, guesses: {} };
  parentPort.on("message", () => parentPort?.postMessage(report));
  void attack(urls, cookie, report);
}
