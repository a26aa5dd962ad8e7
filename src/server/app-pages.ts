import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { authRoutes } from "../contract/auth.ts";
import { type Page, pageInMemory } from "./page-in-memory.ts";

/** For somebody who may be signed in, and for somebody who cannot be. */
type AppPage = { member: Page; visitor: Page };

const read = (folder: string, name: string) => readFile(join(folder, name), "utf8").catch(() => undefined);

const preload = (file: string): string => `<link rel="modulepreload" crossorigin href="${file}">`;

const ADMIN = /^\/admin(\/|$)/;

/** Asked together with the scripts: the answer is there before they are, and what a screen shows is asked for at once. */
const askWho = (path: string): string => {
  const route = ADMIN.test(path) ? authRoutes.adminUser : authRoutes.currentUser;
  return `<link rel="preload" as="fetch" crossorigin href="${route.path}">`;
};

const withHead = (html: string, tags: string): string => html.replace("</head>", () => `${tags}</head>`);

/** A visitor's page says that it is one: asking who is signed in would only be refused. */
const bothOf = (path: string, html: string): AppPage => ({
  member: pageInMemory(withHead(html, askWho(path))),
  visitor: pageInMemory(html.replace("<html", "<html data-visitor")),
});

/** The page of the app, for each screen with the scripts that it will ask for; nothing without a build. */
export const readAppPages = async (folder: string): Promise<((path: string) => AppPage) | undefined> => {
  const html = await read(folder, "index.html");
  if (html === undefined) return undefined;
  const screens = JSON.parse((await read(folder, ".vite/screens.json")) ?? "{}") as Record<string, string[]>;
  const pages = new Map(
    Object.entries(screens).map(([path, files]) => [path, bothOf(path, withHead(html, files.map(preload).join("")))]),
  );
  const [other, otherOfAdmin] = [bothOf("/", html), bothOf("/admin", html)];
  return (path) => pages.get(path) ?? (ADMIN.test(path) ? otherOfAdmin : other);
};
