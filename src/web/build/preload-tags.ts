import type { HtmlTagDescriptor, Plugin } from "vite";

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
