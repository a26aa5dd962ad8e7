import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { cn } from "../cn.ts";
import { Button } from "./button.tsx";

const CONFIRMED_MS = 2000;

type CopyButtonProps = {
  text: string;
  /** Its accessible name: "Kopieer Provider ID". */
  label: string;
  onCopied?: () => void;
  onFailed?: (error: unknown) => void;
  className?: string;
};

export function CopyButton({ text, label, onCopied, onFailed, className }: CopyButtonProps) {
  const [copiedAt, setCopiedAt] = useState<number | null>(null);
  useEffect(() => {
    if (copiedAt === null) return;
    const timer = setTimeout(() => setCopiedAt(null), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [copiedAt]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch (error) {
      onFailed?.(error);
      return;
    }
    setCopiedAt(Date.now());
    onCopied?.();
  };
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      data-copied={copiedAt !== null}
      onClick={copy}
      className={cn("size-7 text-muted-foreground pointer-coarse:before:-inset-1.5", className)}
    >
      {copiedAt === null ? <Copy className="size-3.5" /> : <Check className="size-3.5 text-success" />}
    </Button>
  );
}
