import { RotateCw } from "lucide-react";
import { Button } from "../button/button.tsx";

/** In place of a part of the screen whose code cannot be loaded: a release has replaced its file. The rest stays, with what was typed in it. */
export const NewVersion = () => (
  <div
    role="alert"
    className="pointer-events-auto fixed inset-x-3 bottom-3 z-100 mx-auto flex w-fit flex-wrap items-center gap-3 rounded-md border bg-popover px-3.5 py-2.5 text-popover-foreground text-sm shadow-lg print:hidden"
  >
    <span>
      {navigator.onLine ? "Er is een nieuwe versie." : "Zonder verbinding kan dit onderdeel niet worden geladen."}
    </span>
    <Button size="sm" onClick={() => location.reload()}>
      <RotateCw />
      Pagina vernieuwen
    </Button>
  </div>
);
