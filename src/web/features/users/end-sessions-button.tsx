import { LogOut } from "lucide-react";
import { TooltipButton } from "#ui/button/tooltip-button.tsx";
import { useConfirm } from "#ui/dialog/confirm.tsx";

type EndSessionsButtonProps = {
  name: string;
  disabledReason?: string | undefined;
  busy: boolean;
  onConfirmed: () => void;
};

/** For a lost device or a colleague who leaves: the user has to sign in again everywhere. */
export function useConfirmEndSessions(name: string): () => Promise<boolean> {
  const confirm = useConfirm();
  return () =>
    confirm({
      title: "Overal uitloggen?",
      text: `Alle sessies van ${name} worden beëindigd. Daarna logt ${name} opnieuw in.`,
      confirmLabel: "Overal uitloggen",
      tone: "destructive",
    });
}

export function EndSessionsButton({ name, disabledReason, busy, onConfirmed }: EndSessionsButtonProps) {
  const confirmEnd = useConfirmEndSessions(name);
  const confirmAndEnd = async () => {
    if (await confirmEnd()) onConfirmed();
  };
  return (
    <TooltipButton
      variant="ghost"
      size="icon"
      aria-label={`${name} overal uitloggen`}
      hint="Overal uitloggen"
      disabledReason={disabledReason}
      busy={busy}
      onClick={confirmAndEnd}
    >
      <LogOut />
    </TooltipButton>
  );
}
