import { cva } from "class-variance-authority";

/** A line of the sidebar: a link, the search button, the way out. */
export const sidebarItemStyle = cva(
  [
    "flex h-8 w-full cursor-pointer items-center gap-2.5 rounded-sm text-left text-sm max-md:h-9",
    "hover:text-foreground focus-visible:-outline-offset-2 [&_svg]:size-4 [&_svg]:shrink-0",
  ],
  {
    variants: {
      collapsed: { true: "justify-center", false: "px-2.5" },
      active: {
        true: "bg-secondary font-medium text-foreground [&_svg]:text-link",
        false: "text-muted-foreground hover:bg-accent",
      },
    },
    defaultVariants: { active: false },
  },
);
