import type { Reply } from "./handlers.ts";

const NON_ASCII_FILE_CHARACTERS = /[^\w .()-]/g;

/** Makes the browser save the response under this name; `filename*` carries letters outside ASCII. */
export const setAttachmentHeader = ({ header }: Pick<Reply, "header">, fileName: string): void =>
  header(
    "content-disposition",
    `attachment; filename="${fileName.normalize("NFKD").replace(NON_ASCII_FILE_CHARACTERS, "")}"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
  );
