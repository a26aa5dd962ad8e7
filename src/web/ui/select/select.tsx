import { Check, ChevronDown } from "lucide-react";
import { type ReactNode, type RefObject, useState } from "react";
import { cn } from "../cn.ts";
import { useFieldControl } from "../field/field.tsx";
import { controlStyle } from "../field/input.tsx";
import { floatingStyle, itemStyle, moveFocusAtOnce } from "../overlay/floating.ts";
import type { Radix } from "../overlay/use-radix.ts";
import { useTrigger } from "../overlay/use-trigger.ts";

/** Radix does not allow an empty string as a value: "everything" has a value such as "all". */
export type SelectOption<Value extends string> = {
  value: Value;
  label: ReactNode;
  /** What the option means, as a tooltip. */
  title?: string;
  disabled?: boolean;
};

type SelectProps<Value extends string> = {
  options: readonly SelectOption<Value>[];
  value: Value | undefined;
  onValueChange: (value: Value) => void;
  placeholder?: string;
  disabled?: boolean;
  id?: string;
  "aria-label"?: string;
  "aria-describedby"?: string;
  className?: string;
};

export function Select<Value extends string>({
  options,
  value,
  onValueChange,
  placeholder = "Kies...",
  disabled = false,
  className,
  ...aria
}: SelectProps<Value>) {
  const { radix, triggerRef, pendingProps } = useTrigger();
  const [open, setOpen] = useState(false);
  const chosen = options.find((option) => option.value === value);
  const triggerProps = {
    type: "button",
    ...aria,
    ...useFieldControl(aria),
    disabled,
    className: cn(
      controlStyle,
      "flex h-9 cursor-pointer items-center justify-between gap-2 pr-2.5 text-left hover:bg-accent",
      "data-[placeholder]:text-muted-foreground [&>span]:truncate",
      className,
    ),
    children: (
      <>
        <span title={chosen?.title}>{chosen?.label ?? placeholder}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      </>
    ),
  } as const;
  if (!radix) {
    return (
      <button
        role="combobox"
        aria-haspopup="listbox"
        aria-controls={undefined}
        data-placeholder={chosen ? undefined : ""}
        {...triggerProps}
        {...pendingProps}
        aria-expanded={pendingProps["aria-expanded"]}
      />
    );
  }
  const choose = (next: string) => {
    const option = options.find((candidate) => candidate.value === next);
    if (option) onValueChange(option.value);
  };
  return (
    <radix.Select.Root value={value ?? ""} onValueChange={choose} open={open} onOpenChange={setOpen}>
      <radix.Select.Trigger {...triggerProps} aria-haspopup="listbox" ref={triggerRef} />
      {open ? (
        <radix.Select.Portal>
          <section aria-label="Keuzelijst">
            {/* Radix lets no click through to the page; this layer makes that visible to accessibility checkers. */}
            <div aria-hidden className="pointer-events-auto fixed inset-0 z-40" />
            <SelectList radix={radix} options={options} trigger={triggerRef} />
          </section>
        </radix.Select.Portal>
      ) : (
        // Also while it is closed: Radix finds the option by the letters that are typed on the trigger.
        <SelectList radix={radix} options={options} trigger={triggerRef} />
      )}
    </radix.Select.Root>
  );
}

/** By the mouse: an option was pressed. */
let isChosenByPointer = false;

type SelectListProps = {
  radix: Radix;
  options: readonly SelectOption<string>[];
  trigger: RefObject<HTMLElement | null>;
};

const SelectList = ({ radix: { Select: RadixSelect }, options, trigger }: SelectListProps) => (
  <RadixSelect.Content
    onKeyDownCapture={moveFocusAtOnce}
    onPointerUpCapture={({ target }) => {
      isChosenByPointer = Boolean((target as Element).closest("[role=option]"));
    }}
    onCloseAutoFocus={(event) => {
      // After a choice in a filter of the screen, the next letter is a shortcut again; on the trigger it would choose another option.
      if (isChosenByPointer && trigger.current?.closest("header")) event.preventDefault();
      isChosenByPointer = false;
    }}
    position="popper"
    sideOffset={4}
    className={cn(
      floatingStyle,
      "max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) max-w-[min(24rem,calc(100vw-1rem))] p-1",
    )}
  >
    <RadixSelect.Viewport className="max-h-80">
      {options.map((option) => (
        <RadixSelect.Item
          key={option.value}
          value={option.value}
          title={option.title}
          disabled={option.disabled ?? false}
          className={cn(itemStyle, "data-[highlighted]:bg-accent")}
        >
          <RadixSelect.ItemText>{option.label}</RadixSelect.ItemText>
          <span className="ml-auto grid size-4 shrink-0">
            <RadixSelect.ItemIndicator>
              <Check aria-hidden className="text-link" />
            </RadixSelect.ItemIndicator>
          </span>
        </RadixSelect.Item>
      ))}
    </RadixSelect.Viewport>
  </RadixSelect.Content>
);
