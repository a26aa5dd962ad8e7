import type { FieldValue } from "../mapping/field-kinds.ts";
import {
  applyFeedChange,
  EMPTY_FIELD_STATE,
  type FieldConflict,
  type FieldState,
  hasUnpushedValue,
  type MergeRules,
  markUnconfirmed,
  mergeRemote,
  resolveWith,
} from "./merge-field.ts";

/** A seeded pseudo-random generator (mulberry32). The sandbox has its own: the server and the sandbox do not share code. */
export const createSeededRandom = (seed: number) => {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    chance: (probability: number) => next() < probability,
    pick: <T>(items: readonly [T, ...T[]]): T => items[Math.floor(next() * items.length)] ?? items[0],
  };
};
export type SeededRandom = ReturnType<typeof createSeededRandom>;

export const SIMULATION_RULES: MergeRules = { equals: (one, other) => one === other };

/** A lost request never reached Airtable; with a lost response Airtable has stored the value. */
type WriteOutcome = "confirmed" | "request lost" | "response lost";

/**
 * One field on both sides, with users who edit it and a sync that can crash between any two steps. Only the state that the
 * product stores survives a crash.
 */
export class MergeSimulation {
  state: FieldState = { ...EMPTY_FIELD_STATE, base: "A", local: "A" };
  remote: FieldValue = "A";
  /** All conflicts that were ever shown. */
  readonly shown: FieldConflict[] = [];
  readonly entered: FieldValue[] = [];
  /** Values that a user saw and replaced. */
  readonly replaced = new Set<FieldValue>();
  private readonly feed: { previous: FieldValue; current: FieldValue }[] = [];
  private feedCursor = 0;
  private lastEditId = 0;
  private screen: FieldValue = "A";
  private readonly random: SeededRandom;
  private readonly hasChangeFeed: boolean;
  /**
   * True from the read of a push to its write, or until it is reset when the push writes nothing. Without a change feed an
   * overwritten edit cannot be detected, so the simulation makes no remote edits in that interval.
   */
  isBetweenReadAndWrite = false;

  constructor(random: SeededRandom, hasChangeFeed: boolean) {
    this.random = random;
    this.hasChangeFeed = hasChangeFeed;
  }

  private newValue(): string {
    const value = `v${this.entered.length + 1}`;
    this.entered.push(value);
    return value;
  }

  refreshScreen(): void {
    this.screen = this.state.local ?? null;
  }

  /** Edits the value on the screen, which the sync may have changed since. */
  editHere(): void {
    const value = this.newValue();
    this.replaced.add(this.screen);
    this.lastEditId += 1;
    this.state = {
      ...this.state,
      local: value,
      edits: [...this.state.edits, { id: this.lastEditId, basedOn: this.screen }],
    };
    this.screen = value;
  }

  editInAirtable(): void {
    if (this.isBetweenReadAndWrite && !this.hasChangeFeed) return;
    this.replaced.add(this.remote);
    this.setRemote(this.newValue());
  }

  resolveConflict(): void {
    this.lastEditId += 1;
    const resolved = resolveWith(this.state, this.random.pick(["ours", "theirs"]), this.lastEditId, SIMULATION_RULES);
    if (!resolved) return;
    this.state = resolved;
    this.screen = resolved.local ?? null;
  }

  /** The process may crash at each `yield`. */
  *pull(): Generator<void> {
    const upTo = this.feed.length;
    const changes = this.hasChangeFeed ? this.feed.slice(this.feedCursor, upTo) : [];
    yield;
    const seen = this.remote;
    yield;
    for (const change of changes) this.state = applyFeedChange(this.state, change, SIMULATION_RULES).state;
    this.feedCursor = upTo;
    this.store(mergeRemote(this.state, seen, SIMULATION_RULES));
  }

  *push(outcomes: readonly [WriteOutcome, ...WriteOutcome[]]): Generator<void> {
    this.isBetweenReadAndWrite = true;
    const seen = this.remote;
    yield;
    this.store(mergeRemote(this.state, seen, SIMULATION_RULES));
    if (!hasUnpushedValue(this.state, SIMULATION_RULES)) return;
    this.state = markUnconfirmed(this.state);
    const value = this.state.local ?? null;
    yield;
    const outcome = this.random.pick(outcomes);
    if (outcome === "request lost") return;
    this.setRemote(value);
    const stored = this.remote;
    this.isBetweenReadAndWrite = false;
    yield;
    if (outcome === "confirmed") this.store(mergeRemote(this.state, stored, SIMULATION_RULES, true));
  }

  /** Four syncs without failures and edits, after which nothing may be left to do. */
  settle(): void {
    for (let round = 0; round < 4; round++) {
      for (const _step of this.pull());
      for (const _step of this.push(["confirmed"]));
    }
    this.isBetweenReadAndWrite = false;
  }

  private setRemote(value: FieldValue): void {
    if (value !== this.remote) this.feed.push({ previous: this.remote, current: value });
    this.remote = value;
  }

  private store(state: FieldState): void {
    if (state.conflict) this.shown.push(state.conflict);
    this.shown.push(...state.overwritten);
    this.state = { ...state, overwritten: [] };
  }
}
