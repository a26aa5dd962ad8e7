import { Check } from "lucide-react";
import { type CSSProperties, type KeyboardEvent, type ReactNode, useState } from "react";
import { cn } from "../cn.ts";
import { Badge, type BadgeTone, Kbd } from "../content/badge.tsx";
import { Dialog, DialogContent } from "./dialog.tsx";

export type DialogChoice<Value extends string> = {
  value: Value;
  label: string;
  tone?: BadgeTone;
  outline?: boolean;
  /** The consequence of choosing it. */
  hint?: string;
};

type ChoiceDialogProps<Value extends string> = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  choices: readonly DialogChoice<Value>[];
  value: Value | null;
  onChoose: (value: Value) => void;
  /**
   * Opens beside the button that this selector finds in the focused element or around it, as a light popover; on a phone, and when
   * there is no such button, it opens as an ordinary dialog.
   */
  beside?: string;
  /** Above the choices; without any, why there are none yet. */
  children?: ReactNode;
};

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** The arrow keys and the first letter of a choice move the focus; Enter chooses the focused one, and a digit the nth. */
const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const index = (buttons as (Element | null)[]).indexOf(document.activeElement);
  const step = STEPS[event.key];
  const letter = event.key.length === 1 ? event.key.toLowerCase() : " ";
  const following = [...buttons.slice(index + 1), ...buttons.slice(0, index + 1)];
  const next = step
    ? buttons.at((index + step) % buttons.length)
    : following.find((button) => letter !== " " && button.textContent.toLowerCase().startsWith(letter));
  if (!next) return;
  event.preventDefault();
  next.focus();
};

/** For a shortcut: the button need not be in the focused element if there is only one. */
const findOnly = (selector: string): Element | undefined => {
  const [first, ...others] = document.querySelectorAll(selector);
  return others.length === 0 ? first : undefined;
};

const WIDTH = 416;
const MARGIN = 8;

/** False for one that was scrolled out of the window or of its pane. */
const isInSight = (button: Element): boolean => {
  const { x, y, width, height } = button.getBoundingClientRect();
  return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
};

/** Below the button, or above it where there is more room. */
const placeBeside = (selector: string): CSSProperties | undefined => {
  const focused = document.activeElement === document.body ? null : document.activeElement;
  const button = focused?.closest(selector) ?? focused?.querySelector(selector) ?? findOnly(selector);
  if (!button || !isInSight(button) || !matchMedia("(width >= 40rem)").matches) return undefined;
  const { left, top, bottom } = button.getBoundingClientRect();
  const [above, below] = [top, innerHeight - bottom];
  const room = Math.max(above, below) - 2 * MARGIN;
  return {
    position: "fixed",
    width: WIDTH,
    left: Math.max(MARGIN, Math.min(left, innerWidth - WIDTH - MARGIN)),
    maxHeight: room,
    ...(below >= above ? { top: bottom + MARGIN / 2 } : { bottom: innerHeight - top + MARGIN / 2 }),
  };
};

/** Where the dialog opened, from the focus before it moves into the dialog. */
function usePlaceBeside(selector: string | undefined, open: boolean) {
  const [opened, setOpened] = useState<{ open: boolean; place?: CSSProperties | undefined }>({ open: false });
  if (opened.open !== open) setOpened({ open, place: open && selector ? placeBeside(selector) : opened.place });
  return opened.place;
}

/** A choice between a few badges: the class of a lead, the type of a meeting. A click on one chooses it. */
export const ChoiceDialog = <Value extends string>({
  open,
  onClose,
  title,
  description,
  choices,
  value,
  onChoose,
  beside,
  children,
}: ChoiceDialogProps<Value>) => {
  const place = usePlaceBeside(beside, open);
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent
        title={title}
        description={description}
        // Wide enough for the longest class with its hint on one line.
        className="sm:max-w-md"
        bodyClassName="px-3 pt-3 pb-3!"
        place={place}
      >
        {children}
        <ul
          onKeyDown={(event) => {
            if (event.ctrlKey || event.metaKey || event.altKey) return;
            const chosen = choices[Number(event.key) - 1];
            if (chosen) onChoose(chosen.value);
            else moveFocus(event);
          }}
          className="flex flex-col gap-0.5"
        >
          {choices.map((choice, index) => (
            <li key={choice.value}>
              <ChoiceButton
                choice={choice}
                digit={index + 1}
                current={choice.value === value}
                onChoose={() => onChoose(choice.value)}
              />
            </li>
          ))}
        </ul>
      </DialogContent>
    </Dialog>
  );
};

type ChoiceButtonProps = { choice: DialogChoice<string>; digit: number; current: boolean; onChoose: () => void };

const ChoiceButton = ({ choice: { label, tone, outline, hint }, digit, current, onChoose }: ChoiceButtonProps) => (
  <button
    type="button"
    aria-current={current || undefined}
    onClick={onChoose}
    className={cn(
      "flex min-h-10 w-full cursor-pointer items-center gap-3 rounded-sm px-2 py-1.5 text-left hover:bg-accent focus-visible:-outline-offset-2",
      current && "bg-accent",
    )}
  >
    <Badge tone={tone} outline={outline}>
      {label}
    </Badge>
    <span className="min-w-0 flex-1 text-muted-foreground text-xs">{hint}</span>
    {current && <Check aria-hidden className="size-4 shrink-0 text-link" />}
    {/* By its style: the text of the button is that of the choice. */}
    <Kbd aria-hidden data-digit={digit} className="before:content-[attr(data-digit)] max-sm:hidden" />
  </button>
);
