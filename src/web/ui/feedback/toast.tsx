import { CircleAlert, Info, X } from "lucide-react";
import { type PointerEvent, type ReactNode, useEffect, useRef, useSyncExternalStore } from "react";
import { cn } from "../cn.ts";

type ToastTone = "default" | "destructive" | "info";

export interface ToastMessage {
  title: string;
  description?: ReactNode;
  tone?: ToastTone;
  action?: { label: string; onClick: () => void; keyHint?: string };
  durationMs?: number;
}

interface ShownToast extends ToastMessage {
  /** Distinguishes two toasts with the same text. */
  id: number;
}

let shown: ShownToast | undefined;
let count = 0;
const listeners = new Set<() => void>();

const setToast = (toast: ShownToast | undefined): void => {
  shown = toast;
  for (const listener of listeners) listener();
};

const readToast = (): ShownToast | undefined => shown;

const watchToast = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Replaces the current toast: one is shown at a time. */
export const showToast = (message: ToastMessage): void => {
  count += 1;
  setToast({ ...message, id: count });
};

const closeToast = (id: number): void => {
  if (shown?.id === id) setToast(undefined);
};

/** For tests: a toast outlives the screen that has shown it. */
export const clearToast = (): void => setToast(undefined);

const DURATION_MS = 5000;
const RETRY_MS = 1000;

/** Loaded after the page: nobody reaches for a toast in the first second. */
function makeReachable(region: HTMLElement | null) {
  if (!region) return;
  let stop = () => {};
  let isGone = false;
  void import("./toast-region.ts").then(({ watchRegion }) => {
    if (!isGone) stop = watchRegion(region);
  });
  return () => {
    isGone = true;
    stop();
  };
}

/** Always rendered: screen readers announce only changes of a live region that they know already. */
export function Toaster() {
  const toast = useSyncExternalStore(watchToast, readToast, readToast);
  return (
    <section
      aria-label="Meldingen"
      aria-live="polite"
      ref={makeReachable}
      // Never over buttons at the bottom: at the top while a dialog is open, above the toolbar of a selection, and above the buttons of
      // a card on a phone.
      className="pointer-events-none fixed inset-x-3 bottom-3 z-100 max-sm:in-data-scroll-locked:top-2 sm:in-[body:has([data-dialog-footer])]:top-4 print:hidden sm:inset-x-auto sm:right-4 sm:bottom-4 sm:w-90 sm:in-[body:has([role=toolbar])]:bottom-[calc(var(--bottom-bar,4.25rem)+0.75rem)] max-sm:in-[body:not([data-scroll-locked]):has([data-bottom-bar])]:bottom-[calc(var(--bottom-bar,4.25rem)+0.75rem)]"
    >
      {toast && <ToastCard key={toast.id} toast={toast} />}
    </section>
  );
}

/**
 * Closes the toast after a while, but not while the pointer moves to it or it has the focus. A pointer that rests where the toast
 * appeared does not keep it: that is where the user clicked last, and wants to click again.
 */
const useExpiry = ({ id, durationMs = DURATION_MS }: ShownToast) => {
  const card = useRef<HTMLDivElement>(null);
  const isPointedAt = useRef(false);
  useEffect(() => {
    let timer = setTimeout(expire, durationMs);
    function expire() {
      if (isPointedAt.current || card.current?.matches(":focus-within")) timer = setTimeout(expire, RETRY_MS);
      else closeToast(id);
    }
    return () => clearTimeout(timer);
  }, [id, durationMs]);
  return {
    ref: card,
    onPointerMove: ({ movementX, movementY }: PointerEvent) => {
      if (movementX || movementY) isPointedAt.current = true;
    },
    onPointerLeave: () => {
      isPointedAt.current = false;
    },
  };
};

function ToastCard({ toast }: { toast: ShownToast }) {
  const { id, title, description, tone = "default", action } = toast;
  const expiry = useExpiry(toast);
  const destructive = tone === "destructive";
  const performAction = () => {
    action?.onClick();
    closeToast(id);
  };
  return (
    <div
      {...expiry}
      data-toast
      className={cn(
        "pointer-events-auto flex w-full animate-rise-in items-start gap-2.5 rounded-md border bg-popover py-3 pr-2 pl-3.5 text-popover-foreground text-sm shadow-lg",
        destructive && "border-destructive bg-destructive text-destructive-foreground",
      )}
    >
      <ToneIcon tone={tone} />
      {/* The buttons share a row with the title only: beside the whole text they would leave it half of the width. */}
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2.5 leading-5">
        <div
          role={destructive ? "alert" : "status"}
          className="col-span-2 col-start-1 row-start-1 grid grid-cols-subgrid break-words"
        >
          <p className="font-medium">{title}</p>
          {description && (
            <p className={cn("col-span-2 mt-1", destructive ? "opacity-95" : "text-muted-foreground")}>{description}</p>
          )}
        </div>
        <div className="-my-0.5 col-end-3 row-start-1 flex gap-2">
          {action && (
            <button
              type="button"
              onClick={performAction}
              className="h-6 cursor-pointer rounded-sm border border-current/30 px-2 font-medium text-xs hover:bg-current/10"
            >
              {action.label}
              {action.keyHint && (
                <kbd aria-hidden className="ml-1.5 font-sans text-muted-foreground max-md:hidden">
                  {action.keyHint}
                </kbd>
              )}
            </button>
          )}
          <button
            type="button"
            aria-label="Melding sluiten"
            onClick={() => closeToast(id)}
            className="grid size-6 cursor-pointer place-items-center rounded-sm opacity-80 hover:bg-current/10 hover:opacity-100"
          >
            <X aria-hidden className="size-4" />
          </button>
        </div>
      </div>
    </div>
  );
}

function ToneIcon({ tone }: { tone: ToastTone }) {
  if (tone === "default") return null;
  const Icon = tone === "destructive" ? CircleAlert : Info;
  return <Icon aria-hidden className={cn("mt-0.5 size-4 shrink-0", tone === "info" && "text-info")} />;
}
