import { Check } from "lucide-react";
import { Select as RadixSelect } from "radix-ui";
import type { ReactNode, RefObject } from "react";
import { cn } from "../cn.ts";
import { floatingStyle, itemStyle, moveOptionFocus, TriggerRef } from "../overlay/floating.ts";

/** A value is never the empty string: "everything" has a name of its own, such as "all". */
export type SelectOption<Value extends string> = { value: Value; label: ReactNode; disabled?: boolean };

type SelectListProps<Value extends string> = {
  id: string;
  list: { open: boolean; setOpen: (open: boolean) => void };
  trigger: RefObject<HTMLElement | null>;
  options: readonly SelectOption<Value>[];
  value: Value | undefined;
  onValueChange: (value: Value) => void;
};

export function SelectList<Value extends string>({
  id,
  list: { open, setOpen },
  trigger,
  options,
  value,
  onValueChange,
}: SelectListProps<Value>) {
  const choose = (chosen: string) => {
    const option = options.find((candidate) => candidate.value === chosen);
    if (option) onValueChange(option.value);
  };
  return (
    <RadixSelect.Root value={value ?? ""} onValueChange={choose} open={open} onOpenChange={setOpen}>
      <RadixSelect.Trigger asChild>
        <TriggerRef target={trigger} />
      </RadixSelect.Trigger>
      <RadixSelect.Portal>
        {/* Beside the page's own parts, and one of them only while it is there. */}
        <div {...(open ? { role: "region", "aria-label": "Keuzelijst" } : {})}>
          {/* While the list is open the page takes no clicks; a screen reader's checker sees that by this sheet. */}
          {open && <div aria-hidden className="pointer-events-auto fixed inset-0 z-40" />}
          <RadixSelect.Content
            id={id}
            onKeyDownCapture={moveOptionFocus}
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
                  disabled={option.disabled}
                  className={cn(itemStyle, "data-[highlighted]:bg-accent")}
                >
                  <RadixSelect.ItemText>{option.label}</RadixSelect.ItemText>
                  {/* Its room is there whether or not it is. */}
                  <span className="ml-auto grid size-4 shrink-0">
                    <RadixSelect.ItemIndicator>
                      <Check aria-hidden className="text-link" />
                    </RadixSelect.ItemIndicator>
                  </span>
                </RadixSelect.Item>
              ))}
            </RadixSelect.Viewport>
          </RadixSelect.Content>
        </div>
      </RadixSelect.Portal>
    </RadixSelect.Root>
  );
}
