import type { ComponentProps } from "react";
import { Input } from "#ui/input.tsx";

type CodeInputProps = Omit<ComponentProps<"input">, "type"> & { kind: "app" | "recovery" };

const KINDS = {
  // Phones and password managers offer the code by themselves; a gap in the middle is fine.
  app: { inputMode: "numeric", autoComplete: "one-time-code", maxLength: 7, placeholder: "123 456" },
  recovery: { autoComplete: "off", autoCapitalize: "characters", maxLength: 20, placeholder: "XXXX-XXXX" },
} as const;

export const CodeInput = ({ kind, ...props }: CodeInputProps) => (
  <Input
    {...KINDS[kind]}
    required
    autoCorrect="off"
    spellCheck={false}
    {...props}
    className="font-medium tabular-nums tracking-widest"
  />
);
