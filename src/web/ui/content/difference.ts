export type Run = { kind: "same" | "removed" | "added"; items: string[] };

/** A part of a line; what is marked is only on this side. */
export type Piece = { at: number; text: string; marked: boolean };

/** A line of both texts beside each other; null where one side has none. */
export type DifferenceRow = { at: number; before: Piece[] | null; after: Piece[] | null; changed: boolean };
type Pair = Omit<DifferenceRow, "at">;

/** Beyond this a comparison would keep the page waiting; what is that different is shown as wholly different. */
const MOST_CELLS = 4_000_000;

const lengthOfSame = (before: readonly string[], after: readonly string[]): number => {
  const most = Math.min(before.length, after.length);
  let length = 0;
  while (length < most && before[length] === after[length]) length++;
  return length;
};

/** How long the longest common sequence is from each place on: cell (i, j) stands at i * (columns) + j. */
const measure = (before: readonly string[], after: readonly string[]): { cells: Uint32Array; columns: number } => {
  const columns = after.length + 1;
  const cells = new Uint32Array((before.length + 1) * columns);
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      const next = (i + 1) * columns + j;
      cells[i * columns + j] =
        before[i] === after[j]
          ? (cells[next + 1] ?? 0) + 1
          : Math.max(cells[next] ?? 0, cells[i * columns + j + 1] ?? 0);
    }
  }
  return { cells, columns };
};

const compareMiddle = (before: readonly string[], after: readonly string[]): Run[] => {
  if (before.length * after.length > MOST_CELLS) {
    return [
      { kind: "removed", items: [...before] },
      { kind: "added", items: [...after] },
    ];
  }
  const { cells, columns } = measure(before, after);
  const runs: Run[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [old, fresh] = [before[i], after[j]];
    if (old !== undefined && old === fresh) {
      runs.push({ kind: "same", items: [old] });
      i++;
      j++;
    } else if (
      fresh === undefined ||
      (old !== undefined && atLeast(cells, (i + 1) * columns + j, i * columns + j + 1))
    ) {
      runs.push({ kind: "removed", items: [old ?? ""] });
      i++;
    } else {
      runs.push({ kind: "added", items: [fresh] });
      j++;
    }
  }
  return runs;
};

const atLeast = (cells: Uint32Array, one: number, other: number): boolean => (cells[one] ?? 0) >= (cells[other] ?? 0);

const join = (runs: readonly Run[]): Run[] => {
  const joined: Run[] = [];
  for (const { kind, items } of runs) {
    const last = joined.at(-1);
    if (last?.kind === kind) last.items.push(...items);
    else if (items.length > 0) joined.push({ kind, items: [...items] });
  }
  return joined;
};

/** What stayed, went and came, in order: the fewest steps from the one to the other. */
export const compare = (before: readonly string[], after: readonly string[]): Run[] => {
  const head = lengthOfSame(before, after);
  const [oldRest, newRest] = [before.slice(head), after.slice(head)];
  const tail = lengthOfSame(oldRest.toReversed(), newRest.toReversed());
  return join([
    { kind: "same", items: before.slice(0, head) },
    ...compareMiddle(oldRest.slice(0, oldRest.length - tail), newRest.slice(0, newRest.length - tail)),
    { kind: "same", items: oldRest.slice(oldRest.length - tail) },
  ]);
};

const wordsOf = (line: string): string[] => line.match(/\s+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? [];

const piecesOf = (runs: readonly Run[], own: "removed" | "added"): Piece[] =>
  runs
    .filter(({ kind }) => kind === "same" || kind === own)
    .map(({ kind, items }, at) => ({ at, text: items.join(""), marked: kind === own }));

/** Two lines that took each other's place, word by word. */
const pair = (before: string | undefined, after: string | undefined): Pair => {
  const runs = compare(wordsOf(before ?? ""), wordsOf(after ?? ""));
  return {
    before: before === undefined ? null : piecesOf(runs, "removed"),
    after: after === undefined ? null : piecesOf(runs, "added"),
    changed: true,
  };
};

const unchanged = (line: string): Pair => {
  const pieces = [{ at: 0, text: line, marked: false }];
  return { before: pieces, after: pieces, changed: false };
};

/** Two texts beside each other, line by line. */
export const compareTexts = (before: string, after: string): DifferenceRow[] => {
  const runs = compare(before.split("\n"), after.split("\n"));
  const pairs = runs.flatMap(({ kind, items }, at): Pair[] => {
    if (kind === "same") return items.map(unchanged);
    // What came in the place of what went stands beside it.
    const next = runs[at + 1];
    if (kind === "removed") {
      const added = next?.kind === "added" ? next.items : [];
      const length = Math.max(items.length, added.length);
      return Array.from({ length }, (_, nth) => pair(items[nth], added[nth]));
    }
    return runs[at - 1]?.kind === "removed" ? [] : items.map((line) => pair(undefined, line));
  });
  return pairs.map((row, at) => ({ at, ...row }));
};
