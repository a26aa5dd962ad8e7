import { DropdownMenu as RadixMenu } from "radix-ui";
import type { ComponentProps, RefObject } from "react";
import { cn } from "../cn.ts";
import { floatingStyle, itemStyle, moveOptionFocus, TriggerRef } from "./floating.ts";

export type MenuListProps = ComponentProps<typeof RadixMenu.Content> & {
  menu: {
    open: boolean;
    setOpen: (open: boolean) => void;
    trigger: RefObject<HTMLElement | null>;
    triggerId: string;
    byKey: boolean;
  };
};

const enter = (list: HTMLElement | null) =>
  list?.querySelector<HTMLElement>("[role=menuitem]:not([data-disabled])")?.focus({ preventScroll: true });

/** Not modal: the page behind a menu is still there, for the pointer and for a screen reader. */
export const MenuList = ({ menu, className, ...props }: MenuListProps) => (
  <RadixMenu.Root modal={false} open={menu.open} onOpenChange={menu.setOpen}>
    <RadixMenu.Trigger asChild>
      <TriggerRef target={menu.trigger} />
    </RadixMenu.Trigger>
    <RadixMenu.Portal>
      {/* Beside the page's own parts, and one of them only while it is there. */}
      <section aria-label="Menu">
        <RadixMenu.Content
          ref={menu.byKey ? enter : null}
          aria-labelledby={menu.triggerId}
          onKeyDownCapture={moveOptionFocus}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className={cn(
            floatingStyle,
            "max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto p-1",
            className ?? "min-w-44",
          )}
          {...props}
        />
      </section>
    </RadixMenu.Portal>
  </RadixMenu.Root>
);

export type MenuItemProps = ComponentProps<typeof RadixMenu.Item> & { tone?: "default" | "destructive" };

export const MenuItem = ({ tone = "default", ...props }: MenuItemProps) => (
  <RadixMenu.Item
    className={cn(
      itemStyle,
      tone === "destructive"
        ? "text-danger data-[highlighted]:bg-danger-soft"
        : "data-[highlighted]:bg-accent [&_svg]:text-muted-foreground",
    )}
    {...props}
  />
);
