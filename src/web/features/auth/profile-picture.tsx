import { type ChangeEvent, useRef, useState } from "react";
import type { SessionUser } from "#contract/auth.ts";
import { problemText } from "#lib/api-error.ts";
import { avatarLetter, displayName } from "#lib/person.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Button } from "#ui/button.tsx";
import { showToast } from "#ui/toast.tsx";
import { useDeletePicture, usePutPicture } from "./auth.api.ts";
import { squarePicture } from "./square-picture.ts";

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
    // The same file may be chosen again after a failure.
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
  const [drawing, setDrawing] = useState(false);
  const put = usePutPicture();
  const start = async (file: File) => {
    setDrawing(true);
    const picture = await squarePicture(file).catch(() => undefined);
    setDrawing(false);
    if (!picture) {
      showToast({
        title: "Foto niet gewijzigd",
        description: "Dit bestand is geen afbeelding die we kunnen lezen. Kies een PNG, JPEG of WebP.",
        tone: "destructive",
      });
      return;
    }
    put.mutate(picture, {
      onSuccess: () => showToast({ title: "Foto gewijzigd", description: "Je nieuwe profielfoto is te zien." }),
      onError: (error) =>
        showToast({
          title: "Foto niet gewijzigd",
          description: problemText(error, "Er ging iets mis bij het uploaden van je foto."),
          tone: "destructive",
        }),
    });
  };
  return { start, busy: drawing || put.isPending };
}

function useRemovePicture() {
  const remove = useDeletePicture();
  const start = () =>
    remove.mutate(undefined, {
      onSuccess: () => showToast({ title: "Foto verwijderd", description: "Je initiaal staat er weer." }),
      onError: (error) =>
        showToast({
          title: "Foto niet verwijderd",
          description: problemText(error, "Er ging iets mis bij het verwijderen van je foto."),
          tone: "destructive",
        }),
    });
  return { start, busy: remove.isPending };
}
