import { ChevronRight } from "lucide-react";
import { Collapsible as RadixCollapsible } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "../cn.ts";

export const Collapsible = RadixCollapsible.Root;

export const CollapsibleTrigger = ({
  className,
  children,
  ...props
}: ComponentProps<typeof RadixCollapsible.Trigger>) => (
  <RadixCollapsible.Trigger
    className={cn(
      "group flex w-full cursor-pointer items-center gap-2 rounded-sm py-1.5 text-left font-medium disabled:pointer-events-none",
      className,
    )}
    {...props}
  >
    <ChevronRight
      aria-hidden
      className="size-4 shrink-0 text-muted-foreground transition-transform group-data-[state=open]:rotate-90"
    />
    {children}
  </RadixCollapsible.Trigger>
);

export const CollapsibleContent = ({ className, ...props }: ComponentProps<typeof RadixCollapsible.Content>) => (
  <RadixCollapsible.Content className={cn("data-[state=open]:animate-fade-in", className)} {...props} />
);
