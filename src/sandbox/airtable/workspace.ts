import type { World } from "../part.ts";
import { createLimits, type Limits } from "./access/limits.ts";
import type { Token } from "./access/tokens.ts";
import type { Base } from "./model/base.ts";
import { applyCommit, type Commit, type Source } from "./model/commit.ts";
import { Draft } from "./model/draft.ts";
import { createShelf, type Shelf } from "./model/shelf.ts";
import { createIterators, type Iterators } from "./records/iterators.ts";
import { type Entry, replayEntry } from "./saved/entries.ts";
import { openJournal } from "./saved/journal.ts";
import { restoreBase, type SavedState, saveBase } from "./saved/serialised.ts";
import { feedWebhooks } from "./webhooks/feed.ts";
import { createPinger } from "./webhooks/ping.ts";

/** All of Airtable as far as the sandbox has it: bases, tokens, and what is known about the requests under way. */
export type Workspace = {
  readonly limits: Limits;
  readonly iterators: Iterators;
  readonly bases: Pick<Shelf, "ids" | "find" | "all" | "inUse">;
  now(): number;
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

/** What there is at the first start. */
export type Seed = (now: number) => { bases: ReadonlyMap<string, () => Base>; tokens: Token[] };

/** The demo is large enough to keep the first request waiting; it is saved once that has been answered. */
const SAVE_AFTER_MS = 100;

export function createWorkspace({ environment, clock }: World, seed: Seed): Workspace {
  const shelf = createShelf();
  const tokens = new Map<string, Token>();
  const limits = createLimits(clock);
  const iterators = createIterators(clock);
  const pinger = createPinger(clock);
  const now = () => clock.now().getTime();
  const journal = openJournal<Entry, SavedState>(environment.dataDir, () => ({
    bases: shelf.all().map(saveBase),
    tokens: [...tokens.values()],
  }));
  let saving: NodeJS.Timeout | undefined;

  const setTokens = (all: readonly Token[]) => {
    tokens.clear();
    for (const token of all) tokens.set(token.token, token);
  };
  const startOver = () => {
    const content = seed(now());
    shelf.fill([], content.bases);
    setTokens(content.tokens);
  };
  const save = () => {
    if (environment.dataDir !== null) journal.compact().catch(() => {});
  };
  const keepTokens = () => journal.append({ kind: "tokens", tokens: [...tokens.values()] });
  const commit = (base: Base, commit: Commit | null) => {
    if (!commit) return;
    applyCommit(base, commit);
    const fed = feedWebhooks(base, commit);
    journal.append({ kind: "commit", baseId: base.id, commit });
    for (const hook of fed) pinger.announce(base, hook);
  };

  return {
    limits,
    iterators,
    bases: shelf,
    now,
    addBase: (base) => {
      shelf.add(base);
      journal.append({ kind: "base", base: saveBase(base) });
    },
    removeBase: (id) => {
      shelf.remove(id);
      journal.append({ kind: "gone", baseId: id });
    },
    tokens: () => [...tokens.values()],
    token: (token) => tokens.get(token),
    addToken: (token) => {
      tokens.set(token.token, token);
      keepTokens();
    },
    keepTokens,
    keepHooks: (base) => {
      const hooks = [...base.hooks.values()].map((hook) => ({ ...hook, payloads: [] }));
      journal.append({ kind: "hooks", baseId: base.id, hooks });
    },
    commit,
    write: (base, source, work) => {
      const draft = new Draft(base, now());
      const result = work(draft);
      commit(base, draft.finish(source));
      return result;
    },
    start: async () => {
      const saved = journal.read();
      if (!saved) startOver();
      else {
        shelf.fill(saved.state.bases.map(restoreBase), new Map());
        setTokens(saved.state.tokens);
        for (const entry of saved.entries) replayEntry(entry, shelf, setTokens);
      }
      saving = setTimeout(save, SAVE_AFTER_MS);
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
      save();
    },
  };
}
