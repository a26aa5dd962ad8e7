import { CopyButton } from "#ui/button/copy-button.tsx";
import { cn } from "#ui/cn.ts";
import { showToast } from "#ui/feedback/toast.tsx";

export const ProviderId = ({ text, className }: { text: string; className: string }) => (
  <p className={cn("flex items-center gap-0.5 text-muted-foreground text-xs", className)}>
    <span className="min-w-0 truncate">
      Provider ID: <span className="font-mono text-[0.6875rem]">{text}</span>
    </span>
    <CopyButton
      text={text}
      label="Kopieer Provider ID"
      onCopied={() => showToast({ title: "Gekopieerd!", description: "Provider ID is gekopieerd naar klembord" })}
      onFailed={() => showToast({ title: "Fout", description: "Kon Provider ID niet kopiëren", tone: "destructive" })}
      className="size-6"
    />
  </p>
);
