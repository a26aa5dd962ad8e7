import type { Plugin } from "vite";
import { importSource } from "./import-source.ts";

/** A screen as it looks while all that it shows is on its way, and for whom. */
export type Frame = { who: "member" | "visitor"; html: string };

type FramesModule = { frames: Readonly<Record<string, Frame>> };

/**
 * Writes down how each screen looks before anything is known of what it shows. The server puts it in the page: it is then
 * seen as soon as the styles are there, and not after the scripts have come and been read.
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
      const { frames } = await importSource<FramesModule>(root, "frames.tsx");
      this.emitFile({ type: "asset", fileName: ".vite/frames.json", source: JSON.stringify(frames) });
    },
  };
};
