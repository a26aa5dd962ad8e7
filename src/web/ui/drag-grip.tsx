import { GripVertical } from "lucide-react";
import type { KeyboardEvent } from "react";
import { Button } from "./button.tsx";
import { cn } from "./cn.ts";

const STEP = 25;
const STEPS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

type DragGripProps = { onMove: (x: number, y: number) => void; className?: string };

export function DragGrip({ onMove, className }: DragGripProps) {
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    onMove(...step);
  };
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label="Verplaats venster met de pijltjestoetsen"
      onKeyDown={move}
      className={cn("pointer-events-none text-muted-foreground", className)}
    >
      <GripVertical />
    </Button>
  );
}
