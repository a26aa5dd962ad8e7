import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

// Lists the source files in CONTRIBUTING.md. Without --write it fails when the list is out of date.

const DOCUMENT = "CONTRIBUTING.md";
const START = "<!-- file map: npm run format -->";
const END = "<!-- end of the file map -->";
const FOLDERS = [
  "src/contract",
  "migrations",
  "src/server",
  "src/sandbox",
  "src/web",
  "e2e",
  "scripts",
  "bench",
  "trials",
];

const root = join(import.meta.dirname, "..");
const SOURCE = /\.(ts|tsx|sql|mjs|json)$/;
/** Endings that are not shown. */
const USUAL_ENDING = /\.(ts|tsx|sql)$/;
const NOT_LISTED = /\.(test|fixture)\.tsx?$|^(package|package-lock|tsconfig)\.json$/;
/** The output of benchmarks. */
const OUTPUT_FOLDER = "results";

/** `leads.queries.ts` and `leads.routes.ts` become `leads.{queries,routes}`. */
const joinSuffixes = (files: readonly string[]): string[] => {
  const suffixes = new Map<string, string[]>();
  for (const file of files) {
    const [name = "", ...rest] = file.replace(USUAL_ENDING, "").split(".");
    suffixes.set(name, [...(suffixes.get(name) ?? []), rest.join(".")]);
  }
  return [...suffixes].map(([name, found]) => {
    const [first = "", ...others] = found;
    if (others.length === 0) return first ? `${name}.${first}` : name;
    const plain = found.includes("") ? `${name}, ` : "";
    const suffixed = found.filter((suffix) => suffix);
    return `${plain}${name}.${suffixed.length > 1 ? `{${suffixed.join(",")}}` : suffixed[0]}`;
  });
};

/** One line for each folder that contains source files. */
const listFolder = async (folder: string): Promise<string[]> => {
  const entries = (await readdir(join(root, folder), { withFileTypes: true })).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  const files = entries
    .filter((entry) => entry.isFile() && SOURCE.test(entry.name) && !NOT_LISTED.test(entry.name))
    .map(({ name }) => name);
  const inside = await Promise.all(
    entries
      .filter((entry) => entry.isDirectory() && entry.name !== OUTPUT_FOLDER)
      .map(({ name }) => listFolder(`${folder}/${name}`)),
  );
  const own = files.length > 0 ? [`- \`${folder}/\`: ${joinSuffixes(files).join(", ")}`] : [];
  return [...own, ...inside.flat()];
};

const lines = (await Promise.all(FOLDERS.map(listFolder))).flat();
const text = await readFile(join(root, DOCUMENT), "utf8");
const [before, rest] = text.split(START);
const after = rest?.split(END)[1];
if (before === undefined || after === undefined) throw new Error(`${DOCUMENT} has no place for the file map.`);
const updated = `${before}${START}\n${lines.join("\n")}\n${END}${after}`;

if (updated !== text && process.argv.includes("--write")) await writeFile(join(root, DOCUMENT), updated);
else if (updated !== text) {
  console.error(`The file map in ${DOCUMENT} is out of date: run "npm run format".`);
  process.exitCode = 1;
}
