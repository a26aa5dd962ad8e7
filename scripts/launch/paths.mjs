import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { UserError } from "./terminal.mjs";

export const root = fileURLToPath(new URL("../..", import.meta.url));
const bin = join(root, "node_modules", ".bin");

const packagedNode = join(root, "node_modules", "node", "bin", "node");

export function hasPackagedNode() {
  return existsSync(packagedNode);
}

/** The Node of node_modules, which runs the product even when npm was started with another version. */
export function findNode() {
  if (hasPackagedNode()) return packagedNode;
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath;
  throw new UserError(
    "Node 24 ontbreekt: npm heeft het installatiescript van het pakket node niet uitgevoerd.\n" +
      "Voer uit: npm rebuild node --ignore-scripts=false, of start met Node 24.",
  );
}

/** The environment for tools of this project: its own commands, including Node, come first in PATH. */
export function toolEnvironment(env = process.env) {
  return { ...env, PATH: `${bin}${delimiter}${env.PATH ?? ""}` };
}

/**
 * The environment for `npm ci`. Without the Node of node_modules in PATH, because npm replaces that Node, and without NODE_ENV,
 * so that no setting for production changes what is installed.
 */
export function npmEnvironment(env = process.env) {
  const { NODE_ENV: _, ...rest } = env;
  const path = (env.PATH ?? "").split(delimiter).filter((folder) => !folder.startsWith(join(root, "node_modules")));
  return { ...rest, PATH: path.join(delimiter) };
}
