import { lazy, type ReactNode, Suspense, useState } from "react";
import { useCurrentUser } from "#lib/current-user.ts";

const TwoStepDialog = lazy(async () => ({
  default: (await import("#web/features/auth/two-step/two-step-dialog.tsx")).TwoStepDialog,
}));

/** The dialog stands beside the menu that opens it: on a phone that menu is gone by then. */
export function useTwoStepDialog(): { dialog: ReactNode; open: () => void } {
  const { username } = useCurrentUser();
  const [state, setState] = useState<"never" | "open" | "closed">("never");
  const dialog = state !== "never" && (
    <Suspense>
      <TwoStepDialog
        open={state === "open"}
        onOpenChange={(open) => setState(open ? "open" : "closed")}
        username={username}
      />
    </Suspense>
  );
  return { dialog, open: () => setState("open") };
}
