/** What opens over a screen, loaded after the first screen (`use-radix.ts`) because of its size: decision 0016. */
export { DropdownMenu, Popover } from "radix-ui";
export { ConfirmWindow } from "../dialog/confirm-window.tsx";
export { DialogWindow, SheetWindow } from "../dialog/dialog-window.tsx";
export { SelectWindow } from "../select/select-window.tsx";
