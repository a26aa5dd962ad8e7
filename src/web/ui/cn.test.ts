import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { twMerge } from "tailwind-merge";
import { expect, test } from "vitest";
import { cn } from "./cn.ts";

const WEB = join(import.meta.dirname, "..");

const wordsOf = (file: string): string[] =>
  [...readFileSync(join(WEB, file), "utf8").matchAll(/"([^"\n]*)"|`([^`]*)`/g)].flatMap(([, quoted, template = ""]) =>
    (quoted ?? template.replace(/\$\{[^}]*\}/g, " ")).split(/\s+/),
  );

/** `md:hover:mt-2` → `mt-2` */
const withoutModifiers = (word: string): string => word.replace(/^(?:[\w-]+(?:\[[^\]]*\])?:)+/, "");

/** Every utility in the source that tailwind-merge knows: of two equal ones it leaves out the first. */
const utilities = (): string[] => {
  const sources = globSync("**/*.{ts,tsx}", { cwd: WEB }).filter((file) => !/test\.|class-conflicts/.test(file));
  const words = new Set(sources.flatMap(wordsOf).map(withoutModifiers));
  return [...words].filter((word) => word !== "" && twMerge(`${word} ${word}`) === word);
};

const firstWordOf = (utility: string): string | undefined => /^-?(\w+)/.exec(utility)?.[1];

const groupedBy = (all: readonly string[], keyOf: (utility: string) => string | undefined): string[][] =>
  [...Map.groupBy(all, keyOf).values()].map((group) => [...group]);

test("of every two utilities in the source the same one stays as with the complete tailwind-merge", () => {
  const all = utilities();
  expect(all.length).toBeGreaterThan(500);
  const groups = groupedBy(all, firstWordOf);
  // Whether `px-2` and `p-1` conflict depends on `px` and `p`, not on the values: one class per prefix is enough.
  const examples = groupedBy(all, (utility) => utility.replace(/-[^-]*$/, "")).flatMap((group) => group.slice(0, 1));
  const different = [...groups, examples].flatMap((group) =>
    group
      .flatMap((first) => group.map((second) => `${first} ${second}`))
      .filter((pair) => new Set(pair.split(" ")).size === 2 && cn(pair) !== twMerge(pair)),
  );
  expect(different).toEqual([]);
});
