import { useMutation } from "@tanstack/react-query";
import { logoRoutes } from "#contract/logo.ts";
import { call } from "#lib/api.ts";
import { problemText } from "#lib/api-error.ts";
import { showToast } from "#ui/toast.tsx";
import { logoLinkKey } from "../logo-link-key.ts";

export const showUploadFailure = (error: unknown): void =>
  showToast({
    title: "Fout",
    description: problemText(error, "Er ging iets mis bij het uploaden van het logo."),
    tone: "destructive",
  });

/** A fresh address, good for one file. With the host in front, as the upload widget wants it. */
export const requestUploadAddress = async (signal?: AbortSignal): Promise<string> => {
  const { uploadURL } = await call(logoRoutes.startLogoUpload, signal ? { signal } : {});
  return new URL(uploadURL, location.origin).href;
};

/** Tells how it ended also when the dialog has been closed meanwhile. */
export const useLinkLogo = (companyId: string, onLinked: (objectPath: string) => void) =>
  useMutation({
    mutationKey: logoLinkKey,
    mutationFn: (logoURL: string) => call(logoRoutes.linkLogo, { params: { id: companyId }, body: { logoURL } }),
    onSuccess: ({ objectPath }) => {
      showToast({ title: "Logo geüpload", description: "Het bedrijfslogo is succesvol geüpload." });
      onLinked(objectPath);
    },
    onError: showUploadFailure,
  });
