import type { SandboxContext } from "../service.ts";
import { createLimits, type Limits, type Token } from "./access.ts";
import { createLatencies, type Latencies } from "./latency.ts";
import { type Base, type BaseStore, createBaseStore } from "./model/base.ts";
import { applyCommit, type Commit, type Source } from "./model/commit.ts";
import { Draft } from "./model/draft.ts";
import { createIterators, type Iterators } from "./records/iterators.ts";
import { appendPayloads } from "./webhooks/payload.ts";
import { createWebhookPinger } from "./webhooks/ping.ts";
import { openWorkspaceFile } from "./workspace-file.ts";

/** The state of the simulated Airtable: bases, tokens, rate limits and open iterators. */
export type Workspace = {
  readonly limits: Limits;
  readonly latencies: Latencies;
  readonly iterators: Iterators;
  readonly bases: Pick<BaseStore, "ids" | "find" | "all" | "inUse">;
  basesPerPage: number;
  now(): number;
  addBase(base: Base): void;
  removeBase(id: string): void;
  tokens(): Token[];
  token(token: string): Token | undefined;
  addToken(token: Token): void;
  /** After a token was changed. */
  saveTokens(): void;
  /** After a webhook or a comment was made, changed or deleted. */
  saveHooks(base: Base): void;
  commit(base: Base, commit: Commit | null): void;
  /** Runs a transaction; an error rolls it back. */
  write<T>(base: Base, source: Source, work: (draft: Draft) => T): T;
  start(): Promise<void>;
  stop(): Promise<void>;
  reset(): void;
};

/** The initial state. */
export type Seed = (now: number) => { bases: ReadonlyMap<string, () => Base>; tokens: Token[] };

/** Saving the large demo would delay the first request, so it is saved after that. */
const SAVE_AFTER_MS = 100;

export function createWorkspace({ environment, clock }: SandboxContext, seed: Seed): Workspace {
  const bases = createBaseStore();
  const tokens = new Map<string, Token>();
  const limits = createLimits(clock);
  const latencies = createLatencies();
  const iterators = createIterators(clock);
  const pinger = createWebhookPinger(clock);
  const now = () => clock.now().getTime();
  const file = openWorkspaceFile(environment.dataDir);
  let firstSave: NodeJS.Timeout | undefined;

  const setTokens = (all: readonly Token[]) => {
    tokens.clear();
    for (const token of all) tokens.set(token.token, token);
  };
  const loadSeed = () => {
    const content = seed(now());
    bases.replaceAll([], content.bases);
    setTokens(content.tokens);
  };
  const saveAll = () => {
    // Listing all bases creates those not used yet, which is only needed to save them.
    if (environment.dataDir !== null) file.replaceAll(bases.all(), [...tokens.values()]);
  };
  const saveTokens = () => file.saveTokens([...tokens.values()]);
  const commit = (base: Base, commit: Commit | null) => {
    if (!commit) return;
    applyCommit(base, commit);
    const kind = commit.source === "publicApi" ? "written" : "edited";
    for (const { changed = {} } of Object.values(commit.tables))
      for (const [recordId, { current }] of Object.entries(changed))
        base.logAccess({ recordId, kind, fieldIds: Object.keys(current) });
    const notified = appendPayloads(base, commit);
    file.saveCommit(base, commit);
    for (const hook of notified) pinger.schedulePing(base, hook);
  };

  return {
    limits,
    latencies,
    iterators,
    bases,
    basesPerPage: 1_000,
    now,
    addBase: (base) => {
      bases.add(base);
      file.saveBase(base);
    },
    removeBase: (id) => {
      bases.remove(id);
      file.removeBase(id);
    },
    tokens: () => [...tokens.values()],
    token: (token) => tokens.get(token),
    addToken: (token) => {
      tokens.set(token.token, token);
      saveTokens();
    },
    saveTokens,
    saveHooks: (base) => file.saveHeader(base),
    commit,
    write: (base, source, work) => {
      const draft = new Draft(base, now());
      const result = work(draft);
      commit(base, draft.finish(source));
      return result;
    },
    start: async () => {
      const saved = file.read();
      if (saved) {
        bases.replaceAll(saved.bases, new Map());
        setTokens(saved.tokens);
        return;
      }
      loadSeed();
      firstSave = setTimeout(saveAll, SAVE_AFTER_MS);
    },
    stop: async () => {
      pinger.stop();
      clearTimeout(firstSave);
      file.close();
    },
    reset: () => {
      loadSeed();
      limits.reset();
      latencies.reset();
      iterators.expireAll();
      saveAll();
    },
  };
}
