import { BUDGETS } from "./budgets.ts";
import { WebBuild } from "./web-build.ts";

export type Size = {
  name: string;
  kind: "styles" | "shell" | "first load" | "route change" | "lazy chunk";
  /** After gzip. */
  bytes: number;
  files: number;
  budget?: number;
};

const SHELL = "index.html";
const WORKSPACE_GUARD = "app/guards/workspace-guard.tsx";

const difference = (files: Set<string>, excluded: Set<string>): Set<string> =>
  new Set([...files].filter((file) => !excluded.has(file)));

/**
 * The size of each screen when opened by URL and when navigated to from another screen with the same guard, and of each
 * lazy chunk.
 */
export const measureSizes = (): Size[] => {
  const build = new WebBuild();
  build.assertNoCycles();
  const size = (kind: Size["kind"], name: string, files: Set<string>, budget?: number): Size => ({
    kind,
    name,
    bytes: build.totalGzipSize(files),
    files: files.size,
    ...(budget === undefined ? {} : { budget }),
  });
  const shell = build.builtFilesOf([SHELL]);
  const workspace = build.builtFilesOf([SHELL, WORKSPACE_GUARD]);
  const routes = build.screens.flatMap(({ path, sources }) => {
    const first = build.builtFilesOf([SHELL, ...sources]);
    const guard = sources.slice(0, -1);
    const added = difference(first, build.builtFilesOf([SHELL, ...guard]));
    return [size("first load", path, first, BUDGETS.firstLoad), size("route change", path, added, BUDGETS.routeChange)];
  });
  const screenSources = new Set(build.screens.flatMap(({ sources }) => sources));
  const lazyChunks = build.dynamicEntries
    .filter((source) => !screenSources.has(source))
    .map((source) =>
      size(
        "lazy chunk",
        source,
        difference(build.builtFilesOf([source]), workspace),
        BUDGETS.lazyChunkExceptions[source] ?? BUDGETS.lazyChunkDefault,
      ),
    );
  const styles: Size = {
    kind: "styles",
    name: "styles.css",
    bytes: build.stylesheetGzipSize,
    files: 1,
    budget: BUDGETS.styles,
  };
  return [styles, size("shell", SHELL, shell), ...routes, ...lazyChunks];
};

/** Budgets of chunks that no longer exist. */
const findUnusedBudgets = (sizes: readonly Size[]): string[] => {
  const names = new Set(sizes.map(({ name }) => name));
  return Object.keys(BUDGETS.lazyChunkExceptions).filter((name) => !names.has(name));
};

export const findBudgetViolations = (sizes: readonly Size[]): string[] => [
  ...sizes
    .filter(({ bytes, budget }) => budget !== undefined && bytes > budget)
    .map(({ kind, name, bytes, budget = 0 }) => `${kind} ${name}: ${bytes} bytes, ${bytes - budget} over its budget`),
  ...findUnusedBudgets(sizes).map((name) => `unused budget: ${name} does not exist`),
];
