import { type FormEvent, useState } from "react";
import { describe, expect, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectFocusWithin, focus, renderScreen, test } from "#web/testing/component-test.tsx";
import { Button } from "../button/button.tsx";
import { ChoiceDialog } from "../dialog/choice-dialog.tsx";
import { useConfirm, useDiscardGuard } from "../dialog/confirm.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogTrigger } from "../dialog/dialog.tsx";
import { FormDialog, FormDialogActions } from "../dialog/form-dialog.tsx";
import { clearToast, showToast } from "../feedback/toast.tsx";
import { Field } from "../field/field.tsx";
import { Input } from "../field/input.tsx";
import { Tabs, TabsList, TabsTrigger } from "../page/tabs.tsx";
import { Combobox } from "../select/combobox.tsx";
import { Select } from "../select/select.tsx";
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from "./dropdown-menu.tsx";
import { IconTooltips } from "./icon-tooltips.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "./popover.tsx";
import { loadRadix } from "./use-radix.ts";

const button = (name: string) => page.getByRole("button", { name });

describe("a dropdown menu", () => {
  const Menu = ({ onSelect }: { onSelect: (item: string) => void }) => (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button>Meer</Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {["Bewerken", "Kopiëren", "Verwijderen"].map((item) => (
          <DropdownMenuItem key={item} onSelect={() => onSelect(item)}>
            {item}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
  const item = (name: string) => page.getByRole("menuitem", { name });

  test("selects with the mouse and closes", async () => {
    const selected: string[] = [];
    await renderScreen(<Menu onSelect={(name) => selected.push(name)} />);
    await button("Meer").click();
    await item("Kopiëren").click();
    await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
    expect(selected).toEqual(["Kopiëren"]);
  });

  test.for(["{Enter}", " ", "{ArrowDown}"])("opens with %j at its first item, and the arrows move on", async (key) => {
    const selected: string[] = [];
    await renderScreen(<Menu onSelect={(name) => selected.push(name)} />);
    await expect.element(button("Meer")).toBeVisible();
    focus(button("Meer"));
    await userEvent.keyboard(key);
    await expect.element(item("Bewerken")).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(item("Kopiëren")).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    expect(selected).toEqual(["Kopiëren"]);
  });

  test("closes with Escape and returns the focus", async () => {
    await renderScreen(<Menu onSelect={() => undefined} />);
    await button("Meer").click();
    await expect.element(page.getByRole("menu")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
    await expect.element(button("Meer")).toHaveFocus();
  });
});

describe("a select", () => {
  const OPTIONS = ["Alles", "Amsterdam", "Groningen", "Haarlem"].map((label) => ({ value: label, label }));
  const CitySelect = () => {
    const [city, setCity] = useState("Alles");
    return (
      <Field label="Plaats">
        <Select options={OPTIONS} value={city} onValueChange={setCity} />
      </Field>
    );
  };
  const select = page.getByRole("combobox", { name: "Plaats" });
  const option = (name: string) => page.getByRole("option", { name });

  test("chooses with the mouse", async () => {
    await renderScreen(<CitySelect />);
    await select.click();
    await option("Groningen").click();
    await expect.element(select).toHaveTextContent("Groningen");
    await expect.element(select).toHaveFocus();
  });

  test("gives the focus back to the screen after a choice with the mouse in a filter", async () => {
    await renderScreen(
      <header>
        <CitySelect />
      </header>,
    );
    await select.click();
    await option("Groningen").click();
    await expect.element(select).toHaveTextContent("Groningen");
    await expect.element(page.getByRole("listbox")).not.toBeInTheDocument();
    await expect.poll(() => document.activeElement).toBe(document.body);
  });

  test("opens at the current option and chooses with the keyboard", async () => {
    await renderScreen(<CitySelect />);
    await expect.element(select).toBeVisible();
    focus(select);
    await userEvent.keyboard("{Enter}");
    await expect.element(option("Alles")).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}{ArrowDown}{Enter}");
    await expect.element(select).toHaveTextContent("Groningen");
    await expect.element(select).toHaveFocus();
  });

  test("keeps its value on Escape", async () => {
    await renderScreen(<CitySelect />);
    await expect.element(select).toBeVisible();
    focus(select);
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(option("Alles")).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}{Escape}");
    await expect.element(option("Alles")).not.toBeInTheDocument();
    await expect.element(select).toHaveTextContent("Alles");
    await expect.element(select).toHaveFocus();
  });

  test("handles keys that follow each other without a pause", async () => {
    await renderScreen(<CitySelect />);
    await expect.element(select).toBeVisible();
    focus(select);
    await userEvent.keyboard("{Enter}");
    await expect.element(option("Alles")).toHaveFocus();
    // In one task, so that nothing renders between the keys.
    for (const key of ["ArrowDown", "ArrowDown", "ArrowUp", "Enter"])
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    await expect.element(select).toHaveTextContent("Amsterdam");
  });

  test("chooses by its first letters without opening", async () => {
    await loadRadix();
    await renderScreen(<CitySelect />);
    await expect.element(select).toBeVisible();
    focus(select);
    await userEvent.keyboard("gr");
    await expect.element(select).toHaveTextContent("Groningen");
  });
});

describe("a combobox", () => {
  const COMPANIES = ["Bakkerij Jansen", "Molenaar", "Zonnepanelen"].map((label) => ({ value: label, label }));
  const CompanySelect = () => {
    const [company, setCompany] = useState<string | null>(null);
    return (
      <Field label="Bedrijf">
        <Combobox
          options={COMPANIES}
          value={company}
          onValueChange={setCompany}
          noneLabel="Alle bedrijven"
          searchLabel="Zoek een bedrijf"
        />
      </Field>
    );
  };
  const trigger = page.getByRole("combobox", { name: "Bedrijf" });

  test("filters while typing and chooses with Enter", async () => {
    await renderScreen(<CompanySelect />);
    await trigger.click();
    await expect.element(page.getByPlaceholder("Zoek een bedrijf…")).toHaveFocus();
    await userEvent.keyboard("molen");
    await expect.element(page.getByRole("option", { name: "Bakkerij Jansen" })).not.toBeInTheDocument();
    await expect.element(page.getByRole("option", { name: "Molenaar" })).toHaveAttribute("aria-selected", "true");
    await userEvent.keyboard("{Enter}");
    await expect.element(trigger).toHaveTextContent("Molenaar");
  });
});

describe("a popover", () => {
  test("opens, closes with Escape and returns the focus", async () => {
    await renderScreen(
      <Popover>
        <PopoverTrigger asChild>
          <Button>Datum</Button>
        </PopoverTrigger>
        <PopoverContent aria-label="Datum kiezen">
          <Input aria-label="Dag" />
        </PopoverContent>
      </Popover>,
    );
    await button("Datum").click();
    const popover = page.getByRole("dialog", { name: "Datum kiezen" });
    await popover.getByLabelText("Dag").fill("1");
    await userEvent.keyboard("{Escape}");
    await expect.element(popover).not.toBeInTheDocument();
    await expect.element(button("Datum")).toHaveFocus();
  });
});

describe("a dialog", () => {
  const Details = () => (
    <>
      <Dialog>
        <DialogTrigger>
          <Button>Open</Button>
        </DialogTrigger>
        <DialogContent title="Details" description="Over deze lead">
          <Input aria-label="Naam" />
          <DialogFooter>
            <DialogClose>
              <Button variant="outline">Klaar</Button>
            </DialogClose>
          </DialogFooter>
        </DialogContent>
      </Dialog>
      <Button>Buiten</Button>
    </>
  );
  const dialog = page.getByRole("dialog", { name: "Details" });

  test("has a name and a description, and traps the focus", async () => {
    await renderScreen(<Details />);
    await button("Open").click();
    await expect.element(dialog).toBeVisible();
    await expect.element(dialog).toHaveAccessibleDescription("Over deze lead");
    await expect.element(dialog.getByLabelText("Naam")).toHaveFocus();
    for (let press = 0; press < 5; press++) {
      await userEvent.keyboard("{Tab}");
      expect(dialog.element().contains(document.activeElement)).toBe(true);
    }
  });

  test.for(["{Escape}", "button"])("closes by %s and returns the focus", async (way) => {
    await renderScreen(<Details />);
    await button("Open").click();
    await expect.element(dialog.getByLabelText("Naam")).toHaveFocus();
    if (way === "button") await dialog.getByRole("button", { name: "Klaar" }).click();
    else await userEvent.keyboard(way);
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(button("Open")).toHaveFocus();
  });
});

describe("a dialog behind a toast", () => {
  const Behind = () => (
    <Dialog open onOpenChange={() => setClosed()}>
      <DialogContent title="Bewerken">
        <Field label="Email">
          <Input readOnly value="a@b.nl" />
        </Field>
        <Field label="Naam">
          <Input />
        </Field>
      </DialogContent>
    </Dialog>
  );
  let closed = 0;
  const setClosed = () => {
    closed += 1;
  };
  const name = page.getByLabelText("Naam");

  test("stays open when the toast is closed, and begins at the first field that can be changed", async () => {
    closed = 0;
    await renderScreen(<Behind />);
    await expect.element(name).toHaveFocus();
    showToast({ title: "Opgeslagen" });
    await button("Melding sluiten").click();
    await expect.element(page.getByText("Opgeslagen")).not.toBeInTheDocument();
    expect(closed).toBe(0);
  });

  test("keeps its buttons free on a phone", async () => {
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1280, 900));
    await renderScreen(
      <Dialog open>
        <DialogContent title="Bewerken">
          <div className="h-500" />
          <DialogFooter>
            <Button>Opslaan</Button>
          </DialogFooter>
        </DialogContent>
      </Dialog>,
    );
    await expect.element(button("Opslaan")).toBeVisible();
    showToast({ title: "Kon het bericht niet bijwerken", description: "Probeer het opnieuw.", tone: "destructive" });
    await expect.element(page.getByRole("alert")).toBeVisible();
    const { bottom } = document.querySelector("[data-toast]")?.getBoundingClientRect() ?? new DOMRect();
    expect(bottom).toBeGreaterThan(0);
    expect(bottom).toBeLessThanOrEqual(page.getByRole("dialog").element().getBoundingClientRect().top);
  });

  test("keeps its buttons free in a wide window", async () => {
    await renderScreen(
      <Dialog open>
        <DialogContent title="Bewerken" size="xl">
          <div className="h-500" />
          <DialogFooter>
            <Button>Opslaan</Button>
          </DialogFooter>
        </DialogContent>
      </Dialog>,
    );
    await expect.element(button("Opslaan")).toBeVisible();
    showToast({ title: "Kon het bericht niet bijwerken", description: "Probeer het opnieuw.", tone: "destructive" });
    await expect.element(page.getByRole("alert")).toBeVisible();
    const toast = document.querySelector("[data-toast]")?.getBoundingClientRect() ?? new DOMRect();
    const save = button("Opslaan").element().getBoundingClientRect();
    expect(toast.right, "they would be above each other").toBeGreaterThan(save.left);
    expect(toast.bottom).toBeLessThan(save.top);
  });

  test("lets F8 reach the toast and return", async () => {
    closed = 0;
    let undone = 0;
    await renderScreen(<Behind />);
    await expect.element(name).toHaveFocus();
    showToast({ title: "Gewist", action: { label: "Ongedaan maken", onClick: () => (undone += 1) } });
    await expect.element(button("Ongedaan maken")).toBeVisible();
    await import("../feedback/toast-region.ts");
    await userEvent.keyboard("{F8}");
    await expect.element(button("Ongedaan maken")).toHaveFocus();
    await userEvent.keyboard("{F8}");
    await expect.element(name).toHaveFocus();
    await userEvent.keyboard("{F8}{Enter}");
    expect(undone).toBe(1);
    await expect.element(name).toHaveFocus();
    expect(closed).toBe(0);
  });
});

describe("a toast", () => {
  /** However slow the machine is, a toast goes away only when the test lets its time pass. */
  const holdTimers = () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
  };

  test("goes away at its time though the pointer rests where it appeared", async () => {
    await renderScreen(
      <div className="fixed right-4 bottom-4">
        <Button>Goedkeuren</Button>
      </div>,
    );
    await button("Goedkeuren").hover();
    holdTimers();
    showToast({ title: "Goedgekeurd", durationMs: 1000 });
    await expect.element(page.getByText("Goedgekeurd")).toBeVisible();
    await expect.poll(() => document.querySelector("[data-toast]")?.matches(":hover")).toBe(true);
    vi.advanceTimersByTime(1000);
    await expect.element(page.getByText("Goedgekeurd")).not.toBeInTheDocument();
  });

  test("leaves room on a phone to scroll the last button above it, until that room is out of sight", async () => {
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1280, 900));
    await renderScreen(
      <>
        <div className="h-500" />
        <Button>Goedkeuren</Button>
      </>,
    );
    await expect.element(button("Goedkeuren")).toBeInTheDocument();
    const { scrollHeight: usualHeight } = document.documentElement;
    const buttonBox = () => button("Goedkeuren").element().getBoundingClientRect();
    showToast({ title: "Goedgekeurd", description: "Het bericht aan Anna is goedgekeurd." });
    await expect.element(page.getByText("Het bericht aan Anna")).toBeVisible();
    const toast = page.getByRole("region", { name: "Meldingen" }).element();
    const bottomAtTheEnd = () => {
      scrollTo(0, document.documentElement.scrollHeight);
      return buttonBox().bottom;
    };
    await expect.poll(bottomAtTheEnd).toBeLessThanOrEqual(toast.getBoundingClientRect().top);
    const { top } = buttonBox();
    // The browser reports the scrolling with the next frame.
    await new Promise(requestAnimationFrame);
    clearToast();
    await expect.element(page.getByText("Het bericht aan Anna")).not.toBeInTheDocument();
    await new Promise(requestAnimationFrame);
    expect(buttonBox().top).toBe(top);
    scrollTo(0, 0);
    await expect.poll(() => document.documentElement.scrollHeight).toBe(usualHeight);
  });

  test("leaves room on a phone also when a dialog over it is closed", async () => {
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1280, 900));
    await renderScreen(
      <>
        <Dialog>
          <DialogTrigger>
            <Button>Open</Button>
          </DialogTrigger>
          <DialogContent title="Bewerken">
            <DialogClose>
              <Button>Klaar</Button>
            </DialogClose>
          </DialogContent>
        </Dialog>
        <div className="h-500" />
        <Button>Goedkeuren</Button>
      </>,
    );
    await button("Open").click();
    await expect.element(button("Klaar")).toBeVisible();
    showToast({ title: "Opgeslagen", durationMs: 60_000 });
    await expect.element(page.getByText("Opgeslagen")).toBeVisible();
    await import("../feedback/toast-region.ts");
    await button("Klaar").click();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    const toast = page.getByRole("region", { name: "Meldingen" }).element();
    await expect.poll(() => toast.getBoundingClientRect().top).toBeGreaterThan(422);
    const bottomAtTheEnd = () => {
      scrollTo(0, document.documentElement.scrollHeight);
      return button("Goedkeuren").element().getBoundingClientRect().bottom;
    };
    await expect.poll(bottomAtTheEnd).toBeLessThanOrEqual(toast.getBoundingClientRect().top);
  });

  test("leaves no room on a screen that is shorter than the window, once that is scrolled back", async () => {
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1280, 900));
    await renderScreen(<div style={{ height: "800px" }} />);
    const { clientHeight } = document.documentElement;
    const height = () => document.documentElement.scrollHeight;
    await expect.poll(height).toBe(clientHeight);
    showToast({ title: "Goedgekeurd", durationMs: 60_000 });
    await expect.poll(height).toBeGreaterThan(clientHeight);
    scrollTo(0, height());
    // The browser reports the scrolling with the next frame.
    await new Promise(requestAnimationFrame);
    clearToast();
    await expect.element(page.getByText("Goedgekeurd")).not.toBeInTheDocument();
    scrollTo(0, 0);
    await expect.poll(height).toBe(clientHeight);
  });

  test("leaves the height of a wide screen as it is", async () => {
    await renderScreen(<div className="h-500" />);
    const { scrollHeight } = document.documentElement;
    showToast({ title: "Goedgekeurd" });
    await expect.element(page.getByText("Goedgekeurd")).toBeVisible();
    await import("../feedback/toast-region.ts");
    expect(document.documentElement.scrollHeight).toBe(scrollHeight);
  });

  test("shows its text below the buttons in the whole width", async () => {
    await renderScreen(<Button>Goedkeuren</Button>);
    const description = "Het bericht aan Lotte Hoekstra staat klaar. Wacht op de acceptatie van de uitnodiging.";
    showToast({ title: "Klaargezet", description, action: { label: "Ongedaan maken", onClick: () => {} } });
    await expect.element(page.getByText(description)).toBeVisible();
    const text = page.getByText(description).element().getBoundingClientRect();
    const undo = button("Ongedaan maken").element().getBoundingClientRect();
    expect(text.left).toBeLessThan(undo.left);
    expect(text.right).toBeGreaterThan(undo.right);
    expect(text.top).toBeGreaterThanOrEqual(undo.bottom - 2);
  });

  test("stays while the pointer has moved to it", async () => {
    await renderScreen(<Button>Goedkeuren</Button>);
    await button("Goedkeuren").hover();
    holdTimers();
    showToast({ title: "Goedgekeurd", durationMs: 1000 });
    await page.getByText("Goedgekeurd").hover();
    vi.advanceTimersByTime(2500);
    await expect.element(page.getByText("Goedgekeurd")).toBeVisible();
    await button("Goedkeuren").hover();
    vi.advanceTimersByTime(1000);
    await expect.element(page.getByText("Goedgekeurd")).not.toBeInTheDocument();
  });
});

