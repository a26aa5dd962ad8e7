import { lazy, type ReactNode, Suspense, useState } from "react";
import { useCurrentUser } from "#lib/current-user.ts";

const ProfileDialog = lazy(async () => ({
  default: (await import("#web/features/auth/profile-dialog.tsx")).ProfileDialog,
}));

/** The dialog stands beside the menu that opens it: on a phone that menu is gone by then. */
export function useProfileDialog(): { dialog: ReactNode; openProfile: () => void } {
  const user = useCurrentUser();
  const [state, setState] = useState<"never" | "open" | "closed">("never");
  const dialog = state !== "never" && (
    <Suspense>
      <ProfileDialog open={state === "open"} onOpenChange={(open) => setState(open ? "open" : "closed")} user={user} />
    </Suspense>
  );
  return { dialog, openProfile: () => setState("open") };
}
