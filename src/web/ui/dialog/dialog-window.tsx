import { GripVertical } from "lucide-react";
import { Dialog as RadixDialog } from "radix-ui";
import {
  type ComponentProps,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { Button } from "../button/button.tsx";
import { cn } from "../cn.ts";
import {
  CloseButton,
  keepOpenForToasts,
  overlayStyle,
  panelStyle,
  useFocusReturn,
  useTopmostEscape,
} from "./dialog-panel.tsx";

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

export type Point = { x: number; y: number };
type Box = { left: number; top: number; right: number; bottom: number };

/** As much of a step as a box can take without leaving the window. One that is too large for it can still move back. */
export const clampToWindow = (box: Box, step: Point, window: { width: number; height: number }): Point => ({
  x: clamp(step.x, Math.min(0, -box.left), Math.max(0, window.width - box.right)),
  y: clamp(step.y, Math.min(0, -box.top), Math.max(0, window.height - box.bottom)),
});

const clamp = (value: number, min: number, max: number) => Math.max(min, Math.min(value, max));

type Drag = { pointer: Point; offset: Point; room: DOMRect; moved: boolean };

/** A click with an unsteady hand is not a drag. */
const THRESHOLD = 5;
/** Below this a dialog stands at the bottom over the full width, and stays there. */
const PHONE_WIDTH = 640;
/** A panel that can be moved within the window: `handle` for the pointer, `moveBy` for the keyboard. */
export function useDragOffset(panel: RefObject<HTMLElement | null>) {
  const [offset, setOffset] = useState<Point>({ x: 0, y: 0 });
  const drag = useRef<Drag | null>(null);

  const moveFrom = (start: Point, box: DOMRect, by: Point) => {
    const step = clampToWindow(box, by, { width: window.innerWidth, height: window.innerHeight });
    setOffset({ x: start.x + step.x, y: start.y + step.y });
  };
  const moveBy = (x: number, y: number) => {
    if (panel.current) moveFrom(offset, panel.current.getBoundingClientRect(), { x, y });
  };

  useEffect(() => {
    // A smaller window would leave the panel outside; back in the middle it is always reachable.
    const recentre = () => setOffset({ x: 0, y: 0 });
    window.addEventListener("resize", recentre);
    return () => window.removeEventListener("resize", recentre);
  }, []);

  const grab = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || window.innerWidth < PHONE_WIDTH || !panel.current) return;
    const room = panel.current.getBoundingClientRect();
    drag.current = { pointer: { x: event.clientX, y: event.clientY }, offset, room, moved: false };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const pull = (event: PointerEvent<HTMLElement>) => {
    const current = drag.current;
    if (!current) return;
    const by = { x: event.clientX - current.pointer.x, y: event.clientY - current.pointer.y };
    if (!current.moved && Math.hypot(by.x, by.y) < THRESHOLD) return;
    current.moved = true;
    moveFrom(current.offset, current.room, by);
  };
  const release = () => {
    drag.current = null;
  };

  return {
    transform: offset.x === 0 && offset.y === 0 ? undefined : `translate(${offset.x}px, ${offset.y}px)`,
    moveBy,
    handle: { onPointerDown: grab, onPointerMove: pull, onPointerUp: release, onPointerCancel: release },
  };
}

const SIZES = { sm: "sm:max-w-sm", md: "sm:max-w-lg", lg: "sm:max-w-2xl", xl: "sm:max-w-4xl", full: "sm:max-w-6xl" };

export type DialogWindowProps = Omit<ComponentProps<typeof RadixDialog.Content>, "title"> & {
  title: ReactNode;
  description?: ReactNode;
  size?: keyof typeof SIZES;
  /** By its header with the pointer, by its grip with the arrow keys. */
  draggable?: boolean;
  bodyClassName?: string;
  /** What one begins with, when that is not the first field. `autoFocus` would hide from where the dialog was opened. */
  firstFocus?: RefObject<HTMLElement | null>;
};

type OpenProps = { dialog: { open: boolean; setOpen: (open: boolean) => void } };

export function DialogWindow({ dialog, draggable = false, ...props }: DialogWindowProps & OpenProps) {
  return (
    <RadixDialog.Root open={dialog.open} onOpenChange={dialog.setOpen}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={cn(overlayStyle, draggable && "sm:bg-black/25")}>
          <DialogPanel draggable={draggable} {...props} />
        </RadixDialog.Overlay>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** Lives only while the dialog is open, so that it opens in the middle again. */
function DialogPanel({
  title,
  description,
  size = "md",
  draggable = false,
  className,
  bodyClassName,
  firstFocus,
  children,
  ...props
}: DialogWindowProps) {
  const panel = useRef<HTMLDivElement>(null);
  const drag = useDragOffset(panel);
  const focusReturn = useFocusReturn();
  const beginFocus = (event: Event) => {
    focusReturn.onOpenAutoFocus();
    if (!firstFocus?.current) return;
    event.preventDefault();
    firstFocus.current.focus();
  };
  return (
    <RadixDialog.Content
      ref={panel}
      {...(description ? {} : { "aria-describedby": undefined })}
      {...focusReturn}
      onOpenAutoFocus={beginFocus}
      {...useTopmostEscape(panel)}
      onInteractOutside={keepOpenForToasts}
      {...props}
      className={cn(panelStyle, SIZES[size], className)}
      style={{ transform: draggable ? drag.transform : undefined, ...props.style }}
    >
      <div
        {...(draggable ? drag.handle : {})}
        className={cn(
          "shrink-0 border-b py-3 pr-14 pl-5",
          draggable && "sm:cursor-grab sm:touch-none sm:select-none sm:pl-11 sm:active:cursor-grabbing",
        )}
      >
        <RadixDialog.Title className="text-balance font-semibold text-base leading-6">{title}</RadixDialog.Title>
        {description && (
          <RadixDialog.Description className="mt-0.5 text-muted-foreground text-sm">
            {description}
          </RadixDialog.Description>
        )}
      </div>
      <div
        className={cn(
          "min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-4 not-has-[[data-dialog-footer]]:pb-5",
          bodyClassName,
        )}
      >
        {children}
      </div>
      {/* Last in the document, so that a dialog opens with the focus on its first field. */}
      <CloseButton />
      {draggable && <DragGrip onMove={drag.moveBy} className="absolute top-2 left-2.5 hidden sm:inline-flex" />}
    </RadixDialog.Content>
  );
}
