import { Ellipsis } from "lucide-react";
import { Suspense } from "react";
import { Button, type ButtonProps } from "#ui/button/button.tsx";
import { lazyComponent } from "#ui/lazy-component.tsx";
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from "#ui/overlay/dropdown-menu.tsx";
import type { CardMenuProps } from "./card-menu-items.tsx";

const CardMenuItems = lazyComponent(() => import("./card-menu-items.tsx"), "CardMenuItems");

/** The "…" menu: actions that have no button in the footer. On a phone it is in the footer of an open message. */
export function CardMenu({
  message,
  onCommand,
  ...button
}: CardMenuProps & Pick<ButtonProps, "variant" | "className">) {
  if (message.status === "cancelled") return null;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon" aria-label={`Meer acties voor ${message.contactName}`} {...button}>
          <Ellipsis />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="min-w-60">
        <Suspense>
          <CardMenuItems message={message} onCommand={onCommand} />
        </Suspense>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
