import { Check } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
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
  /** Above the choices; without any, why there are none yet. */
  children?: ReactNode;
};

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** The arrow keys move the focus between the choices; Enter chooses the focused one, and a digit the nth. */
const moveFocusWithArrows = (event: KeyboardEvent<HTMLElement>) => {
  const step = STEPS[event.key];
  if (!step) return;
  event.preventDefault();
  const buttons: (Element | null)[] = [...event.currentTarget.querySelectorAll("button")];
  const index = buttons.indexOf(document.activeElement);
  const next = buttons.at((index + step) % buttons.length);
  if (next instanceof HTMLElement) next.focus();
};

/** A choice between a few badges: the class of a lead, the type of a meeting. A click on one chooses it. */
export const ChoiceDialog = <Value extends string>({
  open,
  onClose,
  title,
  description,
  choices,
  value,
  onChoose,
  children,
}: ChoiceDialogProps<Value>) => (
  <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
    <DialogContent title={title} description={description} size="sm" bodyClassName="px-3 pt-3 pb-3!">
      {children}
      <ul
        onKeyDown={(event) => {
          const chosen = choices[Number(event.key) - 1];
          if (chosen && !event.ctrlKey && !event.metaKey && !event.altKey) onChoose(chosen.value);
          else moveFocusWithArrows(event);
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
