import { type LucideIcon, RotateCw, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../button/button.tsx";
import { cn } from "../cn.ts";

type EmptyProps = { icon?: LucideIcon; title: ReactNode; text?: ReactNode; action?: ReactNode; className?: string };

/** The empty state of a list or page, with a next step. */
export const Empty = ({ icon: Icon, title, text, action, className }: EmptyProps) => (
  <div className={cn("flex flex-col items-center gap-3 px-6 py-14 text-center", className)}>
    {Icon && (
      <div className="grid size-10 place-items-center rounded-md border bg-card text-muted-foreground shadow-xs">
        <Icon aria-hidden className="size-5" />
      </div>
    )}
    <div className="max-w-sm text-balance">
      <p className="font-medium">{title}</p>
      {text && <p className="mt-1 text-muted-foreground">{text}</p>}
    </div>
    {action && <div className="flex flex-wrap justify-center gap-2">{action}</div>}
  </div>
);

/** A compact empty state without a button, for a card that has the button in its header. */
export const EmptyNote = ({ title, text }: Pick<EmptyProps, "title" | "text">) => (
  <div>
    <p className="font-medium">{title}</p>
    {text && <p className="text-muted-foreground">{text}</p>}
  </div>
);

type ProblemProps = {
  title?: ReactNode;
  reason: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
  className?: string;
};

/** An error with its reason and a retry button. */
export const Problem = ({ title = "Dit lukte niet", reason, onRetry, retrying = false, className }: ProblemProps) => (
  <div role="alert" className={cn("flex flex-col items-center gap-3 px-6 py-14 text-center", className)}>
    <div className="grid size-10 place-items-center rounded-md bg-danger-soft text-danger">
      <TriangleAlert aria-hidden className="size-5" />
    </div>
    <div className="max-w-md text-balance">
      <p className="font-medium">{title}</p>
      <p className="mt-1 text-muted-foreground">{reason}</p>
    </div>
    {onRetry && (
      <Button variant="outline" size="sm" busy={retrying} onClick={onRetry}>
        <RotateCw />
        Opnieuw proberen
      </Button>
    )}
  </div>
);
