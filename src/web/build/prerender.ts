import { createElement, type FunctionComponent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { type HtmlTagDescriptor, type Plugin, runnerImport } from "vite";
import { LANDING_DESCRIPTION, LANDING_TITLE } from "#web/features/landing/landing.meta.ts";

/** Imports a module of the app into the build, through Vite: Node itself cannot load JSX. */
export const importSource = async <Module>(root: string, file: string): Promise<Module> =>
  (await runnerImport<Module>(`${root}/${file}`, { root, configFile: false, logLevel: "error" })).module;

/** The markup of a screen before any of its data has come, and whether it is for a member of a company or for a visitor. */
export type Skeleton = { who: "member" | "visitor"; html: string };

type SkeletonsModule = { skeletons: Readonly<Record<string, Skeleton>> };

/**
 * Writes the skeleton of each screen to `.vite/skeletons.json`. The server puts it in the page, so that the screen is seen as soon
 * as the styles are there, and not after the scripts have been loaded and run.
 */
export const prerenderSkeletons = (): Plugin => {
  let root = "";
  return {
    name: "prerender-skeletons",
    apply: "build",
    configResolved: (config) => {
      root = config.root;
    },
    async generateBundle() {
      const { skeletons } = await importSource<SkeletonsModule>(root, "build/render-skeletons.tsx");
      this.emitFile({ type: "asset", fileName: ".vite/skeletons.json", source: JSON.stringify(skeletons) });
    },
  };
};

const PAGE = "/landing.html";
const PLACE = '<div id="root"></div>';

type LandingModule = { LandingPage: FunctionComponent };

const metaTag = (attrs: Record<string, string>): HtmlTagDescriptor => ({ tag: "meta", attrs, injectTo: "head" });

const HEAD_TAGS: HtmlTagDescriptor[] = [
  { tag: "title", children: LANDING_TITLE, injectTo: "head" },
  metaTag({ name: "description", content: LANDING_DESCRIPTION }),
  metaTag({ property: "og:type", content: "website" }),
  metaTag({ property: "og:locale", content: "nl_NL" }),
  metaTag({ property: "og:title", content: LANDING_TITLE }),
  metaTag({ property: "og:description", content: LANDING_DESCRIPTION }),
  metaTag({ property: "og:image", content: "/og.png" }),
];

/** Prerenders the landing page as static HTML, which needs no scripts. */
export const prerenderLanding = (): Plugin => {
  let root = "";
  return {
    name: "prerender-landing",
    configResolved: (config) => {
      root = config.root;
    },
    transformIndexHtml: {
      order: "pre",
      handler: async (html, { path }) => {
        if (path !== PAGE) return html;
        const { LandingPage } = await importSource<LandingModule>(root, "features/landing/landing.page.tsx");
        const markup = renderToStaticMarkup(createElement(LandingPage));
        return {
          html: html.replace(PLACE, () => `<div id="root">${markup}</div>`),
          tags: HEAD_TAGS,
        };
      },
    },
  };
};
