import { CircleHelp } from "lucide-react";
import { cn } from "../cn.ts";
import { Tooltip } from "../overlay/tooltip.tsx";
import { Button, type ButtonProps } from "./button.tsx";

type TooltipButtonProps = ButtonProps & {
  /** Why the button is disabled; without it the button is enabled. */
  disabledReason?: string | undefined;
  /** The tooltip of an enabled icon button. */
  hint?: string;
};

/** A button with a tooltip. A disabled one can still be focused and hovered, so that the tooltip can give the reason. */
export function TooltipButton({ disabledReason, hint, className, onClick, ...props }: TooltipButtonProps) {
  const isDisabled = disabledReason !== undefined;
  return (
    <Tooltip content={disabledReason ?? hint} disabled={!isDisabled && hint === undefined}>
      <Button
        {...props}
        aria-disabled={isDisabled || undefined}
        onClick={isDisabled ? undefined : onClick}
        className={cn(isDisabled && "opacity-50", className)}
      />
    </Tooltip>
  );
}

type HelpButtonProps = { subject: string; text: string };

/** A question mark with an explanation as its tooltip. */
export const HelpButton = ({ subject, text }: HelpButtonProps) => (
  <Tooltip content={text} opensOnTap>
    <button
      type="button"
      aria-label={`Wat betekent ${subject}?`}
      className="inline-grid size-6 shrink-0 cursor-help place-items-center rounded-sm text-muted-foreground hover:text-foreground print:hidden"
    >
      <CircleHelp aria-hidden className="size-3.5" />
    </button>
  </Tooltip>
);
