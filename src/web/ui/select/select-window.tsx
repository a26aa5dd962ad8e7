import { Check } from "lucide-react";
import { Select } from "radix-ui";
import { type ComponentProps, type KeyboardEvent, type ReactNode, type RefObject, useState } from "react";
import { cn } from "../cn.ts";
import { floatingStyle, itemStyle, moveFocusAtOnce } from "../overlay/floating.ts";

/** Radix does not allow an empty string as a value: "everything" has a value such as "all". */
export type SelectOption<Value extends string> = {
  value: Value;
  label: ReactNode;
  /** What the option means, as a tooltip. */
  title?: string;
  disabled?: boolean;
};

type ListProps = {
  options: readonly SelectOption<string>[];
  triggerRef: RefObject<HTMLButtonElement | null>;
};

type SelectWindowProps = ListProps & {
  value: string;
  onChoose: (value: string) => void;
  triggerProps: ComponentProps<typeof Select.Trigger>;
};

/** Ctrl+Enter submits the dialog that the select is in, and does not open the list. */
const keepClosed = (event: KeyboardEvent) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.preventDefault();
};

/** The trigger of a select and the list that it opens. */
export function SelectWindow({ value, onChoose, triggerProps, options, triggerRef }: SelectWindowProps) {
  const [open, setOpen] = useState(false);
  const list = <SelectList options={options} triggerRef={triggerRef} />;
  return (
    <Select.Root value={value} onValueChange={onChoose} open={open} onOpenChange={setOpen}>
      <Select.Trigger {...triggerProps} aria-haspopup="listbox" ref={triggerRef} onKeyDown={keepClosed} />
      {open ? (
        <Select.Portal>
          <section aria-label="Keuzelijst">
            {/* Radix blocks clicks on the page; without this layer axe would check what is behind the list. */}
            <div aria-hidden className="pointer-events-auto fixed inset-0 z-40" />
            {list}
          </section>
        </Select.Portal>
      ) : (
        // Also while it is closed: Radix finds the option by the letters that are typed on the trigger.
        list
      )}
    </Select.Root>
  );
}

/** The last choice was made with the pointer. */
let isChosenByPointer = false;

const SelectList = ({ options, triggerRef }: ListProps) => (
  <Select.Content
    onKeyDownCapture={moveFocusAtOnce}
    onPointerUpCapture={({ target }) => {
      isChosenByPointer = Boolean((target as Element).closest("[role=option]"));
    }}
    onCloseAutoFocus={(event) => {
      // After a choice in a filter of the screen, the next letter is a shortcut again; on the trigger it would choose another option.
      if (isChosenByPointer && triggerRef.current?.closest("header")) event.preventDefault();
      isChosenByPointer = false;
    }}
    position="popper"
    sideOffset={4}
    className={cn(
      floatingStyle,
      "max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) max-w-[min(24rem,calc(100vw-1rem))] p-1",
    )}
  >
    <Select.Viewport className="max-h-80">
      {options.map((option) => (
        <Select.Item
          key={option.value}
          value={option.value}
          title={option.title}
          disabled={option.disabled ?? false}
          className={cn(itemStyle, "data-[highlighted]:bg-accent")}
        >
          <Select.ItemText>{option.label}</Select.ItemText>
          <span className="ml-auto grid size-4 shrink-0">
            <Select.ItemIndicator>
              <Check aria-hidden className="text-link" />
            </Select.ItemIndicator>
          </span>
        </Select.Item>
      ))}
    </Select.Viewport>
  </Select.Content>
);
