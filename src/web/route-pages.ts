import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROUTES = join(import.meta.dirname, "app/routes");

/** A screen: its address, and the sources that are loaded for it, gate and page. */
export type RoutePage = { path: string; gates: string[]; page: string };

type Declared = { name: string | undefined; parent: string; path: string; load: string | undefined };

const read = (text: string, pattern: RegExp): string | undefined => pattern.exec(text)?.[1];

/** As Vite names it: from the folder of the web. */
const sourceOf = (specifier: string): string =>
  specifier.startsWith("#web/") ? specifier.slice(5) : join("app/routes", specifier).replaceAll("\\", "/");

const declaredIn = (file: string): Declared[] => {
  const code = readFileSync(join(ROUTES, file), "utf8");
  const usual = read(code, /const getParentRoute = \(\) => (\w+)/) ?? "rootRoute";
  return code.split("createRoute({").flatMap((block, index, blocks) => {
    if (index === 0) return [];
    const specifier = read(block, /import\("([^"]+)"\)/);
    return {
      name: read(blocks[index - 1] ?? "", /const (\w+) = $/),
      parent: read(block, /getParentRoute: \(\) => (\w+)/) ?? usual,
      path: read(block, /\bpath: "([^"]*)"/) ?? "",
      load: specifier && sourceOf(specifier),
    };
  });
};

/** The screens, as the router's own files declare them. */
export const readRoutePages = (): RoutePage[] => {
  const declared = readdirSync(ROUTES)
    .filter((file) => file.endsWith(".routes.tsx"))
    .flatMap(declaredIn);
  const above = (route: Declared): Declared[] => {
    const parent = declared.find(({ name }) => name === route.parent);
    return parent ? [...above(parent), parent] : [];
  };
  return declared.flatMap((route) => {
    if (route.name || !route.load) return [];
    const parents = above(route);
    const path = [...parents, route].map((part) => part.path).join("");
    return {
      path: path.replace(/(?<=.)\/$/, ""),
      gates: parents.flatMap(({ load }) => load ?? []),
      page: route.load,
    };
  });
};
