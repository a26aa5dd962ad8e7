import { useVersion } from "#lib/version.ts";
import { cn } from "#ui/cn.ts";
import { useSidebar } from "./sidebar-context.ts";

export function VersionLabel({ fallback }: { fallback: string }) {
  const { collapsed } = useSidebar();
  return (
    <p className={cn("text-muted-foreground text-xs tabular-nums", collapsed ? "text-center" : "px-2.5")}>
      <span className={cn(collapsed && "sr-only")}>Versie</span> {useVersion(fallback)}
    </p>
  );
}
