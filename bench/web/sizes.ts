import { BUDGETS } from "./budgets.ts";
import { ViteManifest } from "./manifest.ts";

export type Size = {
  name: string;
  kind: "styles" | "shell" | "first load" | "route change" | "lazy chunk";
  /** After gzip. */
  bytes: number;
  files: number;
  budget?: number;
};

const SHELL = "index.html";
const WORKSPACE = "app/guards/workspace-guard.tsx";

const difference = (files: Set<string>, excluded: Set<string>): Set<string> =>
  new Set([...files].filter((file) => !excluded.has(file)));

/** The size of each screen when opened by URL and when navigated to from another screen, and of each lazy chunk. */
export const measureSizes = (): Size[] => {
  const manifest = new ViteManifest();
  const size = (kind: Size["kind"], name: string, files: Set<string>, budget?: number): Size => ({
    kind,
    name,
    bytes: manifest.gzipBytesOf(files),
    files: files.size,
    ...(budget === undefined ? {} : { budget }),
  });
  const shell = manifest.filesOf([SHELL]);
  const workspace = manifest.filesOf([SHELL, WORKSPACE]);
  const routes = manifest.screens.flatMap(({ path, files }) => {
    const first = manifest.filesOf([SHELL, ...files]);
    const guards = files.slice(0, -1);
    const added = difference(first, manifest.filesOf([SHELL, ...guards]));
    return [size("first load", path, first, BUDGETS.firstLoad), size("route change", path, added, BUDGETS.routeChange)];
  });
  const screenFiles = new Set(manifest.screens.flatMap(({ files }) => files));
  const lazyChunks = manifest.dynamicEntries
    .filter((source) => !screenFiles.has(source))
    .map((source) =>
      size(
        "lazy chunk",
        source,
        difference(manifest.filesOf([source]), workspace),
        BUDGETS.lazyChunks[source] ?? BUDGETS.lazyChunk,
      ),
    );
  const styles: Size = {
    kind: "styles",
    name: "styles.css",
    bytes: manifest.stylesheetGzipBytes,
    files: 1,
    budget: BUDGETS.styles,
  };
  return [styles, size("shell", SHELL, shell), ...routes, ...lazyChunks];
};

/** Budgets of chunks that no longer exist. */
const findUnusedBudgets = (sizes: readonly Size[]): string[] => {
  const names = new Set(sizes.map(({ name }) => name));
  return Object.keys(BUDGETS.lazyChunks).filter((name) => !names.has(name));
};

export const findBudgetViolations = (sizes: readonly Size[]): string[] => [
  ...sizes
    .filter(({ bytes, budget }) => budget !== undefined && bytes > budget)
    .map(({ kind, name, bytes, budget = 0 }) => `${kind} ${name}: ${bytes} bytes, ${bytes - budget} over its budget`),
  ...findUnusedBudgets(sizes).map((name) => `unused budget: ${name} does not exist`),
];
