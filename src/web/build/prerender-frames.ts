import type { Plugin } from "vite";
import { importSource } from "./import-source.ts";

/** The markup of a screen before any of its data has come, and whether it is for a member of a company or for a visitor. */
export type Frame = { who: "member" | "visitor"; html: string };

type FramesModule = { frames: Readonly<Record<string, Frame>> };

/**
 * Writes the frame of each screen to `.vite/frames.json`. The server puts it in the page, so that the screen is seen as soon
 * as the styles are there, and not after the scripts have been loaded and run.
 */
export const prerenderFrames = (): Plugin => {
  let root = "";
  return {
    name: "prerender-frames",
    apply: "build",
    configResolved: (config) => {
      root = config.root;
    },
    async generateBundle() {
      const { frames } = await importSource<FramesModule>(root, "build/render-frames.tsx");
      this.emitFile({ type: "asset", fileName: ".vite/frames.json", source: JSON.stringify(frames) });
    },
  };
};
