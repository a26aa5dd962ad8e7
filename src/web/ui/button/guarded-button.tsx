import { CircleHelp } from "lucide-react";
import { cn } from "../cn.ts";
import { Tooltip } from "../overlay/tooltip.tsx";
import { Button, type ButtonProps } from "./button.tsx";

type GuardedButtonProps = ButtonProps & {
  /** Why it cannot be used now. */
  refusal?: string | undefined;
  /** What it does, for a button that is only an icon. */
  hint?: string;
};

/** A button that cannot be used stays within reach, so that everybody can find out why. */
export function GuardedButton({ refusal, hint, className, onClick, ...props }: GuardedButtonProps) {
  const refused = refusal !== undefined;
  return (
    <Tooltip content={refusal ?? hint} disabled={!refused && hint === undefined}>
      <Button
        {...props}
        aria-disabled={refused || undefined}
        onClick={refused ? undefined : onClick}
        className={cn(refused && "opacity-50", className)}
      />
    </Tooltip>
  );
}

type HelpButtonProps = { subject: string; text: string };

/** What something means, on hover and on focus. */
export const HelpButton = ({ subject, text }: HelpButtonProps) => (
  <Tooltip content={text}>
    <button
      type="button"
      aria-label={`Wat betekent ${subject}?`}
      className="inline-grid size-6 shrink-0 cursor-help place-items-center rounded-sm text-muted-foreground hover:text-foreground print:hidden"
    >
      <CircleHelp aria-hidden className="size-3.5" />
    </button>
  </Tooltip>
);
