import { Button, type ButtonProps } from "./button.tsx";
import { cn } from "./cn.ts";
import { Tooltip } from "./tooltip.tsx";

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