test("a strip of tabs has no scrollbar", async () => {
  await renderScreen(
    <Tabs defaultValue="a">
      <TabsList aria-label="Tabs" className="w-24">
        <TabsTrigger value="a">Een lang tabblad</TabsTrigger>
        <TabsTrigger value="b">Nog een lang tabblad</TabsTrigger>
      </TabsList>
    </Tabs>,
  );
  const list = page.getByRole("tablist").element() as HTMLElement;
  expect(list.scrollWidth).toBeGreaterThan(list.clientWidth);
  expect(list.offsetHeight - list.clientHeight).toBe(1);
  expect(list.offsetWidth).toBe(list.clientWidth);
});

describe("a confirmation", () => {
  const Deleter = ({ onAnswer }: { onAnswer: (confirmed: boolean) => void }) => {
    const confirm = useConfirm();
    const ask = async () =>
      onAnswer(await confirm({ title: "Verwijderen?", text: "Dit kan niet ongedaan.", confirmLabel: "Verwijderen" }));
    return <Button onClick={() => void ask()}>Weg ermee</Button>;
  };
  const question = page.getByRole("alertdialog", { name: "Verwijderen?" });

  test.for([
    ["Verwijderen", true],
    ["Annuleren", false],
  ] as const)("resolves %s to %s", async ([answer, confirmed]) => {
    const answers: boolean[] = [];
    await renderScreen(<Deleter onAnswer={(answer) => answers.push(answer)} />);
    await button("Weg ermee").click();
    await question.getByRole("button", { name: answer }).click();
    await expect.element(question).not.toBeInTheDocument();
    expect(answers).toEqual([confirmed]);
  });

  test("resolves Escape to false", async () => {
    const answers: boolean[] = [];
    await renderScreen(<Deleter onAnswer={(answer) => answers.push(answer)} />);
    await button("Weg ermee").click();
    await expectFocusWithin(question);
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => answers).toEqual([false]);
  });
});

