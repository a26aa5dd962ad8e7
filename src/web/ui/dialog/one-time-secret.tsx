import type { ReactNode } from "react";
import { Button } from "../button/button.tsx";
import { CopyButton } from "../button/copy-button.tsx";
import { DialogClose, DialogFooter } from "./dialog.tsx";

type OneTimeSecretProps = { secret: string; copyLabel: string; children: ReactNode };

/** The end of a dialog that has created a secret, which is shown this once. `children` say what it is for. */
export const OneTimeSecret = ({ secret, copyLabel, children }: OneTimeSecretProps) => (
  <div className="flex flex-col gap-4">
    <p role="status">{children}</p>
    <div className="flex items-center gap-2 rounded-md border bg-muted px-3 py-2">
      <code className="min-w-0 flex-1 break-all font-mono text-[0.8125rem]">{secret}</code>
      <CopyButton text={secret} label={copyLabel} />
    </div>
    <DialogFooter>
      <DialogClose>
        <Button>Klaar</Button>
      </DialogClose>
    </DialogFooter>
  </div>
);
