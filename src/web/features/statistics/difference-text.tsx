import { cn } from "#ui/cn.ts";
import type { Difference, Direction } from "./results-text.ts";

const COLOURS: Record<Direction, string> = {
  better: "text-success",
  worse: "text-danger",
  same: "text-muted-foreground",
};
const WORDS: Record<Direction, string> = { better: "beter", worse: "slechter", same: "gelijk" };

/** Against the period before; what the colour says is also said in words. */
export const DifferenceText = ({ difference, className }: { difference: Difference; className?: string }) => (
  <span className={cn("whitespace-nowrap font-medium", COLOURS[difference.direction], className)}>
    {difference.text}
    <span className="sr-only"> ({WORDS[difference.direction]} dan de vorige periode)</span>
  </span>
);