describe("a form dialog with changes", () => {
  const Editor = () => {
    const [open, setOpen] = useState(true);
    const { setDirty, requestClose } = useDiscardGuard(() => setOpen(false));
    return (
      <FormDialog open={open} onClose={requestClose} title="Bewerken">
        <Input aria-label="Tekst" onChange={({ target }) => setDirty(target.value !== "")} />
      </FormDialog>
    );
  };
  const dialog = page.getByRole("dialog", { name: "Bewerken" });

  test("asks before it closes, and Escape answers only the question", async () => {
    await renderScreen(<Editor />);
    await dialog.getByLabelText("Tekst").fill("half");
    await userEvent.keyboard("{Escape}");
    const question = page.getByRole("alertdialog");
    await expectFocusWithin(question);
    await userEvent.keyboard("{Escape}");
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(dialog.getByLabelText("Tekst")).toHaveValue("half");
    await expect.element(dialog.getByLabelText("Tekst")).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await question.getByRole("button", { name: "Weggooien" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  });
});

test("Ctrl+Enter presses the main button of a dialog and of a question, which show these keys", async () => {
  const done: string[] = [];
  const Form = () => {
    const confirm = useConfirm();
    const submit = async (event: FormEvent) => {
      event.preventDefault();
      done.push((await confirm({ title: "Zeker?", text: "Echt?", confirmLabel: "Ja" })) ? "ja" : "nee");
    };
    return (
      <FormDialog open onClose={() => undefined} title="Bewerken">
        <form onSubmit={(event) => void submit(event)}>
          <Input aria-label="Tekst" />
          <FormDialogActions busy={false} />
        </form>
      </FormDialog>
    );
  };
  await renderScreen(<Form />);
  await expect.element(page.getByLabelText("Tekst")).toHaveFocus();
  const save = page.getByRole("button", { name: "Opslaan" });
  expect(getComputedStyle(save.element(), "::after").content).toContain("Ctrl ↵");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  const question = page.getByRole("alertdialog", { name: "Zeker?" });
  await expectFocusWithin(question);
  // Held down, they do not answer the question that they have opened.
  const held = { key: "Enter", ctrlKey: true, repeat: true, bubbles: true, cancelable: true };
  expect(question.element().dispatchEvent(new KeyboardEvent("keydown", held))).toBe(false);
  await expect.element(question).toBeVisible();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.poll(() => done).toEqual(["ja"]);
});

test("Ctrl+Enter on a select submits its dialog, and opens no list", async () => {
  let submits = 0;
  const Form = () => (
    <FormDialog open onClose={() => undefined} title="Bewerken">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submits += 1;
        }}
      >
        <Select aria-label="Soort" value="a" options={[{ value: "a", label: "A" }]} onValueChange={() => undefined} />
        <FormDialogActions busy={false} />
      </form>
    </FormDialog>
  );
  await renderScreen(<Form />);
  await expect.element(page.getByRole("combobox", { name: "Soort" })).toHaveFocus();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.poll(() => submits).toBe(1);
  expect(document.querySelector("[role=listbox]")).toBeNull();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("listbox")).toBeVisible();
});

