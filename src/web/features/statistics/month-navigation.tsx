import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { isCurrent, type Month, monthName, shiftMonth } from "./months.ts";

type MonthNavigationProps = { month: Month; today: string; onChange: (month: Month) => void };

/** Back is always possible; forward until the current month. */
export const MonthNavigation = ({ month, today, onChange }: MonthNavigationProps) => (
  <div className="-my-1 flex items-center gap-1">
    <Button variant="ghost" size="icon" aria-label="Vorige maand" onClick={() => onChange(shiftMonth(month, -1))}>
      <ChevronLeft />
    </Button>
    <span aria-live="polite" className="min-w-31 text-center font-medium text-[0.8125rem] tabular-nums">
      {monthName(month)}
    </span>
    <Button
      variant="ghost"
      size="icon"
      aria-label="Volgende maand"
      disabled={isCurrent(month, today)}
      onClick={() => onChange(shiftMonth(month, 1))}
    >
      <ChevronRight />
    </Button>
  </div>
);
