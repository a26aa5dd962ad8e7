import { Switch as RadixSwitch } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "../cn.ts";
import { useFieldControl } from "./field.tsx";

export const Switch = ({ className, ...props }: ComponentProps<typeof RadixSwitch.Root>) => (
  <RadixSwitch.Root
    {...props}
    {...useFieldControl(props)}
    className={cn(
      "relative inline-flex h-5 w-9 shrink-0 cursor-pointer items-center rounded-full bg-input p-0.5 transition-colors after:absolute after:-inset-1 pointer-coarse:after:-inset-2.5",
      "data-[state=checked]:bg-primary disabled:cursor-not-allowed disabled:opacity-50",
      className,
    )}
  >
    <RadixSwitch.Thumb className="size-4 rounded-full bg-white shadow-xs transition-transform data-[state=checked]:translate-x-4" />
  </RadixSwitch.Root>
);
