import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { shortOrLong } from "../trial.ts";
import { copySource, editsOf, type MutatedSource, type Mutation } from "./mutated-source.ts";
import { MUTATIONS } from "./mutations.ts";

vi.setConfig({ testTimeout: 300_000 });

const ROOT = join(import.meta.dirname, "../..");
const DOCUMENT = "docs/security.md";

const read = (path: string): string => (existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), "utf8") : "");

interface Proof {
  file: string;
  title: string;
  mutation: string | undefined;
  /** Further evidence, which cannot be tested with a mutation. */
  isExtra: boolean;
}

interface Rule {
  rule: string;
  proofs: Proof[];
}

/** The first part of the document: each row is a rule with the tests that prove it. The rest maps them to the standard. */
const [ruleTables = ""] = read(DOCUMENT).split("\n# ASVS");

const rules: Rule[] = ruleTables
  .split("\n")
  .map((line) => /^\| (.+) \| (`.+) \|$/.exec(line))
  .flatMap((row) => {
    const [, rule = "", proof = ""] = row ?? [];
    const proofs = [...proof.matchAll(/(also: )?`([^`]+)` (.+?)(?: · mutation `([^`]+)`)?(?=<br>|$)/g)].map(
      ([, also, file = "", title = "", mutation]) => ({ file, title, mutation, isExtra: also !== undefined }),
    );
    return row ? [{ rule, proofs }] : [];
  });

test("every security rule names a test", () => {
  const lines = ruleTables.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| rule "));
  expect(rules.length).toBe(lines.length);
  expect(rules.filter(({ proofs }) => proofs.length === 0)).toEqual([]);
  expect(rules.length).toBeGreaterThan(50);
});

/** Whether the file has a string that starts with the title; a comment does not count. */
const hasTest = (file: string, title: string): boolean =>
  ['"', "`"].some((quote) => read(file).includes(`${quote}${title}`));

test("every named test exists", () => {
  const missing = rules.flatMap(({ rule, proofs }) =>
    proofs.filter(({ file, title }) => !hasTest(file, title)).map((proof) => ({ rule, ...proof })),
  );
  expect(missing).toEqual([]);
});

/** How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has, by chapter. Those of level 3 are the last ones of a section. */
const REQUIREMENTS: Record<string, number[]> = {
  V1: [2, 9, 11, 3, 2],
  V2: [3, 3, 4, 1],
  V3: [0, 2, 4, 6, 5, 0, 2],
  V4: [3, 1, 2, 4],
  V5: [1, 3, 2, 3],
  V6: [3, 12, 4, 4, 5, 3, 0, 4],
  V7: [3, 4, 2, 5, 2, 2],
  V8: [2, 3, 1, 1],
  V9: [3, 4],
  V10: [2, 2, 4, 11, 5, 2, 3],
  V11: [2, 3, 3, 4, 1, 1],
  V12: [3, 2, 4],
  V13: [1, 5, 2, 5],
  V14: [2, 4, 3],
  V15: [3, 3, 7],
  V16: [1, 5, 4, 3, 3],
  V17: [1, 4, 2],
};
const requirementIds = Object.entries(REQUIREMENTS).flatMap(([chapter, sections]) =>
  sections.flatMap((count, section) =>
    Array.from({ length: count }, (_, nth) => `${chapter}.${section + 1}.${nth + 1}`),
  ),
);

test("the mapping to the standard names every requirement once, and existing rules and files", () => {
  const [, mapping = ""] = read(DOCUMENT).split("\n# ASVS");
  const rows = mapping.split("\n").flatMap((line) => /^\| (V\d+\.\d+\.\d+) \| (.+) \|$/.exec(line)?.slice(1, 3) ?? []);
  const ids = rows.filter((_, index) => index % 2 === 0);
  expect(ids).toEqual(requirementIds);
  const texts = rows.filter((_, index) => index % 2 === 1).join("\n");
  const headings = [...ruleTables.matchAll(/^## (.+)$/gm)].map(([, heading = ""]) => heading);
  const names = [...headings, ...rules.map(({ rule }) => rule)];
  const quoted = [...texts.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name);
  expect(quoted.filter((name) => !names.some((known) => known.startsWith(name)))).toEqual([]);
  const files = [...texts.matchAll(/`((?:src|trials|scripts|docs)\/[^`]+)`/g)].map(([, file = ""]) => file);
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

const mutatedProofs = rules
  .flatMap(({ proofs }) => proofs)
  .flatMap(({ mutation: name, ...proof }) => (name ? [{ name, proof }] : []));

test("every mutation is named next to a test, and still applies to the source", () => {
  const names = new Set(mutatedProofs.map(({ name }) => name));
  expect([...names].toSorted()).toEqual(Object.keys(MUTATIONS).toSorted());
  const broken = Object.entries(MUTATIONS).filter(([, mutation]) =>
    editsOf(mutation).some(({ file, find }) => read(file).split(find).length !== 2),
  );
  expect(broken.map(([name]) => name)).toEqual([]);
});

test("every rule has a test with a mutation, and every named test has one, unless it is further evidence", () => {
  const without = rules.flatMap(({ rule, proofs }) => [
    ...(proofs.some(({ mutation }) => mutation) ? [] : [rule]),
    ...proofs.filter(({ mutation, isExtra }) => Boolean(mutation) === isExtra).map(({ title }) => title),
  ]);
  expect(without).toEqual([]);
});

let source: MutatedSource | undefined;
beforeAll(async () => {
  if (shortOrLong(false, true)) source = await copySource();
});
afterAll(() => source?.remove());

const chosen = process.env["MUTATIONS"]?.split(",");
const chosenProofs = mutatedProofs.filter(({ name }) => !chosen || chosen.includes(name));
const cases = chosenProofs.map(({ name, proof }): [string, string, Mutation | undefined, string] => [
  name,
  proof.title,
  MUTATIONS[name],
  proof.file,
]);
const testFiles = [...new Set(chosenProofs.map(({ proof }) => proof.file))].map((file): [string, string[]] => [
  file,
  [...new Set(chosenProofs.filter(({ proof }) => proof.file === file).map(({ proof }) => proof.title))],
]);

test.each(shortOrLong([], testFiles))("with every rule the named tests of %s pass", async (file, titles) => {
  expect(await source?.run({ file, titles })).toBe("passed");
});

test.each(shortOrLong([], cases))("without its rule (%s) this test fails: %s", async (_name, title, mutation, file) => {
  expect(mutation && (await source?.run({ file, titles: [title] }, mutation))).toBe("failed");
});
