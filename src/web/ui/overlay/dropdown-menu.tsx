import { type DropdownMenu as RadixMenu, Slot } from "radix-ui";
import { type ComponentProps, createContext, type ReactNode, useContext } from "react";
import { cn } from "../cn.ts";
import { floatingStyle, itemStyle, moveFocusAtOnce } from "./floating.ts";
import { useTrigger } from "./use-trigger.ts";

const MenuContext = createContext<ReturnType<typeof useTrigger> | null>(null);

function useMenu() {
  const menu = useContext(MenuContext);
  if (!menu) throw new Error("A part of a DropdownMenu is used outside of one");
  return menu;
}

export function DropdownMenu({ children }: { children: ReactNode }) {
  const menu = useTrigger();
  const { radix } = menu;
  return (
    <MenuContext value={menu}>
      {/* Not modal: the page behind a menu stays within reach of the pointer and of a screen reader. */}
      {radix ? <radix.DropdownMenu.Root modal={false}>{children}</radix.DropdownMenu.Root> : children}
    </MenuContext>
  );
}

export function DropdownMenuTrigger({ asChild = false, ...props }: ComponentProps<"button"> & { asChild?: boolean }) {
  const { radix, triggerRef, pendingProps } = useMenu();
  if (radix) return <radix.DropdownMenu.Trigger type="button" {...props} asChild={asChild} ref={triggerRef} />;
  const Element = asChild ? Slot.Root : "button";
  return <Element type="button" aria-haspopup="menu" {...props} {...pendingProps} />;
}

export function DropdownMenuContent({ className, ...props }: ComponentProps<typeof RadixMenu.Content>) {
  const { radix } = useMenu();
  if (!radix) return null;
  return (
    <radix.DropdownMenu.Portal>
      {/* A landmark, because the portal is outside those of the page. */}
      <section aria-label="Menu">
        <radix.DropdownMenu.Content
          onKeyDownCapture={moveFocusAtOnce}
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
    </radix.DropdownMenu.Portal>
  );
}

type DropdownMenuItemProps = ComponentProps<typeof RadixMenu.Item> & { tone?: "default" | "destructive" };

export function DropdownMenuItem({ tone = "default", className, ...props }: DropdownMenuItemProps) {
  const { radix } = useMenu();
  if (!radix) return null;
  return (
    <radix.DropdownMenu.Item
      className={cn(
        itemStyle,
        tone === "destructive"
          ? "text-danger data-[highlighted]:bg-danger-soft"
          : "data-[highlighted]:bg-accent [&_svg]:text-muted-foreground",
        className,
      )}
      {...props}
    />
  );
}

export const DropdownMenuLabel = ({ children }: { children: ReactNode }) => (
  <div className="px-2 py-1.5 text-muted-foreground text-xs">{children}</div>
);

export const DropdownMenuSeparator = () => <hr className="-mx-1 my-1 border-border" />;
