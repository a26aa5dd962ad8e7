import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useDocumentTitle } from "#lib/document-title.ts";
import { cn } from "#ui/cn.ts";

type MessagePageProps = {
  icon: LucideIcon;
  tone?: "default" | "danger";
  title: string;
  text: ReactNode;
  /** The ways out. */
  children: ReactNode;
};

/** A page with one thing to say: not found, broken, away. */
export function MessagePage({ icon: Icon, tone = "default", title, text, children }: MessagePageProps) {
  useDocumentTitle(title);
  const danger = tone === "danger";
  return (
    <div
      role={danger ? "alert" : undefined}
      className="flex min-h-full flex-col items-center justify-center gap-4 px-6 py-14 text-center"
    >
      <div
        className={cn(
          "grid size-10 place-items-center rounded-md",
          danger ? "bg-danger-soft text-danger" : "border bg-card text-muted-foreground shadow-xs",
        )}
      >
        <Icon aria-hidden className="size-5" />
      </div>
      <div className="max-w-md text-balance">
        <h1 className="font-semibold text-lg">{title}</h1>
        <p className="mt-1 text-muted-foreground">{text}</p>
      </div>
      <div className="flex flex-wrap justify-center gap-2">{children}</div>
    </div>
  );
}
