import { ServerOff } from "lucide-react";
import { useServerAway } from "#lib/server-status.ts";

export function ServerBanner() {
  const away = useServerAway();
  return (
    // The region is there before the text is, or a screen reader would not read it out.
    <div role="status">
      {away && (
        <p className="flex items-center justify-center gap-2 border-b bg-warning-soft px-4 py-2 text-center text-warning">
          <ServerOff aria-hidden className="size-4 shrink-0" />
          De server is even niet bereikbaar. We proberen het vanzelf opnieuw.
        </p>
      )}
    </div>
  );
}