test("every icon button shows its name, on hover and on keyboard focus", async () => {
  await renderScreen(
    <>
      <IconTooltips />
      <Button>Eerst</Button>
      <Button size="icon" aria-label="Verversen">
        <svg aria-hidden />
      </Button>
    </>,
  );
  const tooltip = () => document.querySelector("[data-icon-tooltip]")?.textContent;
  await button("Verversen").hover();
  await expect.poll(tooltip).toBe("Verversen");
  await button("Eerst").hover();
  await expect.poll(tooltip).toBeUndefined();
  focus(button("Eerst"));
  await userEvent.keyboard("{Tab}");
  await expect.poll(tooltip).toBe("Verversen");
});

test("a choice dialog marks the current choice, and the arrows move and wrap around", async () => {
  const chosen: string[] = [];
  const choices = ["Een", "Twee", "Drie"].map((label) => ({ value: label, label }));
  await renderScreen(
    <ChoiceDialog
      open
      onClose={() => undefined}
      title="Kies"
      choices={choices}
      value="Drie"
      onChoose={(value) => chosen.push(value)}
    />,
  );
  await expect.element(button("Drie")).toHaveAttribute("aria-current", "true");
  await expect.element(button("Een")).toHaveFocus();
  await userEvent.keyboard("{ArrowUp}");
  await expect.element(button("Drie")).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  await expect.poll(() => chosen).toEqual(["Twee"]);
  await userEvent.keyboard("34");
  expect(chosen).toEqual(["Twee", "Drie"]);
  await userEvent.keyboard("e");
  await expect.element(button("Een")).toHaveFocus();
});

