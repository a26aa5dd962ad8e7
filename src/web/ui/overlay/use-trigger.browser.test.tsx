import { expect } from "vitest";
import { page } from "vitest/browser";
import { renderScreen, test } from "#web/testing/component-test.tsx";
import { Button } from "../button/button.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "./popover.tsx";
import { loadRadix } from "./use-radix.ts";

const NamedPopover = ({ name }: { name: string }) => (
  <Popover>
    <PopoverTrigger asChild>
      <Button>Open {name}</Button>
    </PopoverTrigger>
    <PopoverContent aria-label={name}>Inhoud</PopoverContent>
  </Popover>
);

const send = (name: string, event: Event) =>
  page
    .getByRole("button", { name: `Open ${name}` })
    .element()
    .dispatchEvent(event);
const pointer = (type: string) => new PointerEvent(type, { bubbles: true, pointerType: "mouse" });
const space = (type: string) => new KeyboardEvent(type, { bubbles: true, key: " " });

// One test: Radix is loaded once per page.
test("a press during which Radix arrives opens the popover, by mouse and by keyboard", async () => {
  await renderScreen(
    <>
      <NamedPopover name="Datum" />
      <NamedPopover name="Plaats" />
    </>,
  );
  await expect.element(page.getByRole("button", { name: "Open Datum" })).toBeVisible();
  send("Datum", pointer("pointerdown"));
  send("Plaats", space("keydown"));
  await loadRadix();
  await expect.element(page.getByRole("button", { name: "Open Plaats" })).toHaveAttribute("data-state", "closed");
  send("Datum", pointer("pointerup"));
  await expect.element(page.getByRole("dialog", { name: "Datum" })).toBeVisible();
  send("Plaats", space("keyup"));
  await expect.element(page.getByRole("dialog", { name: "Plaats" })).toBeVisible();
});
