import { Slot } from "radix-ui";
import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useId,
  useRef,
  useState,
} from "react";
import type { MenuItemProps, MenuListProps } from "./dropdown-menu-list.tsx";
import { lazyModule } from "./lazy-module.ts";
import { type Overlay, useOverlay } from "./use-overlay.ts";

const menuList = lazyModule(() => import("./dropdown-menu-list.tsx"));

type MenuState = Overlay & {
  trigger: RefObject<HTMLButtonElement | null>;
  triggerId: string;
  /** Opened by a key, it begins at its first item. */
  byKey: boolean;
  press: (byKey: boolean) => void;
};

const MenuContext = createContext<MenuState | null>(null);

function useMenu(): MenuState {
  const menu = useContext(MenuContext);
  if (!menu) throw new Error("This needs a DropdownMenu around it");
  return menu;
}

export function DropdownMenu({ children }: { children: ReactNode }) {
  const overlay = useOverlay({});
  const [byKey, setByKey] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const press = (key: boolean) => {
    setByKey(key);
    overlay.setOpen(!overlay.open);
  };
  return <MenuContext value={{ ...overlay, trigger, triggerId: useId(), byKey, press }}>{children}</MenuContext>;
}

const OPENING_KEYS = ["Enter", " ", "ArrowDown"];

export function DropdownMenuTrigger({ asChild = false, ...props }: ComponentProps<"button"> & { asChild?: boolean }) {
  const { open, trigger, triggerId, press } = useMenu();
  const Element = asChild ? Slot.Root : "button";
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || event.ctrlKey) return;
    press(false);
    // Or the button would take the focus that the menu is given.
    if (!open) event.preventDefault();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!OPENING_KEYS.includes(event.key)) return;
    event.preventDefault();
    if (!open) press(true);
  };
  return (
    <Element
      type="button"
      {...props}
      ref={trigger}
      id={triggerId}
      aria-haspopup="menu"
      aria-expanded={open}
      data-state={open ? "open" : "closed"}
      onPointerEnter={menuList.fetchEarly}
      onFocus={menuList.fetchEarly}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    />
  );
}

export function DropdownMenuContent(props: Omit<MenuListProps, "menu">) {
  const menu = useMenu();
  const here = menuList.usePart(menu.open, menu.close);
  return here && menu.used && <here.MenuList menu={menu} {...props} />;
}

export function DropdownMenuItem(props: MenuItemProps) {
  const here = menuList.useHere();
  return here && <here.MenuItem {...props} />;
}

export const DropdownMenuLabel = ({ children }: { children: ReactNode }) => (
  <div className="px-2 py-1.5 text-muted-foreground text-xs">{children}</div>
);

export const DropdownMenuSeparator = () => <hr className="-mx-1 my-1 border-border" />;
