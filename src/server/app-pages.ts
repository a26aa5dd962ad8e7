import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Page, pageInMemory } from "./page-in-memory.ts";

const read = (folder: string, name: string) => readFile(join(folder, name), "utf8").catch(() => undefined);

const preload = (file: string): string => `<link rel="modulepreload" crossorigin href="${file}">`;

/** The page of the app, for each screen with the scripts that it will ask for; nothing without a build. */
export const readAppPages = async (folder: string): Promise<((path: string) => Page) | undefined> => {
  const html = await read(folder, "index.html");
  if (html === undefined) return undefined;
  const screens = JSON.parse((await read(folder, ".vite/screens.json")) ?? "{}") as Record<string, string[]>;
  const pages = new Map(
    Object.entries(screens).map(([path, files]) => [
      path,
      pageInMemory(html.replace("</head>", () => `${files.map(preload).join("")}</head>`)),
    ]),
  );
  const other = pageInMemory(html);
  return (path) => pages.get(path) ?? other;
};
