import type { Plugin, Rolldown } from "vite";
import { readRoutePages } from "./route-pages.ts";

type Bundle = Rolldown.OutputBundle;

/** The scripts of these sources, with all that they import. */
const scriptsOf = (bundle: Bundle, isOne: (source: string) => boolean): Set<string> => {
  const found = new Set<string>();
  const visit = (fileName: string) => {
    const chunk = bundle[fileName];
    if (chunk?.type !== "chunk" || found.has(fileName)) return;
    found.add(fileName);
    for (const imported of chunk.imports) visit(imported);
  };
  for (const chunk of Object.values(bundle)) {
    if (chunk.type === "chunk" && chunk.facadeModuleId && isOne(chunk.facadeModuleId)) visit(chunk.fileName);
  }
  return found;
};

/**
 * Writes down which scripts each screen needs beside those of the app. The server names them in the page: the browser then
 * fetches them with the first ones, and not after these have been read.
 */
export const screenFiles = (): Plugin => {
  let root = "";
  return {
    name: "screen-files",
    apply: "build",
    configResolved: (config) => {
      root = config.root;
    },
    generateBundle(_options, bundle) {
      const app = scriptsOf(bundle, (source) => source.endsWith("/index.html"));
      const screens = readRoutePages().map(({ path, gates, page }) => {
        const sources = new Set([...gates, page].map((source) => `${root}/${source}`));
        const own = [...scriptsOf(bundle, (source) => sources.has(source))].filter((file) => !app.has(file));
        return [path, own.map((file) => `/${file}`)];
      });
      this.emitFile({
        type: "asset",
        fileName: ".vite/screens.json",
        source: JSON.stringify(Object.fromEntries(screens)),
      });
    },
  };
};
