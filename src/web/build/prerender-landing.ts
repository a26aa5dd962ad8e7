import { createElement, type FunctionComponent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { HtmlTagDescriptor, Plugin } from "vite";
import { LANDING_DESCRIPTION, LANDING_TITLE } from "#web/features/landing/landing.meta.ts";
import { importSource } from "./import-source.ts";

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
