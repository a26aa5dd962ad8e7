import { expect, test } from "vitest";
import { hasUnsentValue } from "./merge-field.ts";
import {
  createSeededRandom,
  MergeSimulation,
  type SeededRandom,
  SIMULATION_RULES,
} from "./merge-simulation.fixture.ts";

const WORLDS = 4_000;
const STEPS = 60;

const syncSteps = (world: MergeSimulation, chance: SeededRandom): Generator<void> =>
  chance.happens(0.4) ? world.pull() : world.push(["answered", "answered", "lost before", "lost after"]);

const act = (world: MergeSimulation, chance: SeededRandom): void => {
  // Two people at one field here are told apart by the product itself; the sync must not lose what either saw.
  const [look, edit] = [() => world.lookHere(), () => world.editHere()];
  const there = () => world.editThere();
  const choose = () => world.chooseOne();
  chance.pick([look, look, edit, there, choose])();
};

/** People on both sides, a sync that is broken off anywhere, and answers that get lost, in any order. */
const live = (seed: number, hasFeed: boolean): MergeSimulation => {
  const chance = createSeededRandom(seed);
  const world = new MergeSimulation(chance, hasFeed);
  let running: Generator<void> | undefined;
  for (let step = 0; step < STEPS; step++) {
    if (chance.happens(0.35)) act(world, chance);
    running ??= syncSteps(world, chance);
    const crashes = chance.happens(0.08);
    if (crashes || running.next().done) {
      running = undefined;
      world.isWriting = false;
    }
  }
  world.settle();
  return world;
};

/** A value is accounted for when it is what both have, when a conflict shows it, or when somebody who saw it replaced it. */
const unaccounted = ({ made, replaced, shown, book, remote }: MergeSimulation) =>
  made.filter((value) => {
    const isEverywhere = book.local === value && remote === value;
    const isShown = shown.some(({ ours, theirs }) => ours === value || theirs === value);
    return !isEverywhere && !isShown && !replaced.has(value);
  });

const check = (seed: number, hasFeed: boolean): string[] => {
  const world = live(seed, hasFeed);
  const { book, remote, shown } = world;
  const problems = unaccounted(world).map((value) => `seed ${seed}: ${value} was lost`);
  const agrees = book.local === remote && book.agreed === remote && book.edits.length === 0 && book.sent === null;
  const differs = book.conflict?.ours === book.local && book.conflict?.theirs === remote;
  if (book.conflict ? !differs : !agrees) problems.push(`seed ${seed}: the sides neither agree nor are in conflict`);
  if (hasUnsentValue(book, SIMULATION_RULES)) problems.push(`seed ${seed}: something is left to send`);
  if (shown.some(({ agreed, ours, theirs }) => [agreed, ours, theirs].includes(null)))
    problems.push(`seed ${seed}: a conflict lacks a value`);
  return problems;
};

const seeds = Array.from({ length: WORLDS }, (_, seed) => seed);

test("with a change feed no edit is lost, whatever crashes and whoever writes in between", () => {
  expect(seeds.flatMap((seed) => check(seed, true)).slice(0, 5)).toEqual([]);
});

test("without one, no edit is lost that was there when the record was read", () => {
  expect(seeds.flatMap((seed) => check(seed, false)).slice(0, 5)).toEqual([]);
});

test("the worlds are lively: there are conflicts, overwritten edits, and worlds that end in agreement", () => {
  const worlds = seeds.slice(0, 500).map((seed) => live(seed, true));
  const shown = worlds.flatMap((world) => world.shown);
  expect(shown.filter(({ kind }) => kind === "changed").length).toBeGreaterThan(100);
  expect(shown.filter(({ kind }) => kind === "overwritten").length).toBeGreaterThan(20);
  expect(worlds.filter(({ book }) => !book.conflict).length).toBeGreaterThan(100);
});
