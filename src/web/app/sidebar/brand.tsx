import { useState } from "react";
import { PRODUCT } from "#lib/document-title.ts";
import { cn } from "#ui/cn.ts";
import { BrandMark } from "#web/features/landing/brand.tsx";
import { useSidebar } from "./sidebar-context.ts";

type BrandProps = {
  title?: string;
  /** Takes the place of the title when it can be shown. */
  logo?: { url: string; name: string } | undefined;
};

export function Brand({ title = PRODUCT, logo }: BrandProps) {
  const { collapsed } = useSidebar();
  const [broken, setBroken] = useState<string | null>(null);
  if (logo && logo.url !== broken) {
    return (
      <img
        src={logo.url}
        alt={logo.name}
        referrerPolicy="no-referrer"
        onError={() => setBroken(logo.url)}
        // Most logos are made for white paper.
        className={cn(
          "object-contain dark:rounded-sm dark:bg-white dark:p-1",
          collapsed ? "size-9" : "h-8 max-w-40 object-left",
        )}
      />
    );
  }
  return (
    <span className="flex min-w-0 items-center gap-2.5 font-semibold tracking-tight">
      <BrandMark className="size-7 shrink-0" />
      <span className={cn(collapsed ? "sr-only" : "truncate")}>{title}</span>
    </span>
  );
}
