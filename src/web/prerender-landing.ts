import { createElement, type FunctionComponent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { type HtmlTagDescriptor, type Plugin, runnerImport } from "vite";
import { LANDING_DESCRIPTION, LANDING_TITLE } from "./features/landing/landing.meta.ts";

const PAGE = "/landing.html";
const PLACE = '<div id="root"></div>';

type LandingModule = { LandingPage: FunctionComponent };

// Through the bundler: the build's own Node reads no JSX.
const importPage = async (root: string): Promise<LandingModule> =>
  (
    await runnerImport<LandingModule>(`${root}/features/landing/landing.page.tsx`, {
      configFile: false,
      logLevel: "error",
    })
  ).module;

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

/** The landing page as finished HTML: visitors and search engines need none of the app's code to read it. */
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
        const { LandingPage } = await importPage(root);
        const markup = renderToStaticMarkup(createElement(LandingPage));
        return {
          html: html.replace(PLACE, () => `<div id="root">${markup}</div>`),
          tags: HEAD_TAGS,
        };
      },
    },
  };
};
