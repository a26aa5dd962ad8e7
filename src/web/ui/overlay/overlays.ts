/** Radix's components that open over a screen: 30 KB of gzip, loaded after the first screen (`use-radix.ts`). */
export { AlertDialog, Dialog, DropdownMenu, Popover, Select } from "radix-ui";
