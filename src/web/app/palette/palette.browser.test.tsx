import { expect } from "vitest";
import { page, userEvent } from "vitest/browser";
import { leadListsRoutes } from "#contract/lead-lists.ts";
import { ListShortcuts } from "#lib/lists/list-shortcuts.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#ui/overlay/dropdown-menu.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#ui/page/tabs.tsx";
import { buildLead } from "#web/features/leads/lead.fixture.ts";
import { focus, renderScreen, test } from "#web/testing/component-test.tsx";
import { listResponse } from "#web/testing/fake-server.ts";
import { expectAccessible, expectNoSidewaysScroll, setWidth } from "#web/testing/journey.ts";
import { PaletteButton, PaletteCommands } from "./palette-commands.tsx";

const palette = page.getByRole("dialog", { name: "Ga naar" });
const option = (name: string | RegExp) => palette.getByRole("option", { name });

const openPalette = async () => {
  // A dialog that is closing still has the focus, and takes the keys.
  await expect.poll(() => document.activeElement?.closest("[role=dialog]")).toBeNull();
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(palette.getByRole("combobox")).toHaveFocus();
};

test("the palette finds screens by Dutch words, with a typing error, and actions", async ({ server }) => {
  server.handle(leadListsRoutes.search, () => listResponse([]));
  const { currentUrl } = await renderScreen(<PaletteCommands panel="workspace" onAccount={() => undefined} />);
  await import("./general-commands.tsx");
  await openPalette();
  await userEvent.keyboard("donker");
  await expect.element(option("Thema: donker")).toBeVisible();
  await palette.getByRole("combobox").fill("wachtrj");
  await expect.element(option(/Messages Queued/)).toHaveAttribute("aria-selected", "true");
  await userEvent.keyboard("{Enter}");
  await expect.poll(currentUrl).toBe("/messages-queued");
  await openPalette();
  await expect.element(page.getByText("Recent", { exact: true })).toBeVisible();
});

test("the recent choices of a user are not shown to the next one", async () => {
  const commands = <PaletteCommands panel="workspace" onAccount={() => undefined} />;
  const first = await renderScreen(commands);
  await openPalette();
  await option(/^All Leads/).click();
  await first.unmount();
  await renderScreen(commands, { user: { id: "5d6f3a52-9f0e-4c33-a5f8-6c1f7f5f5a09" } });
  await openPalette();
  await expect.element(option(/^All Leads/)).toBeVisible();
  await expect.element(page.getByText("Recent", { exact: true })).not.toBeInTheDocument();
});

test("the palette finds leads and their companies", async ({ server }) => {
  const id = "00000000-0000-4000-8000-000000000001";
  server.handle(leadListsRoutes.search, () =>
    listResponse([buildLead({ id, fullName: "José García", company: "Bakkerij Jansen" })]),
  );
  const { currentUrl } = await renderScreen(<PaletteCommands panel="workspace" onAccount={() => undefined} />);
  await openPalette();
  await userEvent.keyboard("jansen");
  await expect.element(option(/^Bakkerij Jansen$/)).toBeVisible();
  await option(/José García/).click();
  await expect.poll(currentUrl).toContain(id);
});

test("a lead that was found by the first letters stays while more are typed", async ({ server }) => {
  server.handle(leadListsRoutes.search, () =>
    listResponse([buildLead({ fullName: "José García", company: "Bakkerij Jansen" })]),
  );
  await renderScreen(<PaletteCommands panel="workspace" onAccount={() => undefined} />);
  await openPalette();
  await userEvent.keyboard("jan");
  await expect.element(option(/José García/)).toBeVisible();
  await userEvent.keyboard("sen");
  await expect.element(palette.getByRole("combobox")).toHaveValue("jansen");
  await expect.element(option(/^Bakkerij Jansen$/)).toBeVisible();
  await expect.element(option(/José García/)).toBeVisible();
});

test("on a phone the palette is opened and a lead is chosen with taps", async ({ server }) => {
  await setWidth(390);
  server.handle(leadListsRoutes.search, () => listResponse([buildLead({ fullName: "José García" })]));
  const { currentUrl } = await renderScreen(
    <>
      <PaletteButton />
      <PaletteCommands panel="workspace" onAccount={() => undefined} />
    </>,
  );
  await page.getByRole("button", { name: "Ga naar…" }).click();
  await expect.element(option(/Uitloggen/)).toBeVisible();
  await expect.element(option(/Sneltoetsen tonen/)).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Annuleren" }).click();
  await expect.element(palette).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Ga naar…" }).click();
  await palette.getByRole("combobox").fill("jose");
  await expect.element(option(/José García/)).toBeVisible();
  expectNoSidewaysScroll();
  await expectAccessible();
  await option(/José García/).click();
  await expect.poll(currentUrl).toContain("/leads/");
});

test("the palette says that it is still searching for leads, or that it could not", async ({ server }) => {
  server.breakRoute(leadListsRoutes.search);
  const release = server.hold(leadListsRoutes.search);
  await renderScreen(<PaletteCommands panel="workspace" onAccount={() => undefined} />);
  await openPalette();
  await userEvent.keyboard("xyzzy");
  const dialog = page.getByRole("dialog", { name: "Ga naar" });
  await expect.element(dialog).toHaveTextContent("Zoeken...");
  release();
  await expect.element(dialog).toHaveTextContent("De leads konden niet worden doorzocht.");
});

const ListScreen = () => (
  <>
    <ListShortcuts />
    <p data-list-item>Rij</p>
  </>
);

