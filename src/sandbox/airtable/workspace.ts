import type { World } from "../part.ts";
import { createLimits, type Limits } from "./access/limits.ts";
import type { Token } from "./access/tokens.ts";
import type { Base } from "./model/base.ts";
import { applyCommit, type Commit, type Source } from "./model/commit.ts";
import { Draft } from "./model/draft.ts";
import type { Webhook } from "./model/webhook.ts";
import { createIterators, type Iterators } from "./records/iterators.ts";
import { openJournal } from "./saved/journal.ts";
import { restoreBase, type SavedBase, type SavedState, saveBase } from "./saved/serialised.ts";
import { feedWebhooks } from "./webhooks/feed.ts";
import { createPinger } from "./webhooks/ping.ts";

type Entry =
  | { kind: "commit"; baseId: string; commit: Commit }
  | { kind: "base"; base: SavedBase }
  | { kind: "gone"; baseId: string }
  | { kind: "tokens"; tokens: Token[] }
  | { kind: "hooks"; baseId: string; hooks: Webhook[] };

/** All of Airtable as far as the sandbox has it: bases, tokens, and what is known about the requests under way. */
export type Workspace = {
  readonly limits: Limits;
  readonly iterators: Iterators;
  now(): number;
  baseIds(): string[];
  base(id: string): Base | undefined;
  bases(): Base[];
  /** Those that somebody has used since the start: the others are not made before they are needed. */
  basesInUse(): Base[];
  addBase(base: Base): void;
  removeBase(id: string): void;
  tokens(): Token[];
  token(token: string): Token | undefined;
  addToken(token: Token): void;
  /** After a token was changed. */
  keepTokens(): void;
  /** After a webhook was made, changed or deleted. */
  keepHooks(base: Base): void;
  commit(base: Base, commit: Commit | null): void;
  /** Writes a transaction; what fails in between leaves no trace. */
  write<T>(base: Base, source: Source, work: (draft: Draft) => T): T;
  start(): Promise<void>;
  stop(): Promise<void>;
  reset(): void;
};

/** What there is at the first start. Bases are made when they are first used, so that nobody waits for the others. */
export type Seed = (now: number) => { bases: Map<string, () => Base>; tokens: Token[] };

const SAVE_AFTER_MS = 100;

export function createWorkspace({ environment, clock }: World, seed: Seed): Workspace {
  let bases = new Map<string, Base>();
  let unmade = new Map<string, () => Base>();
  let tokens = new Map<string, Token>();
  const limits = createLimits(clock);
  const iterators = createIterators(clock);
  const pinger = createPinger(clock);
  const now = () => clock.now().getTime();
  const findBase = (id: string) => {
    const make = unmade.get(id);
    if (make) bases.set(id, make());
    unmade.delete(id);
    return bases.get(id);
  };
  const baseIds = () => [...bases.keys(), ...unmade.keys()];
  const allBases = () => baseIds().flatMap((id) => findBase(id) ?? []);
  const journal = openJournal<Entry, SavedState>(environment.dataDir, () => ({
    bases: allBases().map(saveBase),
    tokens: [...tokens.values()],
  }));
  let saving: NodeJS.Timeout | undefined;
  /** The demo is large enough to keep the first request waiting; it is saved once that has been answered. */
  const saveSoon = () => {
    clearTimeout(saving);
    saving = setTimeout(() => {
      journal.compact().catch(() => {});
    }, SAVE_AFTER_MS);
  };

  const startOver = () => {
    const content = seed(now());
    bases = new Map();
    unmade = content.bases;
    tokens = new Map(content.tokens.map((token) => [token.token, token]));
  };
  const apply = (base: Base, commit: Commit) => {
    applyCommit(base, commit);
    return feedWebhooks(base, commit);
  };
  const replay = (entry: Entry) => {
    switch (entry.kind) {
      case "base":
        return void bases.set(entry.base.id, restoreBase(entry.base));
      case "gone":
        return void bases.delete(entry.baseId);
      case "tokens":
        tokens = new Map(entry.tokens.map((token) => [token.token, token]));
        return undefined;
      case "hooks":
      case "commit": {
        const base = bases.get(entry.baseId);
        if (base && entry.kind === "commit") apply(base, entry.commit);
        if (base && entry.kind === "hooks") restoreHooks(base, entry.hooks);
        return undefined;
      }
      default:
        return entry satisfies never;
    }
  };
  const commit = (base: Base, commit: Commit | null) => {
    if (!commit) return;
    const fed = apply(base, commit);
    journal.append({ kind: "commit", baseId: base.id, commit });
    for (const hook of fed) pinger.announce(base, hook);
  };
  const keepTokens = () => journal.append({ kind: "tokens", tokens: [...tokens.values()] });

  return {
    limits,
    iterators,
    now,
    baseIds,
    base: findBase,
    bases: allBases,
    basesInUse: () => [...bases.values()],
    addBase: (base) => {
      bases.set(base.id, base);
      journal.append({ kind: "base", base: saveBase(base) });
    },
    removeBase: (id) => {
      bases.delete(id);
      unmade.delete(id);
      journal.append({ kind: "gone", baseId: id });
    },
    tokens: () => [...tokens.values()],
    token: (token) => tokens.get(token),
    addToken: (token) => {
      tokens.set(token.token, token);
      keepTokens();
    },
    keepTokens,
    keepHooks: (base) =>
      journal.append({
        kind: "hooks",
        baseId: base.id,
        hooks: [...base.hooks.values()].map((hook) => ({ ...hook, payloads: [] })),
      }),
    commit,
    write: (base, source, work) => {
      const draft = new Draft(base, now());
      const result = work(draft);
      commit(base, draft.finish(source));
      return result;
    },
    start: async () => {
      const saved = journal.read();
      if (saved) {
        bases = new Map(saved.state.bases.map((base) => [base.id, restoreBase(base)]));
        tokens = new Map(saved.state.tokens.map((token) => [token.token, token]));
        for (const entry of saved.entries) replay(entry);
      } else {
        startOver();
      }
      if (environment.dataDir !== null) saveSoon();
    },
    stop: async () => {
      pinger.stop();
      clearTimeout(saving);
      await journal.close();
    },
    reset: () => {
      startOver();
      limits.reset();
      iterators.expireAll();
      if (environment.dataDir !== null) journal.compact().catch(() => {});
    },
  };
}

/** The log of payloads follows from the transactions; only the webhooks themselves were saved. */
function restoreHooks(base: Base, hooks: Webhook[]): void {
  const known = new Map(base.hooks);
  base.hooks.clear();
  for (const hook of hooks) {
    const { payloads = [], firstCursor = 1 } = known.get(hook.id) ?? {};
    base.hooks.set(hook.id, { ...hook, payloads, firstCursor });
  }
}
