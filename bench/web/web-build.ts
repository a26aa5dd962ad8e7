import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { findCycles } from "#scripts/boundaries/cycles.ts";

export const BUILD_DIR = join(import.meta.dirname, "../../dist/web");

type Chunk = { file: string; imports?: string[]; isDynamicEntry?: boolean; css?: string[] };
type Manifest = Record<string, Chunk>;

/** A screen and its source files: the guard, if it has one, and then the page. */
type ScreenSources = { path: string; sources: string[] };

const readBuildJson = <Content>(name: string): Content =>
  JSON.parse(readFileSync(join(BUILD_DIR, ".vite", name), "utf8")) as Content;

/** The built web: its screens, chunks and gzip sizes, from Vite's manifest and our `screen-sources.json`. */
export class WebBuild {
  readonly screens = readBuildJson<ScreenSources[]>("screen-sources.json");
  private readonly chunks = readBuildJson<Manifest>("manifest.json");
  private readonly sizes = new Map<string, number>();

  /** In a cycle, a module may run before one that it imports. */
  assertNoCycles(): void {
    const [cycle] = findCycles(new Map(Object.entries(this.chunks).map(([name, { imports = [] }]) => [name, imports])));
    if (cycle) throw new Error(`import cycle between chunks: ${cycle.join(" → ")}`);
  }

  /** The sources that are loaded by dynamic import. */
  get dynamicEntries(): string[] {
    return Object.keys(this.chunks).filter((source) => this.chunks[source]?.isDynamicEntry);
  }

  /** The built files of these source files, with their static imports. */
  builtFilesOf(sources: readonly string[]): Set<string> {
    const files = new Set<string>();
    const visit = (source: string) => {
      const chunk = this.chunks[source];
      if (!chunk) throw new Error(`${source} was not built`);
      if (files.has(chunk.file)) return;
      files.add(chunk.file);
      for (const imported of chunk.imports ?? []) visit(imported);
    };
    for (const source of sources) visit(source);
    return files;
  }

  totalGzipSize(files: Iterable<string>): number {
    return [...files].reduce((sum, file) => sum + this.gzipSize(file), 0);
  }

  /** The total of the stylesheets that index.html loads. */
  get stylesheetGzipSize(): number {
    return this.totalGzipSize(
      ["index.html", ...(this.chunks["index.html"]?.imports ?? [])].flatMap((source) => this.chunks[source]?.css ?? []),
    );
  }

  private gzipSize(file: string): number {
    const size = this.sizes.get(file) ?? gzipSync(readFileSync(join(BUILD_DIR, file)), { level: 9 }).length;
    this.sizes.set(file, size);
    return size;
  }
}
