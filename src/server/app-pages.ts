import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Page, pageInMemory } from "./page-in-memory.ts";

/** For somebody who may be signed in, and for somebody who cannot be. */
type AppPage = { member: Page; visitor: Page };

const read = (folder: string, name: string) => readFile(join(folder, name), "utf8").catch(() => undefined);

const preload = (file: string): string => `<link rel="modulepreload" crossorigin href="${file}">`;

/** A visitor's page says that it is one: asking who is signed in would only be refused. */
const bothOf = (html: string): AppPage => ({
  member: pageInMemory(html),
  visitor: pageInMemory(html.replace("<html", "<html data-visitor")),
});

/** The page of the app, for each screen with the scripts that it will ask for; nothing without a build. */
export const readAppPages = async (folder: string): Promise<((path: string) => AppPage) | undefined> => {
  const html = await read(folder, "index.html");
  if (html === undefined) return undefined;
  const screens = JSON.parse((await read(folder, ".vite/screens.json")) ?? "{}") as Record<string, string[]>;
  const pages = new Map(
    Object.entries(screens).map(([path, files]) => [
      path,
      bothOf(html.replace("</head>", () => `${files.map(preload).join("")}</head>`)),
    ]),
  );
  const other = bothOf(html);
  return (path) => pages.get(path) ?? other;
};
