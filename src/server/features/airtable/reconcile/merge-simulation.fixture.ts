import type { FieldValue } from "../mapping/field-kinds.ts";
import {
  applyFeedChange,
  EMPTY_FIELD_STATE,
  type FieldConflict,
  type FieldState,
  hasUnsentValue,
  type MergeRules,
  markAsSent,
  mergeRemote,
  resolveWith,
} from "./merge-field.ts";

/** Chance that falls the same way for the same seed. */
export const createSeededRandom = (seed: number) => {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    happens: (probability: number) => next() < probability,
    pick: <T>(items: readonly [T, ...T[]]): T => items[Math.floor(next() * items.length)] ?? items[0],
  };
};
export type SeededRandom = ReturnType<typeof createSeededRandom>;

export const SIMULATION_RULES: MergeRules = { equals: (one, other) => one === other };

/** What the network does to a request that writes. */
type RequestFate = "isWriteResponse" | "lost before" | "lost after";

/**
 * One field in both places, with people at work in each, and a sync that can be stopped dead between any two steps. What
 * is kept over a crash is exactly what the product keeps; what it holds in its hands is lost.
 */
export class MergeSimulation {
  state: FieldState = { ...EMPTY_FIELD_STATE, agreed: "A", local: "A" };
  remote: FieldValue = "A";
  /** Every conflict anybody was ever shown. */
  readonly shown: FieldConflict[] = [];
  /** Values that people made, and those they replaced with their eyes open. */
  readonly made: FieldValue[] = [];
  readonly replaced = new Set<FieldValue>();
  private readonly feed: { previous: FieldValue; current: FieldValue }[] = [];
  private heard = 0;
  private edits = 0;
  private screen: FieldValue = "A";
  private readonly random: SeededRandom;
  private readonly hasFeed: boolean;
  /** Without a feed nobody can know what a write replaced, so nothing may happen between reading and writing. */
  isWriting = false;

  constructor(random: SeededRandom, hasFeed: boolean) {
    this.random = random;
    this.hasFeed = hasFeed;
  }

  private newValue(): string {
    const value = `v${this.made.length + 1}`;
    this.made.push(value);
    return value;
  }

  lookHere(): void {
    this.screen = this.state.local ?? null;
  }

  /** On what was on the screen, which the sync may have changed since. */
  editHere(): void {
    const value = this.newValue();
    this.replaced.add(this.screen);
    this.edits += 1;
    this.state = {
      ...this.state,
      local: value,
      edits: [...this.state.edits, { id: this.edits, basedOn: this.screen }],
    };
    this.screen = value;
  }

  editThere(): void {
    if (this.isWriting && !this.hasFeed) return;
    this.replaced.add(this.remote);
    this.setRemote(this.newValue());
  }

  chooseOne(): void {
    this.edits += 1;
    const chosen = resolveWith(this.state, this.random.pick(["ours", "theirs"]), this.edits, SIMULATION_RULES);
    if (!chosen) return;
    this.state = chosen;
    this.screen = chosen.local ?? null;
  }

  /** Each `yield` is a place where the process may die. */
  *pull(): Generator<void> {
    const upTo = this.feed.length;
    const lines = this.hasFeed ? this.feed.slice(this.heard, upTo) : [];
    yield;
    const seen = this.remote;
    yield;
    for (const line of lines) this.state = applyFeedChange(this.state, line, SIMULATION_RULES).state;
    this.heard = upTo;
    this.keep(mergeRemote(this.state, seen, SIMULATION_RULES));
  }

  *push(fates: readonly [RequestFate, ...RequestFate[]]): Generator<void> {
    this.isWriting = true;
    const seen = this.remote;
    yield;
    this.keep(mergeRemote(this.state, seen, SIMULATION_RULES));
    if (!hasUnsentValue(this.state, SIMULATION_RULES)) return;
    this.state = markAsSent(this.state);
    const value = this.state.local ?? null;
    yield;
    const fate = this.random.pick(fates);
    if (fate === "lost before") return;
    this.setRemote(value);
    const answer = this.remote;
    this.isWriting = false;
    yield;
    if (fate === "isWriteResponse") this.keep(mergeRemote(this.state, answer, SIMULATION_RULES, true));
  }

  /** Nothing fails any more, and nobody edits: all there is to do gets done. */
  settle(): void {
    for (let round = 0; round < 4; round++) {
      for (const _step of this.pull());
      for (const _step of this.push(["isWriteResponse"]));
    }
    this.isWriting = false;
  }

  private setRemote(value: FieldValue): void {
    if (value !== this.remote) this.feed.push({ previous: this.remote, current: value });
    this.remote = value;
  }

  private keep(state: FieldState): void {
    if (state.conflict) this.shown.push(state.conflict);
    this.shown.push(...state.overwritten);
    this.state = { ...state, overwritten: [] };
  }
}
