import { CircleAlert, Info, X } from "lucide-react";
import { type ExternalToast, Toaster as Sonner, toast } from "sonner";
import { cn } from "./cn.ts";

export type ToastTone = "default" | "destructive" | "info";
export type ToastMessage = {
  title: string;
  description?: string | undefined;
  tone?: ToastTone;
  action?: { label: string; onClick: () => void };
};

const DURATION = 5000;
const PLACE: ExternalToast = {
  duration: DURATION,
  unstyled: true,
  // A toast can be reached with the keyboard, but its library hides the outline that shows it.
  className: "w-full rounded-md focus-visible:outline-2! focus-visible:outline-solid!",
};

export const Toaster = () => (
  <Sonner
    position="bottom-right"
    visibleToasts={1}
    duration={DURATION}
    offset={16}
    mobileOffset={12}
    customAriaLabel="Meldingen"
    className="font-sans!"
  />
);

let latest: string | number | undefined;

/** Says what happened, one thing at a time: the newest takes the place of the one before. */
export function showToast(message: ToastMessage) {
  if (latest !== undefined) toast.dismiss(latest);
  latest = toast.custom((id) => <ToastCard message={message} onClose={() => toast.dismiss(id)} />, PLACE);
}

type ToastCardProps = { message: ToastMessage; onClose: () => void };

function ToastCard({ message: { title, description, tone = "default", action }, onClose }: ToastCardProps) {
  const destructive = tone === "destructive";
  const act = () => {
    action?.onClick();
    onClose();
  };
  return (
    <div
      className={cn(
        "pointer-events-auto flex w-full items-start gap-2.5 rounded-md border bg-popover py-3 pr-2 pl-3.5 text-popover-foreground text-sm shadow-lg",
        destructive && "border-destructive bg-destructive text-destructive-foreground",
      )}
    >
      <ToneIcon tone={tone} />
      <div role={destructive ? "alert" : "status"} className="min-w-0 flex-1 break-words leading-5">
        <p className="font-medium">{title}</p>
        {description && <p className={cn(destructive ? "opacity-95" : "text-muted-foreground")}>{description}</p>}
      </div>
      {action && (
        <button
          type="button"
          onClick={act}
          className="-my-0.5 h-6 shrink-0 cursor-pointer rounded-sm border border-current/30 px-2 font-medium text-xs hover:bg-current/10"
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label="Melding sluiten"
        onClick={onClose}
        className="-my-0.5 grid size-6 shrink-0 cursor-pointer place-items-center rounded-sm opacity-80 hover:bg-current/10 hover:opacity-100"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
}

function ToneIcon({ tone }: { tone: ToastTone }) {
  if (tone === "default") return null;
  const Icon = tone === "destructive" ? CircleAlert : Info;
  return <Icon aria-hidden className={cn("mt-0.5 size-4 shrink-0", tone === "info" && "text-info")} />;
}
