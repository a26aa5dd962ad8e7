import { Ellipsis, type LucideIcon } from "lucide-react";
import { Button } from "../button/button.tsx";
import { TooltipButton } from "../button/tooltip-button.tsx";
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from "../overlay/dropdown-menu.tsx";

export type RowAction = {
  /** In the menu, and as the tooltip of the icon. */
  label: string;
  /** With the name of the row, for a screen reader. */
  fullLabel: string;
  icon: LucideIcon;
  disabledReason?: string | undefined;
  busy?: boolean;
  isDestructive?: boolean;
  onSelect: () => void | Promise<void>;
};

type RowActionsProps = { name: string; actions: readonly RowAction[] };

/** The actions of a row: an icon for each, and one menu where the row is a card. */
export const RowActions = ({ name, actions }: RowActionsProps) => (
  <>
    <span className="-my-1 -ml-1.5 flex @max-2xl:hidden">
      {actions.map(({ label, fullLabel, icon: Icon, disabledReason, busy = false, onSelect }) => (
        <TooltipButton
          key={label}
          variant="ghost"
          size="icon"
          aria-label={fullLabel}
          hint={label}
          disabledReason={disabledReason}
          busy={busy}
          onClick={onSelect}
        >
          <Icon />
        </TooltipButton>
      ))}
    </span>
    <span className="-my-1 -mr-2 flex @2xl:hidden">
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost" size="icon" aria-label={`Meer acties voor ${name}`}>
            <Ellipsis />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end" className="min-w-52 max-w-72">
          {actions.map(({ label, icon: Icon, disabledReason, busy = false, isDestructive = false, onSelect }) => (
            <DropdownMenuItem
              key={label}
              tone={isDestructive ? "destructive" : "default"}
              disabled={busy || disabledReason !== undefined}
              onSelect={onSelect}
            >
              <Icon />
              <span>
                {label}
                {disabledReason && <span className="block text-xs leading-4">{disabledReason}</span>}
              </span>
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
    </span>
  </>
);
