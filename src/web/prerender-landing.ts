import { createElement, type FunctionComponent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { type HtmlTagDescriptor, type Plugin, runnerImport } from "vite";

const PAGE = "/landing.html";
const PLACE = '<div id="root"></div>';

type LandingModule = { LandingPage: FunctionComponent };
type MetaModule = { LANDING_TITLE: string; LANDING_DESCRIPTION: string };

const importFrom = async <T>(root: string, path: string): Promise<T> =>
  (await runnerImport<T>(`${root}/features/landing/${path}`, { configFile: false, logLevel: "error" })).module;

const metaTag = (attrs: Record<string, string>): HtmlTagDescriptor => ({ tag: "meta", attrs, injectTo: "head" });

const headTags = ({ LANDING_TITLE, LANDING_DESCRIPTION }: MetaModule): HtmlTagDescriptor[] => [
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
        const { LandingPage } = await importFrom<LandingModule>(root, "landing.page.tsx");
        const markup = renderToStaticMarkup(createElement(LandingPage));
        return {
          html: html.replace(PLACE, () => `<div id="root">${markup}</div>`),
          tags: headTags(await importFrom<MetaModule>(root, "landing.meta.ts")),
        };
      },
    },
  };
};
