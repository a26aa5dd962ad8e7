import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { root } from "./paths.mjs";
import { Problem } from "./terminal.mjs";

/** The folder everything is kept in, made when it is not there; told at once when that cannot be. */
export function requireDataFolder(env) {
  const folder = resolve(root, env.DATA_DIR || "data");
  try {
    makeFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return folder;
  } catch {
    throw new Problem(
      `In de map ${folder} kan niet geschreven worden. Geef met DATA_DIR een map op waarin dat wel kan.`,
    );
  }
}

// Level by level: where no folder can be made at all, Node's own recursive way tries for ever.
function makeFolder(path) {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}
