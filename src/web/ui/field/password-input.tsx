import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { cn } from "../cn.ts";
import { InlineButton, Input } from "./input.tsx";

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
