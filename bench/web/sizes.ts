import { BUDGETS } from "./budgets.ts";
import { Build } from "./manifest.ts";

export type Size = {
  name: string;
  kind: "styles" | "shell" | "first load" | "further route" | "part";
  bytes: number;
  files: number;
  budget?: number;
};

const SHELL = "index.html";
const WORKSPACE = "app/guards/workspace-guard.tsx";

const without = (files: Set<string>, known: Set<string>): Set<string> =>
  new Set([...files].filter((file) => !known.has(file)));

/** What each screen costs when it is opened first, and when somebody comes to it from another screen. */
export const measureSizes = (): Size[] => {
  const build = new Build();
  const size = (kind: Size["kind"], name: string, files: Set<string>, budget?: number): Size => ({
    kind,
    name,
    bytes: build.bytesOf(files),
    files: files.size,
    ...(budget === undefined ? {} : { budget }),
  });
  const shell = build.filesOf([SHELL]);
  const workspace = build.filesOf([SHELL, WORKSPACE]);
  const routes = build.screens.flatMap(({ path, files }) => {
    const first = build.filesOf([SHELL, ...files]);
    const guards = files.slice(0, -1);
    const further = without(first, build.filesOf([SHELL, ...guards]));
    return [
      size("first load", path, first, BUDGETS.firstLoad),
      size("further route", path, further, BUDGETS.furtherRoute),
    ];
  });
  const screenFiles = new Set(build.screens.flatMap(({ files }) => files));
  const parts = build.lateEntries
    .filter((source) => !screenFiles.has(source))
    .map((source) =>
      size("part", source, without(build.filesOf([source]), workspace), BUDGETS.parts[source] ?? BUDGETS.part),
    );
  const styles: Size = { kind: "styles", name: "styles.css", bytes: build.styles, files: 1, budget: BUDGETS.styles };
  return [styles, size("shell", SHELL, shell), ...routes, ...parts];
};

/** Budgets of parts that no longer exist. */
const findForgotten = (sizes: readonly Size[]): string[] => {
  const names = new Set(sizes.map(({ name }) => name));
  return Object.keys(BUDGETS.parts).filter((name) => !names.has(name));
};

export const findProblems = (sizes: readonly Size[]): string[] => [
  ...sizes
    .filter(({ bytes, budget }) => budget !== undefined && bytes > budget)
    .map(({ kind, name, bytes, budget = 0 }) => `${kind} ${name}: ${bytes} bytes, ${bytes - budget} over its budget`),
  ...findForgotten(sizes).map((name) => `a budget for ${name}, which is not there`),
];
