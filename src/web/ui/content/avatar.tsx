import { Avatar as RadixAvatar } from "radix-ui";
import { cn } from "../cn.ts";

const SIZES = { sm: "size-7 text-xs", md: "size-9 text-sm", lg: "size-12 text-base", xl: "size-16 text-xl" };

type AvatarProps = {
  name: string;
  src?: string | null | undefined;
  /** Instead of the initials of the name. */
  initials?: string | null | undefined;
  size?: keyof typeof SIZES;
  className?: string;
};

/** Decorative: the name is shown beside it, so screen readers skip it. */
export const Avatar = ({ name, src, initials, size = "md", className }: AvatarProps) => (
  <RadixAvatar.Root
    aria-hidden
    className={cn(
      "inline-grid shrink-0 select-none place-items-center overflow-hidden rounded-full border bg-muted font-medium text-muted-foreground",
      SIZES[size],
      className,
    )}
  >
    {src && <RadixAvatar.Image src={src} alt="" referrerPolicy="no-referrer" className="size-full object-cover" />}
    <RadixAvatar.Fallback className="uppercase leading-none">{initials || initialsOf(name)}</RadixAvatar.Fallback>
  </RadixAvatar.Root>
);

const firstLetter = (word: string | undefined): string => Array.from(word ?? "")[0] ?? "";

/** Of the first and the last word, as the server gives them for the contact of a message. */
export const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/);
  return firstLetter(words[0]) + (words.length > 1 ? firstLetter(words.at(-1)) : "") || "?";
};