describe("a choice beside its button", () => {
  function ClassChoice({ top = 100 }: { top?: number }) {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" data-class style={{ position: "fixed", top, left: 300 }} onClick={() => setOpen(true)}>
          Wijzig
        </button>
        <ChoiceDialog
          open={open}
          onClose={() => setOpen(false)}
          beside="[data-class]"
          title="Kies"
          choices={[{ value: "Een", label: "Een" }]}
          value={null}
          onChoose={() => setOpen(false)}
        />
      </>
    );
  }
  const dialog = page.getByRole("dialog", { name: "Kies" });

  test("opens below it over a page that is not dimmed, and Escape returns the focus to it", async () => {
    await renderScreen(<ClassChoice />);
    await button("Wijzig").click();
    await expect.element(button("Een")).toHaveFocus();
    const placeOf = () => dialog.element().getBoundingClientRect();
    await expect.poll(() => placeOf().left).toBeCloseTo(300, 0);
    expect(placeOf().top).toBeGreaterThan(100);
    expect(placeOf().top).toBeLessThan(150);
    expect(getComputedStyle(dialog.element().parentElement ?? document.body).backgroundColor).toBe("rgba(0, 0, 0, 0)");
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(button("Wijzig")).toHaveFocus();
  });

  test.each([-400, 2_000])("is a dialog in the middle when its button is out of sight, at %i", async (top) => {
    await renderScreen(<ClassChoice top={top} />);
    focus(button("Wijzig"));
    await userEvent.keyboard("{Enter}");
    await expect.element(button("Een")).toHaveFocus();
    const { left, right, top: upper, bottom } = dialog.element().getBoundingClientRect();
    expect([left, upper].every((edge) => edge > 0) && right < innerWidth && bottom < innerHeight).toBe(true);
    expect((left + right) / 2).toBeCloseTo(innerWidth / 2, 0);
  });

  test("is a panel at the bottom on a phone", async () => {
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1280, 900));
    await renderScreen(<ClassChoice />);
    await button("Wijzig").click();
    await expect.element(button("Een")).toHaveFocus();
    await expect.poll(() => dialog.element().getBoundingClientRect().bottom).toBeCloseTo(844, 0);
  });
});
