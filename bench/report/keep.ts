import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { drawChart } from "./chart.ts";
import { type Run, writeTable } from "./checks.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Every run, for whoever wants to compare. */
export const keepRun = async (run: Run): Promise<string> => {
  const folder = join(ROOT, "bench/results");
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${run.at.replaceAll(":", "-")}.json`);
  await writeFile(file, `${JSON.stringify(run, null, 2)}\n`);
  return file;
};

/** The page and the picture that stand in the documentation. */
export const publishRun = async (run: Run): Promise<void> => {
  const { rows, rounds, connections, cores, machineLoad } = run;
  const count = (amount: number) => amount.toLocaleString("en");
  await writeFile(join(ROOT, "docs/pictures/benchmark.svg"), drawChart(run));
  await writeFile(
    join(ROOT, "docs/benchmark.md"),
    `# Figures

Written by \`npm run bench -- --publish\`. ${count(rows)} leads over 50 companies, the largest with ${count(rows * 0.3)};
${count(rows)} messages queued or sent, ${count(rows * 0.1)} to review, ${count(rows * 0.05)} meetings. ${cores} cores, of which
${machineLoad.map((load) => load.toFixed(0)).join(" to ")} processes wanted one while it ran; ${connections} connections; the middle of ${rounds}
rounds, turn by turn with the bare server.

The bare server is Node's own with the \`pg\` driver: it asks the same of the same tables and makes JSON of the rows, knows
nobody, keeps no companies apart and checks nothing. Beside it, ours is signed in, with row-level security, validation, and for a
change its history, audit log and outbox. "× bare" is how many times as many answers it gave; "alone" is one connection by itself.
One thing is not the same: ours counts what a search finds to 5,000, the bare server all of it, which makes two common letters its
worst case.

Where more processes wanted a core than there are, figures of neighbouring cases differ by half of themselves, and times by any
factor: judge those of a quiet machine.

![Answers per second beside a bare server](pictures/benchmark.svg)

${writeTable(run)}
`,
  );
};
