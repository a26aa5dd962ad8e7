import type { Reply } from "./handlers.ts";

const PLAIN = /[^\w .()-]/g;

/** To be saved as a file of this name, whatever letters are in it. */
export const attachment = ({ header }: Pick<Reply, "header">, fileName: string): void =>
  header(
    "content-disposition",
    `attachment; filename="${fileName.normalize("NFKD").replace(PLAIN, "")}"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
  );
