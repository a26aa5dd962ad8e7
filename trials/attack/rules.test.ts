import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const DOCUMENT = "docs/security.md";

const read = (path: string): string => (existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), "utf8") : "");

interface Rule {
  rule: string;
  proofs: { file: string; title: string }[];
}

const rules: Rule[] = read(DOCUMENT)
  .split("\n")
  .map((line) => /^\| (.+) \| (`.+) \|$/.exec(line))
  .flatMap((row) => {
    const [, rule = "", proof = ""] = row ?? [];
    const proofs = [...proof.matchAll(/`([^`]+)` (.+?)(?=<br>|$)/g)].map(([, file = "", title = ""]) => ({
      file,
      title,
    }));
    return row ? [{ rule, proofs }] : [];
  });

test("every security rule names a test", () => {
  const lines = read(DOCUMENT)
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| rule "));
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
