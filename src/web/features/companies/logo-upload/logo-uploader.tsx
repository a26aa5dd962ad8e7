import AwsS3, { type AwsS3UploadParameters } from "@uppy/aws-s3";
import { type Body, type Meta, Uppy } from "@uppy/core";
import { LOGO_MAX_BYTES, LOGO_TYPES } from "#contract/companies.ts";
import { requestUploadUrl, showUploadFailure, useSaveLogo } from "../companies.api.ts";
import { failureOfUpload, failureOfUrlRequest, UploadFailure } from "./upload-failure.ts";
import { UPPY_DUTCH } from "./uppy-locale.ts";
import "@uppy/core/css/style.min.css";
import "@uppy/dashboard/css/style.min.css";
import "./logo-uploader.css";
import Dashboard from "@uppy/dashboard";
import { useEffect, useEffectEvent, useRef, useState } from "react";

const RETRY_DELAYS = [0, 1000, 3000, 5000];

type UploadPart = Parameters<typeof AwsS3.uploadPartBytes>[0];

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const requestUploadParameters = async (type: string, signal?: AbortSignal): Promise<AwsS3UploadParameters> => {
  try {
    return { method: "PUT", url: await requestUploadUrl(signal), headers: { "content-type": type } };
  } catch (error) {
    throw signal?.aborted ? error : failureOfUrlRequest(error);
  }
};

/**
 * Uploads the file in one request, with our own retries: Uppy retries only multipart uploads. Each retry uses a new upload
 * URL, because the previous one may have been used up by an upload whose response was lost.
 */
const uploadWithRetry = async (
  part: UploadPart,
  type: string,
  delays: readonly number[] = RETRY_DELAYS,
): Promise<{ ETag: string; location: string }> => {
  const { signal, signature } = part;
  try {
    const { ETag } = await AwsS3.uploadPartBytes(part);
    return { ETag, location: signature.url };
  } catch (error) {
    const [delay, ...remainingDelays] = delays;
    const failure = failureOfUpload(error);
    if (signal?.aborted || !failure.retryable || delay === undefined) throw failure;
    await wait(delay);
    signal?.throwIfAborted();
    return uploadWithRetry({ ...part, signature: await requestUploadParameters(type, signal) }, type, remainingDelays);
  }
};

/** Saves the uploaded file as the company's logo. If that fails, the upload counts as failed and a retry uploads the file again. */
const saveAfterUpload = (uppy: Uppy<Meta, Body>, save: (url: string) => Promise<unknown>): void => {
  uppy.addPostProcessor(async ([id = ""]) => {
    const file = uppy.getFile(id);
    if (!file?.uploadURL || file.error) return;
    uppy.emit("postprocess-progress", file, { mode: "indeterminate", message: "Uploaden..." });
    try {
      await save(file.uploadURL);
    } catch {
      if (!uppy.getFile(id)) return;
      const error = "Upload failed";
      uppy.setFileState(id, { error, progress: { ...file.progress, uploadComplete: false } });
      uppy.setState({ error });
    }
  });
};

const createUppy = (save: (url: string) => Promise<unknown>): Uppy<Meta, Body> => {
  const uppy = new Uppy<Meta, Body>({
    locale: UPPY_DUTCH,
    restrictions: { maxNumberOfFiles: 1, maxFileSize: LOGO_MAX_BYTES, allowedFileTypes: [...LOGO_TYPES] },
  });
  uppy.use(AwsS3, {
    shouldUseMultipart: false,
    limit: 6,
    retryDelays: RETRY_DELAYS,
    // Pausing aborts the request; resuming calls this again and gets a new URL.
    getUploadParameters: (file, { signal }) => requestUploadParameters(file.type, signal),
    uploadPartBytes: (part) => uploadWithRetry(part, uppy.getFiles()[0]?.type ?? ""),
  });
  saveAfterUpload(uppy, save);
  return uppy;
};

type LogoUploaderProps = { companyId: string; onLogoSaved: (objectPath: string) => void; onDone: () => void };

const DASHBOARD_OPTIONS = {
  inline: true,
  width: 750,
  height: 550,
  note: "PNG, JPG of SVG, maximaal 5 MB",
  // A JPEG thumbnail would show transparent logos on black.
  thumbnailType: "image/png",
  // Errors are shown below the widget and stay visible.
  disableInformer: true,
  proudlyDisplayPoweredByUppy: false,
} as const;

/** Uppy gives a single file role "listitem" without a surrounding list, which is an accessibility error. */
const markFileList = (root: HTMLElement) => root.querySelector(".uppy-Dashboard-files")?.setAttribute("role", "list");

/** The Uppy dashboard: file list, drag and drop, status bar. Unmounting aborts a running upload. */
export function LogoUploader({ companyId, onLogoSaved, onDone }: LogoUploaderProps) {
  const target = useRef<HTMLDivElement>(null);
  const [restrictionError, setRestrictionError] = useState<string>();
  const [uploadError, setUploadError] = useState<string | null>();
  const saveLogo = useSaveLogo(companyId, onLogoSaved);
  const save = useEffectEvent((url: string) => saveLogo.mutateAsync(url));
  const done = useEffectEvent(onDone);

  useEffect(() => {
    const root = target.current;
    if (!root) return;
    const uppy = createUppy((url) => save(url));
    uppy.use(Dashboard, { ...DASHBOARD_OPTIONS, target: root, doneButtonHandler: () => done() });
    uppy.on("restriction-failed", (_, { message }) => setRestrictionError(message));
    uppy.on("upload-error", (_, error) => showUploadFailure(error instanceof UploadFailure ? error.cause : error));
    uppy.on("state-update", () => setUploadError(uppy.getFiles()[0]?.error));
    uppy.on("file-added", () => {
      setRestrictionError(undefined);
      requestAnimationFrame(() => markFileList(root));
    });
    root.querySelector<HTMLElement>(".uppy-Dashboard-browse")?.focus();
    return () => uppy.destroy();
  }, []);

  const error = uploadError ?? restrictionError;
  return (
    <>
      <div ref={target} className="logo-uploader" />
      {error && (
        <p role="alert" className="border-t px-5 py-3 text-danger text-sm">
          {error}
        </p>
      )}
    </>
  );
}
