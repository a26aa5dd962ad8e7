import type { Value } from "../mapping/kinds.ts";
import {
  type Conflict,
  choose,
  EMPTY_BOOK,
  type FieldBook,
  type FieldRules,
  hear,
  isDue,
  meet,
  send,
} from "./merge.ts";

/** Chance that falls the same way for the same seed. */
export const createChance = (seed: number) => {
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
export type Chance = ReturnType<typeof createChance>;

export const RULES: FieldRules = { same: (one, other) => one === other };

/** What the network does to a request that writes. */
type Fate = "answered" | "lost before" | "lost after";

/**
 * One field in both places, with people at work in each, and a sync that can be stopped dead between any two steps. What
 * is kept over a crash is exactly what the product keeps; what it holds in its hands is lost.
 */
export class MergeWorld {
  book: FieldBook = { ...EMPTY_BOOK, agreed: "A", local: "A" };
  remote: Value = "A";
  /** Every conflict anybody was ever shown. */
  readonly shown: Conflict[] = [];
  /** Values that people made, and those they replaced with their eyes open. */
  readonly made: Value[] = [];
  readonly replaced = new Set<Value>();
  private readonly feed: { previous: Value; current: Value }[] = [];
  private heard = 0;
  private edits = 0;
  private screen: Value = "A";
  private readonly chance: Chance;
  private readonly hasFeed: boolean;
  /** Without a feed nobody can know what a write replaced, so nothing may happen between reading and writing. */
  isWriting = false;

  constructor(chance: Chance, hasFeed: boolean) {
    this.chance = chance;
    this.hasFeed = hasFeed;
  }

  private newValue(): string {
    const value = `v${this.made.length + 1}`;
    this.made.push(value);
    return value;
  }

  lookHere(): void {
    this.screen = this.book.local ?? null;
  }

  /** On what was on the screen, which the sync may have changed since. */
  editHere(): void {
    const value = this.newValue();
    this.replaced.add(this.screen);
    this.edits += 1;
    this.book = { ...this.book, local: value, edits: [...this.book.edits, { id: this.edits, basedOn: this.screen }] };
    this.screen = value;
  }

  editThere(): void {
    if (this.isWriting && !this.hasFeed) return;
    this.replaced.add(this.remote);
    this.setRemote(this.newValue());
  }

  chooseOne(): void {
    this.edits += 1;
    const chosen = choose(this.book, this.chance.pick(["ours", "theirs"]), this.edits, RULES);
    if (!chosen) return;
    this.book = chosen;
    this.screen = chosen.local ?? null;
  }

  /** Each `yield` is a place where the process may die. */
  *pull(): Generator<void> {
    const upTo = this.feed.length;
    const lines = this.hasFeed ? this.feed.slice(this.heard, upTo) : [];
    yield;
    const seen = this.remote;
    yield;
    for (const line of lines) this.book = hear(this.book, line, RULES).book;
    this.heard = upTo;
    this.keep(meet(this.book, seen, RULES));
  }

  *push(fates: readonly [Fate, ...Fate[]]): Generator<void> {
    this.isWriting = true;
    const seen = this.remote;
    yield;
    this.keep(meet(this.book, seen, RULES));
    if (!isDue(this.book, RULES)) return;
    this.book = send(this.book);
    const value = this.book.local ?? null;
    yield;
    const fate = this.chance.pick(fates);
    if (fate === "lost before") return;
    this.setRemote(value);
    const answer = this.remote;
    this.isWriting = false;
    yield;
    if (fate === "answered") this.keep(meet(this.book, answer, RULES, true));
  }

  /** Nothing fails any more, and nobody edits: all there is to do gets done. */
  settle(): void {
    for (let round = 0; round < 4; round++) {
      for (const _step of this.pull());
      for (const _step of this.push(["answered"]));
    }
    this.isWriting = false;
  }

  private setRemote(value: Value): void {
    if (value !== this.remote) this.feed.push({ previous: this.remote, current: value });
    this.remote = value;
  }

  private keep(book: FieldBook): void {
    if (book.conflict) this.shown.push(book.conflict);
    this.shown.push(...book.overwritten);
    this.book = { ...book, overwritten: [] };
  }
}
