import { expect, test } from "vitest";
import { hasUnpushedValue } from "./merge-field.ts";
import {
  createSeededRandom,
  MergeSimulation,
  type SeededRandom,
  SIMULATION_RULES,
} from "./merge-simulation.fixture.ts";

const SIMULATIONS = 4_000;
const STEPS = 60;

const syncSteps = (simulation: MergeSimulation, random: SeededRandom): Generator<void> =>
  random.chance(0.4) ? simulation.pull() : simulation.push(["confirmed", "confirmed", "request lost", "response lost"]);

const actAsUser = (simulation: MergeSimulation, random: SeededRandom): void => {
  const refresh = () => simulation.refreshScreen();
  random.pick([
    refresh,
    refresh,
    () => simulation.editHere(),
    () => simulation.editInAirtable(),
    () => simulation.resolveConflict(),
  ])();
};

/** Users edit on both sides while the sync crashes anywhere and responses get lost. */
const simulate = (seed: number, hasChangeFeed: boolean): MergeSimulation => {
  const random = createSeededRandom(seed);
  const simulation = new MergeSimulation(random, hasChangeFeed);
  let running: Generator<void> | undefined;
  for (let step = 0; step < STEPS; step++) {
    if (random.chance(0.35)) actAsUser(simulation, random);
    running ??= syncSteps(simulation, random);
    const crashes = random.chance(0.08);
    if (crashes || running.next().done) {
      running = undefined;
      simulation.isBetweenReadAndWrite = false;
    }
  }
  simulation.settle();
  return simulation;
};

/** Values that were lost: neither current, nor shown in a conflict, nor replaced by a user who saw them. */
const lostValues = ({ entered, replaced, shown, state, remote }: MergeSimulation) =>
  entered.filter((value) => {
    const isOnBothSides = state.local === value && remote === value;
    const isShown = shown.some(({ ours, theirs }) => ours === value || theirs === value);
    return !isOnBothSides && !isShown && !replaced.has(value);
  });

const check = (seed: number, hasChangeFeed: boolean): string[] => {
  const simulation = simulate(seed, hasChangeFeed);
  const { state, remote, shown } = simulation;
  const problems = lostValues(simulation).map((value) => `seed ${seed}: ${value} was lost`);
  const agrees =
    state.local === remote && state.base === remote && state.edits.length === 0 && state.unconfirmed === null;
  const isInConflict = state.conflict?.ours === state.local && state.conflict?.theirs === remote;
  if (state.conflict ? !isInConflict : !agrees)
    problems.push(`seed ${seed}: the sides neither agree nor are in conflict`);
  if (hasUnpushedValue(state, SIMULATION_RULES)) problems.push(`seed ${seed}: a value was not pushed`);
  if (shown.some(({ base, ours, theirs }) => [base, ours, theirs].includes(null)))
    problems.push(`seed ${seed}: a conflict lacks a value`);
  return problems;
};

const seeds = Array.from({ length: SIMULATIONS }, (_, seed) => seed);

test("with a change feed no edit is lost, whatever crashes and whoever edits meanwhile", () => {
  expect(seeds.flatMap((seed) => check(seed, true)).slice(0, 5)).toEqual([]);
});

test("without a change feed no edit is lost that existed when the record was read", () => {
  expect(seeds.flatMap((seed) => check(seed, false)).slice(0, 5)).toEqual([]);
});

test("the simulations cover conflicts, overwritten edits and agreement", () => {
  const simulations = seeds.slice(0, 500).map((seed) => simulate(seed, true));
  const shown = simulations.flatMap((simulation) => simulation.shown);
  expect(shown.filter(({ kind }) => kind === "changed").length).toBeGreaterThan(100);
  expect(shown.filter(({ kind }) => kind === "overwritten").length).toBeGreaterThan(20);
  expect(simulations.filter(({ state }) => !state.conflict).length).toBeGreaterThan(100);
});
