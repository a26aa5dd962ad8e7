import { useState } from "react";
import { cn } from "#ui/cn.ts";

type LogoImageProps = { src: string | null | undefined; alt: string; className?: string };

/** Renders nothing without a logo or if it cannot be loaded. White background in both themes: logos are designed for it. */
export function LogoImage({ src, alt, className }: LogoImageProps) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  if (!src || src === brokenSrc) return null;
  return (
    <img
      src={src}
      alt={alt}
      referrerPolicy="no-referrer"
      onError={() => setBrokenSrc(src)}
      className={cn("rounded-sm border bg-white object-contain p-1", className)}
    />
  );
}
