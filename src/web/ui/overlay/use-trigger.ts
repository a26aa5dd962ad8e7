import {
  type KeyboardEvent,
  type PointerEvent,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { preloadRadix, useRadix } from "./use-radix.ts";

const OPENING_KEYS = ["Enter", " ", "ArrowDown", "ArrowUp"];

/**
 * The trigger of a menu, list or popover. Until Radix is loaded it is a plain button with `pendingProps`. Presses in the
 * meantime are replayed on Radix's own trigger (`triggerRef`), which takes its place and its focus.
 */
export function useTrigger() {
  const [isOpening, setIsOpening] = useState(false);
  const presses = useRef<Event[]>([]);
  const hadFocus = useRef(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const radix = useRadix(isOpening, () => {
    presses.current = [];
    setIsOpening(false);
  });
  useLayoutEffect(() => {
    if (radix && hadFocus.current) trigger.current?.focus({ preventScroll: true });
  }, [radix]);
  // Runs after the effects of Radix's components, which add the key listeners.
  useEffect(() => {
    if (!radix) return;
    const lastPress = presses.current.at(-1);
    for (const event of presses.current.splice(0)) trigger.current?.dispatchEvent(copyEvent(event));
    const endOfPress = lastPress && endEventOf(lastPress);
    if (endOfPress)
      // After the browser's own click, if there is one.
      addEventListener(endOfPress, ({ target }) => setTimeout(clickIfClosed, 0, trigger.current, target), {
        once: true,
      });
  }, [radix]);

  const record = ({ nativeEvent }: SyntheticEvent) => {
    presses.current.push(nativeEvent);
    setIsOpening(true);
  };
  const pendingProps = {
    ref: (element: HTMLElement | null) => () => {
      hadFocus.current = element !== null && element === document.activeElement;
    },
    "aria-expanded": isOpening,
    "data-state": isOpening ? "open" : "closed",
    onPointerEnter: preloadRadix,
    onFocus: preloadRadix,
    onPointerDown: (event: PointerEvent) => event.button === 0 && record(event),
    onClick: record,
    onKeyDown: (event: KeyboardEvent) => {
      if (!OPENING_KEYS.includes(event.key)) return;
      record(event);
      // An arrow key would scroll the page. Enter and space keep their default, the click event, which opens a popover.
      if (event.key.startsWith("Arrow")) event.preventDefault();
    },
  };
  return { radix, triggerRef: trigger, pendingProps };
}

/** The event that ends a press. With a mouse or a key, a press that begins on the plain button and ends on Radix's trigger causes no click. */
const endEventOf = (press: Event): string | undefined => {
  if (press instanceof PointerEvent && press.pointerType === "mouse")
    return press.type === "pointerdown" ? "pointerup" : undefined;
  return press instanceof KeyboardEvent && press.key === " " ? "keyup" : undefined;
};

const clickIfClosed = (trigger: HTMLElement | null, target: EventTarget | null) => {
  if (trigger?.matches("[data-state=closed]") && trigger.contains(target as Node)) trigger.click();
};

const copyEvent = (event: Event): Event => {
  const EventType = event.constructor as new (type: string, init: EventInit) => Event;
  return new EventType(event.type, event);
};
