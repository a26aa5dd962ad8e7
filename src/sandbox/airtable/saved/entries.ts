import type { Token } from "../access/tokens.ts";
import type { Base } from "../model/base.ts";
import { applyCommit, type Commit } from "../model/commit.ts";
import type { Shelf } from "../model/shelf.ts";
import type { Webhook } from "../model/webhook.ts";
import { feedWebhooks } from "../webhooks/feed.ts";
import { restoreBase, type SavedBase } from "./serialised.ts";

/** What can happen to the workspace, as it is written down. */
export type Entry =
  | { kind: "commit"; baseId: string; commit: Commit }
  | { kind: "base"; base: SavedBase }
  | { kind: "gone"; baseId: string }
  | { kind: "tokens"; tokens: Token[] }
  | { kind: "hooks"; baseId: string; hooks: Webhook[] };

/** Lets it happen again. */
export function replayEntry(entry: Entry, shelf: Shelf, setTokens: (tokens: Token[]) => void): void {
  switch (entry.kind) {
    case "base":
      shelf.add(restoreBase(entry.base));
      break;
    case "gone":
      shelf.remove(entry.baseId);
      break;
    case "tokens":
      setTokens(entry.tokens);
      break;
    case "hooks":
      restoreHooks(shelf.find(entry.baseId), entry.hooks);
      break;
    case "commit":
      repeatCommit(shelf.find(entry.baseId), entry.commit);
      break;
    default:
      entry satisfies never;
  }
}

function repeatCommit(base: Base | undefined, commit: Commit): void {
  if (!base) return;
  applyCommit(base, commit);
  feedWebhooks(base, commit);
}

/** The log of payloads follows from the transactions; only the webhooks themselves were written down. */
function restoreHooks(base: Base | undefined, hooks: Webhook[]): void {
  if (!base) return;
  const known = new Map(base.hooks);
  base.hooks.clear();
  for (const hook of hooks) {
    const { payloads = [], firstCursor = 1 } = known.get(hook.id) ?? {};
    base.hooks.set(hook.id, { ...hook, payloads, firstCursor });
  }
}
