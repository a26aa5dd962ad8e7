import { Tabs as RadixTabs } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "../cn.ts";

export const Tabs = RadixTabs.Root;

export const TabsList = ({ className, ...props }: ComponentProps<typeof RadixTabs.List>) => (
  <RadixTabs.List
    className={cn(
      "fade-while-more flex gap-1 overflow-x-auto overflow-y-hidden border-b [scrollbar-width:none]",
      className,
    )}
    {...props}
  />
);

export const TabsTrigger = ({ className, ...props }: ComponentProps<typeof RadixTabs.Trigger>) => (
  <RadixTabs.Trigger
    className={cn(
      "-mb-px inline-flex h-9 shrink-0 cursor-pointer items-center gap-2 border-transparent border-b-2 px-2 font-medium text-muted-foreground text-sm",
      "hover:text-foreground focus-visible:rounded-sm focus-visible:-outline-offset-2 data-[state=active]:border-primary data-[state=active]:text-foreground",
      "disabled:pointer-events-none disabled:opacity-50 [&_svg]:size-4",
      className,
    )}
    {...props}
  />
);

export const TabsContent = ({ className, ...props }: ComponentProps<typeof RadixTabs.Content>) => (
  <RadixTabs.Content className={cn("pt-4", className)} {...props} />
);
