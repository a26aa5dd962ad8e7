import { PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { Tooltip } from "#ui/tooltip.tsx";

type CollapseButtonProps = { collapsed: boolean; onToggle: () => void };

export function CollapseButton({ collapsed, onToggle }: CollapseButtonProps) {
  const label = collapsed ? "Zijbalk uitklappen" : "Zijbalk inklappen";
  return (
    <Tooltip content={label} side="right">
      <Button
        variant="ghost"
        size="icon"
        aria-label={label}
        aria-expanded={!collapsed}
        onClick={onToggle}
        className="text-muted-foreground"
      >
        {collapsed ? <PanelLeftOpen /> : <PanelLeftClose />}
      </Button>
    </Tooltip>
  );
}
