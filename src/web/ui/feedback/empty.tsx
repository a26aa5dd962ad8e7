import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
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