test("g and a letter open a screen, and ? lists the keys of the screen first", async () => {
  const { currentUrl } = await renderScreen(
    <>
      <PaletteCommands panel="workspace" onAccount={() => undefined} />
      <ListScreen />
    </>,
  );
  await expect.element(page.getByText("Rij")).toBeVisible();
  // The keys are loaded after the screen.
  const press = async () => {
    await userEvent.keyboard("gm");
    return currentUrl();
  };
  await expect.poll(press).toBe("/meetings");
  await userEvent.keyboard("m");
  await expect.poll(currentUrl).toBe("/meetings");
  await userEvent.keyboard("?");
  const help = page.getByRole("dialog", { name: "Sneltoetsen" });
  await expect.element(help.getByRole("heading", { level: 3 }).first()).toHaveTextContent("Lijst");
  await expect.element(help.getByRole("term").filter({ hasText: "Ice Breakers" })).toBeVisible();
  // The rows of this list cannot be selected.
  await expect.element(help.getByRole("term").filter({ hasText: "Selecteren" })).not.toBeInTheDocument();
});

test("the palette of the admin panel finds its screens and actions, and asks for no leads", async ({ server }) => {
  let opened = 0;
  const { currentUrl } = await renderScreen(
    <PaletteCommands
      panel="admin"
      onAccount={() => {
        opened += 1;
      }}
    />,
    { url: "/admin", user: { role: "super_admin" } },
  );
  await import("./general-commands.tsx");
  await openPalette();
  await userEvent.keyboard("beveiliging");
  await option("Beveiliging").click();
  // The palette closes first.
  await expect.poll(() => opened).toBe(1);
  await openPalette();
  await userEvent.keyboard("bedrijven");
  await expect.element(option(/Messages Queued/)).not.toBeInTheDocument();
  await option(/Companies/).click();
  await expect.poll(currentUrl).toBe("/admin/companies");
  await expect.element(palette).not.toBeInTheDocument();
  await userEvent.keyboard("gu");
  await expect.poll(currentUrl).toBe("/admin/users");
  expect(server.requestsOf(leadListsRoutes.search)).toEqual([]);
});

test("the palette has the buttons, tabs and menus of the sections, and those of the row with the focus", async () => {
  const pressed: string[] = [];
  const button = (name: string) => (
    <button type="button" onClick={() => pressed.push(name)}>
      {name}
    </button>
  );
  await renderScreen(
    <>
      <section>
        <h2>Synchronisatie</h2>
        {button("Details")}
        <button type="button" disabled>
          Pauzeren
        </button>
        <DropdownMenu>
          <DropdownMenuTrigger>Meer</DropdownMenuTrigger>
          <DropdownMenuContent>
            <DropdownMenuItem onSelect={() => pressed.push("Kopie")}>Kopie</DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
        <Tabs defaultValue="een">
          <TabsList>
            <TabsTrigger value="een">Eerste</TabsTrigger>
            <TabsTrigger value="twee">Tweede</TabsTrigger>
          </TabsList>
          <TabsContent value="twee">Inhoud van de tweede</TabsContent>
        </Tabs>
      </section>
      <div data-list-item="short">{button("Collega bewerken")}</div>
      <div data-list-item>{button("Rij een openen")}</div>
      <div data-list-item>{button("Rij twee openen")}</div>
      <button type="button" data-list-item>
        Rij drie met al haar tekst
      </button>
      <PaletteCommands panel="workspace" onAccount={() => undefined} />
    </>,
  );
  const choose = async (name: string) => {
    await openPalette();
    await option(name).click();
  };
  await choose("Synchronisatie: Details");
  await expect.poll(() => pressed).toEqual(["Details"]);
  await choose("Collega bewerken");
  await expect.poll(() => pressed.splice(1)).toEqual(["Collega bewerken"]);
  await choose("Synchronisatie: Tweede");
  await expect.element(page.getByText("Inhoud van de tweede")).toBeVisible();
  await openPalette();
  await expect.element(option("Synchronisatie: Meer")).toBeVisible();
  await expect.element(option(/Rij drie/)).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await choose("Synchronisatie: Meer");
  await page.getByRole("menuitem", { name: "Kopie" }).click();
  await expect.poll(() => pressed).toEqual(["Details", "Kopie"]);
  await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
  await openPalette();
  await expect.element(option("Rij twee openen")).not.toBeInTheDocument();
  await expect.element(option(/Pauzeren/)).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await expect.element(palette).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.closest("[role=dialog]")).toBeNull();
  focus(page.getByRole("button", { name: "Rij twee openen" }));
  await openPalette();
  await expect.element(option("Rij een openen")).not.toBeInTheDocument();
  await option("Rij twee openen").click();
  await expect.poll(() => pressed.at(-1)).toBe("Rij twee openen");
});

test("the palette has the buttons of the screen, and acts when the focus is back", async ({ server }) => {
  server.handle(leadListsRoutes.search, () => listResponse([]));
  const focused: (string | null | undefined)[] = [];
  await renderScreen(
    <>
      <header>
        <button type="button" onClick={() => focused.push(document.activeElement?.textContent)}>
          Nieuwe prompt
        </button>
      </header>
      <button type="button">Kaart</button>
      <PaletteCommands panel="workspace" onAccount={() => undefined} />
    </>,
  );
  focus(page.getByRole("button", { name: "Kaart" }));
  await openPalette();
  await userEvent.keyboard("nieuwe prompt");
  await expect.element(option(/Nieuwe prompt/)).toHaveAttribute("aria-selected", "true");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => focused).toEqual(["Kaart"]);
});
