import AwsS3 from "@uppy/aws-s3";
import { type Body, type Meta, Uppy } from "@uppy/core";
import { LOGO_MAX_BYTES, LOGO_TYPES } from "#contract/logo.ts";
import { DUTCH } from "./dutch.ts";
import { askAddress, RETRY_DELAYS, sendFile } from "./send-file.ts";

/** After the file has arrived. Not linked is not uploaded: trying again sends the file anew, to a fresh address. */
const linkAfterwards = (uppy: Uppy<Meta, Body>, link: (address: string) => Promise<unknown>): void => {
  uppy.addPostProcessor(async ([id = ""]) => {
    const file = uppy.getFile(id);
    if (!file?.uploadURL || file.error) return;
    uppy.emit("postprocess-progress", file, { mode: "indeterminate", message: "Uploaden..." });
    try {
      await link(file.uploadURL);
    } catch {
      if (!uppy.getFile(id)) return;
      const error = "Upload failed";
      uppy.setFileState(id, { error, progress: { ...file.progress, uploadComplete: false } });
      uppy.setState({ error });
    }
  });
};

export const createUppy = (link: (address: string) => Promise<unknown>): Uppy<Meta, Body> => {
  const uppy = new Uppy<Meta, Body>({
    locale: DUTCH,
    restrictions: { maxNumberOfFiles: 1, maxFileSize: LOGO_MAX_BYTES, allowedFileTypes: [...LOGO_TYPES] },
  });
  uppy.use(AwsS3, {
    shouldUseMultipart: false,
    limit: 6,
    retryDelays: RETRY_DELAYS,
    // Pausing ends the request; resuming comes by here again, for a fresh address.
    getUploadParameters: (file, { signal }) => askAddress(file.type, signal),
    uploadPartBytes: (sending) => sendFile(sending, uppy.getFiles()[0]?.type ?? ""),
  });
  linkAfterwards(uppy, link);
  return uppy;
};
