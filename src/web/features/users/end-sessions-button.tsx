import { LogOut } from "lucide-react";
import { TooltipButton } from "#ui/button/tooltip-button.tsx";
import { useConfirm } from "#ui/dialog/confirm.tsx";

type EndSessionsButtonProps = {
  name: string;
  /** The button is for the signed-in user, whose current session stays. */
  isOwnAccount: boolean;
  disabledReason?: string | undefined;
  busy: boolean;
  onConfirmed: () => void;
};

/** Asks before all sessions of a user are ended, for a lost device or a colleague who leaves. */
export function useConfirmEndSessions(name: string, isOwnAccount: boolean): () => Promise<boolean> {
  const confirm = useConfirm();
  return () =>
    confirm({
      title: "Overal uitloggen?",
      text: isOwnAccount
        ? "Al je sessies worden beëindigd, behalve deze."
        : `Alle sessies van ${name} worden beëindigd. Daarna logt ${name} opnieuw in.`,
      confirmLabel: "Overal uitloggen",
      tone: "destructive",
    });
}

export function EndSessionsButton({ name, isOwnAccount, disabledReason, busy, onConfirmed }: EndSessionsButtonProps) {
  const confirmEnd = useConfirmEndSessions(name, isOwnAccount);
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
