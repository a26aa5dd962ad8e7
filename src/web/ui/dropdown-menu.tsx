import { DropdownMenu as RadixMenu } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn.ts";
import { floatingStyle, itemStyle } from "./floating.ts";

/** Not modal: the page behind a menu is still there, for the pointer and for a screen reader. */
export const DropdownMenu = (props: ComponentProps<typeof RadixMenu.Root>) => (
  <RadixMenu.Root modal={false} {...props} />
);
export const DropdownMenuTrigger = RadixMenu.Trigger;

export const DropdownMenuContent = ({ className, ...props }: ComponentProps<typeof RadixMenu.Content>) => (
  <RadixMenu.Portal>
    {/* Beside the page's own parts, and one of them only while it is there. */}
    <section aria-label="Menu">
      <RadixMenu.Content
        align="start"
        sideOffset={4}
        collisionPadding={8}
        className={cn(
          floatingStyle,
          "max-h-(--radix-dropdown-menu-content-available-height) min-w-44 overflow-y-auto p-1",
          className,
        )}
        {...props}
      />
    </section>
  </RadixMenu.Portal>
);

type ItemProps = ComponentProps<typeof RadixMenu.Item> & { tone?: "default" | "destructive" };

export const DropdownMenuItem = ({ className, tone = "default", ...props }: ItemProps) => (
  <RadixMenu.Item
    className={cn(
      itemStyle,
      "[&_svg]:text-muted-foreground",
      tone === "destructive" && "text-danger data-[highlighted]:bg-danger-soft [&_svg]:text-danger",
      className,
    )}
    {...props}
  />
);

export const DropdownMenuLabel = ({ className, ...props }: ComponentProps<typeof RadixMenu.Label>) => (
  <RadixMenu.Label className={cn("px-2 py-1.5 text-muted-foreground text-xs", className)} {...props} />
);

export const DropdownMenuSeparator = ({ className, ...props }: ComponentProps<typeof RadixMenu.Separator>) => (
  <RadixMenu.Separator className={cn("-mx-1 my-1 h-px bg-border", className)} {...props} />
);
