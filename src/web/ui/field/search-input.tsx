import { Search, X } from "lucide-react";
import { type ComponentProps, useRef } from "react";
import { cn } from "../cn.ts";
import { InlineButton, Input } from "./input.tsx";

type SearchInputProps = Omit<ComponentProps<"input">, "type" | "value" | "onChange" | "ref"> & {
  value: string;
  onValueChange: (value: string) => void;
  clearLabel?: string;
};

export function SearchInput({
  value,
  onValueChange,
  clearLabel = "Wis zoekterm",
  className,
  ...props
}: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    onValueChange("");
    input.current?.focus();
  };
  return (
    <div className={cn("relative", className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted-foreground"
      />
      <Input
        {...props}
        ref={input}
        type="search"
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        className="pr-9 pl-8 [&::-webkit-search-cancel-button]:hidden"
      />
      {value !== "" && (
        <InlineButton label={clearLabel} className="right-1" onClick={clear}>
          <X />
        </InlineButton>
      )}
    </div>
  );
}
