import { runnerImport } from "vite";

/** Imports a module of the app into the build, through Vite: Node itself cannot load JSX. */
export const importSource = async <Module>(root: string, file: string): Promise<Module> =>
  (await runnerImport<Module>(`${root}/${file}`, { root, configFile: false, logLevel: "error" })).module;
