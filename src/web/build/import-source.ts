import { runnerImport } from "vite";

/** A module of the app inside the build. Through the bundler: the build's own Node reads no JSX. */
export const importSource = async <Module>(root: string, file: string): Promise<Module> =>
  (await runnerImport<Module>(`${root}/${file}`, { root, configFile: false, logLevel: "error" })).module;
