import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Page, pageInMemory } from "./page-in-memory.ts";

// Other sites show this picture beside a link to us, and take no address without a host.
const PICTURE = /(<meta property="og:image" content=")(\/[^"]*)(">)/;

/** The page for visitors, with the address under which this installation is reached filled in; nothing without a page. */
export const readLandingPage = async (folder: string, publicUrl: URL): Promise<Page | undefined> => {
  const built = await readFile(join(folder, "landing.html"), "utf8").catch(() => undefined);
  if (built === undefined) return undefined;
  return pageInMemory(
    built.replace(PICTURE, (_, before: string, path: string, after: string) =>
      [before, new URL(path, publicUrl).href, after].join(""),
    ),
  );
};
