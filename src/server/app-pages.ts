import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { authRoutes } from "#contract/auth.ts";
import { type Page, pageInMemory } from "./page-in-memory.ts";

/** For somebody who may be signed in, and for somebody who cannot be. */
type AppPage = { member: Page; visitor: Page };

const read = (folder: string, name: string) => readFile(join(folder, name), "utf8").catch(() => undefined);

/** How a screen looks while all that it shows is on its way, and for whom. */
type Frame = { who: keyof AppPage; html: string };

const PLACE = '<div id="root"></div>';

const preload = (file: string): string => `<link rel="modulepreload" crossorigin href="${file}">`;

const ADMIN = /^\/admin(\/|$)/;

/** Asked together with the scripts: the answer is there before they are, and what a screen shows is asked for at once. */
const askWho = (path: string): string => {
  const route = ADMIN.test(path) ? authRoutes.adminUser : authRoutes.currentUser;
  return `<link rel="preload" as="fetch" crossorigin href="${route.path}">`;
};

const withHead = (html: string, tags: string): string => html.replace("</head>", () => `${tags}</head>`);

/** What is seen first needs the styles and the font: scripts do not take the line from them. */
const scriptsLater = (html: string): string =>
  html.replace(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"');

const withFrame = (html: string, frame: string | undefined): string =>
  frame ? scriptsLater(html).replace(PLACE, () => PLACE.replace("><", `>${frame}<`)) : html;

/** A visitor's page says that it is one: asking who is signed in would only be refused. */
const bothOf = (path: string, html: string, frame?: Frame): AppPage => {
  const framed = (who: keyof AppPage) => withFrame(html, frame?.who === who ? frame.html : undefined);
  return {
    member: pageInMemory(withHead(framed("member"), askWho(path))),
    visitor: pageInMemory(framed("visitor").replace("<html", "<html data-visitor")),
  };
};

const readTable = async <Value>(folder: string, name: string): Promise<Record<string, Value>> =>
  JSON.parse((await read(folder, `.vite/${name}.json`)) ?? "{}") as Record<string, Value>;

/** The page of the app, for each screen with its frame and the scripts that it will ask for; nothing without a build. */
export const readAppPages = async (folder: string): Promise<((path: string) => AppPage) | undefined> => {
  const html = await read(folder, "index.html");
  if (html === undefined) return undefined;
  const [screens, frames] = await Promise.all([
    readTable<string[]>(folder, "screens"),
    readTable<Frame>(folder, "frames"),
  ]);
  const pages = new Map(
    Object.entries(screens).map(([path, files]) => [
      path,
      bothOf(path, withHead(html, files.map(preload).join("")), frames[path]),
    ]),
  );
  const [other, otherOfAdmin] = [bothOf("/", html), bothOf("/admin", html)];
  return (path) => pages.get(path) ?? (ADMIN.test(path) ? otherOfAdmin : other);
};
