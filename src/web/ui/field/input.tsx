import { Eye, EyeOff, Search, X } from "lucide-react";
import { type ComponentProps, type RefObject, useRef, useState } from "react";
import { cn } from "../cn.ts";
import { useFieldControl } from "./field.tsx";

/** The style of every input and select. Below `sm` the text has 16 px, or iOS would zoom in on focus. */
export const controlStyle = cn(
  "w-full min-w-0 rounded-sm border border-input bg-card px-3 text-base text-foreground shadow-xs sm:text-sm",
  "placeholder:text-muted-foreground focus-visible:border-ring focus-visible:outline-offset-0",
  "disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-danger",
);

const typedStyle = cn(controlStyle, "read-only:bg-muted read-only:text-muted-foreground");

export const Input = ({ className, ...props }: ComponentProps<"input">) => (
  <input
    autoComplete="off"
    {...props}
    {...useFieldControl(props)}
    className={cn(typedStyle, "h-9 max-sm:h-10", className)}
  />
);

type InlineButtonProps = Omit<ComponentProps<"button">, "aria-label"> & { label: string };

/** A small button inside a text field; the parent is `relative`. */
export const InlineButton = ({ label, className, ...props }: InlineButtonProps) => (
  <button
    type="button"
    aria-label={label}
    className={cn(
      "absolute top-1/2 grid size-7 -translate-y-1/2 cursor-pointer place-items-center rounded-sm text-muted-foreground",
      "hover:bg-accent hover:text-foreground focus-visible:outline-offset-0 disabled:pointer-events-none [&_svg]:size-4",
      "pointer-coarse:before:absolute pointer-coarse:before:-inset-1.5",
      className,
    )}
    {...props}
  />
);

/** Grows with its text up to half the window; `rows` is its smallest height. */
export const Textarea = ({ className, rows = 4, ...props }: ComponentProps<"textarea">) => (
  <textarea
    rows={rows}
    {...props}
    {...useFieldControl(props)}
    className={cn(typedStyle, "field-sizing-content max-h-[50dvh] py-2 leading-relaxed", className)}
    style={{ minHeight: `calc(${rows} * 1.625em + 1.125rem)`, ...props.style }}
  />
);

export function PasswordInput({ className, ...props }: Omit<ComponentProps<"input">, "type">) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input
        autoComplete="current-password"
        spellCheck={false}
        {...props}
        type={shown ? "text" : "password"}
        className={cn("pr-10", className)}
      />
      {/* Its name does not contain "Wachtwoord": voice control would not know whether the field is meant. */}
      <InlineButton
        label={shown ? "Tekens verbergen" : "Tekens tonen"}
        className="right-1"
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff /> : <Eye />}
      </InlineButton>
    </div>
  );
}

type SearchInputProps = Omit<ComponentProps<"input">, "type" | "value" | "onChange" | "ref"> & {
  value: string;
  onValueChange: (value: string) => void;
  clearLabel?: string;
  inputRef?: RefObject<HTMLInputElement | null> | undefined;
};

export function SearchInput({
  value,
  onValueChange,
  clearLabel = "Wis zoekterm",
  inputRef,
  className,
  ...props
}: SearchInputProps) {
  const ownRef = useRef<HTMLInputElement>(null);
  const input = inputRef ?? ownRef;
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
        className={cn(
          "pl-8 placeholder-shown:text-ellipsis [&::-webkit-search-cancel-button]:hidden",
          value !== "" && "pr-9",
        )}
      />
      {value !== "" && (
        <InlineButton label={clearLabel} className="right-1" onClick={clear}>
          <X />
        </InlineButton>
      )}
    </div>
  );
}
