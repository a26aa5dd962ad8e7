import "@uppy/core/css/style.min.css";
import "@uppy/dashboard/css/style.min.css";
import "./logo-uploader.css";
import Dashboard from "@uppy/dashboard";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { createUppy } from "./create-uppy.ts";
import { showUploadFailure, useLinkLogo } from "./logo-upload.api.ts";
import { UploadFailure } from "./upload-failure.ts";

type LogoUploaderProps = { companyId: string; onLinked: (objectPath: string) => void; onDone: () => void };

const DASHBOARD = {
  inline: true,
  width: 750,
  height: 550,
  note: "PNG, JPG of SVG, maximaal 5 MB",
  // Not as JPEG, which would put transparent logos on black.
  thumbnailType: "image/png",
  // What goes wrong stands below it, and stays.
  disableInformer: true,
  proudlyDisplayPoweredByUppy: false,
} as const;

/** The widget calls the one file an item, but only several of them a list. */
const markList = (root: HTMLElement) => root.querySelector(".uppy-Dashboard-files")?.setAttribute("role", "list");

/** The file list, drag and drop and status bar of the upload widget. Leaving the screen ends an upload under way. */
export function LogoUploader({ companyId, onLinked, onDone }: LogoUploaderProps) {
  const target = useRef<HTMLDivElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const [failure, setFailure] = useState<string | null>();
  const linkLogo = useLinkLogo(companyId, onLinked);
  const link = useEffectEvent((address: string) => linkLogo.mutateAsync(address));
  const done = useEffectEvent(onDone);

  useEffect(() => {
    const root = target.current;
    if (!root) return;
    const uppy = createUppy((address) => link(address));
    uppy.use(Dashboard, { ...DASHBOARD, target: root, doneButtonHandler: () => done() });
    uppy.on("restriction-failed", (_, { message }) => setRefusal(message));
    uppy.on("upload-error", (_, error) => showUploadFailure(error instanceof UploadFailure ? error.cause : error));
    uppy.on("state-update", () => setFailure(uppy.getFiles()[0]?.error));
    uppy.on("file-added", () => {
      setRefusal(undefined);
      requestAnimationFrame(() => markList(root));
    });
    root.querySelector<HTMLElement>(".uppy-Dashboard-browse")?.focus();
    return () => uppy.destroy();
  }, []);

  const problem = failure ?? refusal;
  return (
    <>
      <div ref={target} className="logo-uploader" />
      {problem && (
        <p role="alert" className="border-t px-5 py-3 text-danger text-sm">
          {problem}
        </p>
      )}
    </>
  );
}
