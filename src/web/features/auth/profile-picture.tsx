import { type ChangeEvent, useRef, useState } from "react";
import type { SessionUser } from "#contract/auth.ts";
import { errorMessage } from "#lib/api/api.ts";
import { avatarLetter, displayName } from "#lib/labels/person.ts";
import { Button } from "#ui/button/button.tsx";
import { Avatar } from "#ui/content/avatar.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { useDeletePicture, usePutPicture } from "./auth.api.ts";

const MAX_SIDE = 512;

type Square = { left: number; top: number; side: number; outputSide: number };

/** The largest square in the centre of the picture, scaled down to at most 512 pixels and never scaled up. */
export const centerSquare = (width: number, height: number): Square => {
  const side = Math.min(width, height);
  return {
    left: Math.round((width - side) / 2),
    top: Math.round((height - side) / 2),
    side,
    outputSide: Math.min(side, MAX_SIDE),
  };
};

/** Redraws the picture: that removes metadata such as the location, and limits its size. Rejects what is not an image. */
const cropToSquare = async (file: Blob): Promise<Blob> => {
  const picture = await createImageBitmap(file);
  const { left, top, side, outputSide } = centerSquare(picture.width, picture.height);
  const canvas = new OffscreenCanvas(outputSide, outputSide);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no 2d context");
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, left, top, side, side, 0, 0, outputSide, outputSide);
  picture.close();
  return canvas.convertToBlob({ type: "image/png" });
};

export function ProfilePicture({ user }: { user: SessionUser }) {
  const removal = useRemovePicture();
  return (
    <div className="flex items-center gap-4">
      <Avatar name={displayName(user)} initials={avatarLetter(user)} src={user.profileImageUrl} size="xl" />
      <div className="min-w-0">
        <div className="flex flex-wrap gap-2">
          <ChoosePicture label={user.profileImageUrl ? "Foto wijzigen" : "Foto kiezen"} />
          {user.profileImageUrl && (
            <Button variant="ghost" size="sm" busy={removal.busy} onClick={removal.start}>
              Foto verwijderen
            </Button>
          )}
        </div>
        <p className="mt-1.5 text-muted-foreground text-xs">PNG, JPEG of WebP. We gebruiken het midden als vierkant.</p>
      </div>
    </div>
  );
}

function ChoosePicture({ label }: { label: string }) {
  const input = useRef<HTMLInputElement>(null);
  const upload = useUploadPicture();
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    // Without this, choosing the same file again after a failure would not fire a change event.
    target.value = "";
    if (file) void upload.start(file);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp"
        aria-label="Profielfoto"
        onChange={choose}
      />
      <Button
        variant="outline"
        size="sm"
        busy={upload.busy}
        busyLabel="Uploaden..."
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  );
}

function useUploadPicture() {
  const [cropping, setCropping] = useState(false);
  const putPicture = usePutPicture();
  const start = async (file: File) => {
    setCropping(true);
    const picture = await cropToSquare(file).catch(() => undefined);
    setCropping(false);
    if (!picture) {
      showToast({
        title: "Foto niet gewijzigd",
        description: "Dit bestand is geen afbeelding die we kunnen lezen. Kies een PNG, JPEG of WebP.",
        tone: "destructive",
      });
      return;
    }
    putPicture.mutate(picture, {
      onSuccess: () => showToast({ title: "Foto gewijzigd", description: "Je nieuwe profielfoto is te zien." }),
      onError: (error) =>
        showToast({
          title: "Foto niet gewijzigd",
          description: errorMessage(error, "Er ging iets mis bij het uploaden van je foto."),
          tone: "destructive",
        }),
    });
  };
  return { start, busy: cropping || putPicture.isPending };
}

function useRemovePicture() {
  const remove = useDeletePicture();
  const start = () =>
    remove.mutate(undefined, {
      onSuccess: () => showToast({ title: "Foto verwijderd", description: "Je initiaal staat er weer." }),
      onError: (error) =>
        showToast({
          title: "Foto niet verwijderd",
          description: errorMessage(error, "Er ging iets mis bij het verwijderen van je foto."),
          tone: "destructive",
        }),
    });
  return { start, busy: remove.isPending };
}
