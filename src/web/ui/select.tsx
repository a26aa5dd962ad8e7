import { Check, ChevronDown } from "lucide-react";
import { Select as RadixSelect } from "radix-ui";
import { type ReactNode, useState } from "react";
import { cn } from "./cn.ts";
import { useFieldControl } from "./field-context.ts";
import { floatingStyle, itemStyle } from "./floating.ts";
import { controlStyle } from "./input.tsx";

/** A value is never the empty string: "everything" has a name of its own, such as "all". */
export type SelectOption<Value extends string> = { value: Value; label: ReactNode; disabled?: boolean };

type SelectProps<Value extends string> = {
  options: readonly SelectOption<Value>[];
  value: Value | undefined;
  onValueChange: (value: Value) => void;
  placeholder?: string;
  disabled?: boolean;
  name?: string;
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
  disabled,
  name,
  className,
  ...aria
}: SelectProps<Value>) {
  const [open, setOpen] = useState(false);
  const choose = (chosen: string) => {
    const option = options.find((candidate) => candidate.value === chosen);
    if (option) onValueChange(option.value);
  };
  return (
    <RadixSelect.Root
      value={value ?? ""}
      onValueChange={choose}
      open={open}
      onOpenChange={setOpen}
      disabled={disabled}
      name={name}
    >
      <RadixSelect.Trigger
        {...aria}
        {...useFieldControl(aria)}
        className={cn(
          controlStyle,
          "flex h-9 cursor-pointer items-center justify-between gap-2 pr-2.5 text-left hover:bg-accent",
          "data-[placeholder]:text-muted-foreground [&>span]:truncate",
          className,
        )}
      >
        <RadixSelect.Value placeholder={placeholder} />
        <RadixSelect.Icon asChild>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-muted-foreground" />
        </RadixSelect.Icon>
      </RadixSelect.Trigger>
      <RadixSelect.Portal>
        {/* Beside the page's own parts, and one of them only while it is there. */}
        <div {...(open ? { role: "region", "aria-label": "Keuzelijst" } : {})}>
          {/* While the list is open the page takes no clicks; a screen reader's checker sees that by this sheet. */}
          {open && <div aria-hidden className="pointer-events-auto fixed inset-0 z-40" />}
          <RadixSelect.Content
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
                  className={cn(itemStyle, "pr-8")}
                >
                  <RadixSelect.ItemText>{option.label}</RadixSelect.ItemText>
                  <RadixSelect.ItemIndicator className="absolute right-2">
                    <Check aria-hidden className="size-4 text-link" />
                  </RadixSelect.ItemIndicator>
                </RadixSelect.Item>
              ))}
            </RadixSelect.Viewport>
          </RadixSelect.Content>
        </div>
      </RadixSelect.Portal>
    </RadixSelect.Root>
  );
}
