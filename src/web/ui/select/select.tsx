import { ChevronDown } from "lucide-react";
import { cn } from "../cn.ts";
import { useFieldControl } from "../field/field.tsx";
import { controlStyle } from "../field/input.tsx";
import { useTrigger } from "../overlay/use-trigger.ts";
import type { SelectOption } from "./select-window.tsx";

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
  const chosen = options.find((option) => option.value === value);
  const triggerProps = {
    type: "button",
    ...aria,
    ...useFieldControl(aria),
    disabled,
    className: cn(
      controlStyle,
      "flex h-9 cursor-pointer items-center justify-between gap-2 pr-2.5 text-left hover:bg-accent max-sm:h-10",
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
    <radix.SelectWindow
      options={options}
      value={value ?? ""}
      onChoose={choose}
      triggerProps={triggerProps}
      triggerRef={triggerRef}
    />
  );
}
