import { LoaderCircle } from "lucide-react";
import { cn } from "../cn.ts";

/** Without a label, for places that show one already. */
export const SpinnerIcon = ({ className }: { className?: string }) => (
  <LoaderCircle aria-hidden className={cn("size-4 animate-spin", className)} />
);

type SpinnerProps = { label?: string; labelHidden?: boolean; className?: string };

export const Spinner = ({ label = "Laden...", labelHidden = false, className }: SpinnerProps) => (
  <div role="status" className={cn("inline-flex items-center gap-2 text-muted-foreground", className)}>
    <SpinnerIcon />
    <span className={cn(labelHidden && "sr-only")}>{label}</span>
  </div>
);
