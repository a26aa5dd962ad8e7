import type { HtmlTagDescriptor, Plugin, Rolldown } from "vite";
import { importSource } from "./prerender.ts";

// The font file for Latin text, which the browser would otherwise discover only after the stylesheet.
const FONT = /inter-latin-wght-normal.*\.woff2$/;

const link = (attrs: Record<string, string>): HtmlTagDescriptor => ({ tag: "link", attrs, injectTo: "head" });

/** Adds preload tags: for the font on every page, and for the scripts of the app on the landing page. */
export const preloadTags = (): Plugin => ({
  name: "preload-tags",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (_html, { path, bundle = {} }) => {
      const files = Object.values(bundle);
      const fonts = files.filter(({ fileName }) => FONT.test(fileName));
      const app = files.find((file) => file.type === "chunk" && file.isEntry && file.name === "index");
      const scripts = app?.type === "chunk" && path === "/landing.html" ? [app.fileName, ...app.imports] : [];
      return [
        ...fonts.map(({ fileName }) =>
          link({ rel: "preload", as: "font", type: "font/woff2", crossorigin: "", href: `/${fileName}` }),
        ),
        ...scripts.map((fileName) => link({ rel: "prefetch", as: "script", crossorigin: "", href: `/${fileName}` })),
      ];
    },
  },
});

type Bundle = Rolldown.OutputBundle;
/** The part of app/screens.ts that is used here. It is imported through Vite, because Node cannot load the JSX modules it imports. */
type ScreensModule<Screen = { path: string }> = {
  SCREENS: readonly Screen[];
  filesOfScreen: (screen: Screen) => string[];
};

/** The scripts of these source files, with everything they import statically. */
const scriptsOf = (bundle: Bundle, files: readonly string[]): Set<string> => {
  const scripts = new Set<string>();
  const visit = (fileName: string) => {
    const chunk = bundle[fileName];
    if (chunk?.type !== "chunk" || scripts.has(fileName)) return;
    scripts.add(fileName);
    for (const imported of chunk.imports) visit(imported);
  };
  for (const file of files) {
    const entry = Object.values(bundle).find((chunk) => chunk.type === "chunk" && chunk.facadeModuleId === file);
    if (!entry) throw new Error(`app/screens.ts names ${file}, which is not loaded by itself`);
    visit(entry.fileName);
  }
  return scripts;
};

/**
 * Writes to `.vite/screens.json` which scripts each screen needs beside those of the app. The server names them in the page:
 * the browser fetches them together with the first scripts, and not after those have run. `.vite/screen-sources.json` is for
 * the size budgets (bench/web/sizes.ts).
 */
export const screenScripts = (): Plugin => {
  let root = "";
  return {
    name: "screen-scripts",
    apply: "build",
    configResolved: (config) => {
      root = config.root;
    },
    async generateBundle(_options, bundle) {
      const { SCREENS, filesOfScreen } = await importSource<ScreensModule>(root, "app/screens.ts");
      const app = scriptsOf(bundle, [`${root}/index.html`]);
      const screens = SCREENS.map((screen) => {
        const files = filesOfScreen(screen).map((file) => `${root}/${file}`);
        const scripts = [...scriptsOf(bundle, files)].filter((script) => !app.has(script));
        return [screen.path, scripts.map((script) => `/${script}`)];
      });
      const writeJson = (fileName: string, content: unknown) =>
        this.emitFile({ type: "asset", fileName, source: JSON.stringify(content) });
      writeJson(".vite/screens.json", Object.fromEntries(screens));
      writeJson(
        ".vite/screen-sources.json",
        SCREENS.map((screen) => ({ path: screen.path, sources: filesOfScreen(screen) })),
      );
    },
  };
};
