import { type ClassValue, clsx } from "clsx";
import { createTailwindMerge } from "tailwind-merge";
import { CLASS_CONFLICTS } from "./class-conflicts.ts";

const mergeClasses = createTailwindMerge(() => CLASS_CONFLICTS);

/** Joins classes. Of two utilities that set the same property, the last one stays. */
export const cn = (...classes: ClassValue[]): string => mergeClasses(clsx(classes));
