import { expect } from "vitest";
import { page, userEvent } from "vitest/browser";
import { leadListsRoutes } from "#contract/lead-lists.ts";
import { ListShortcuts } from "#lib/lists/list-shortcuts.ts";
import { renderScreen, test } from "#web/testing/component-test.tsx";
import { listResponse } from "#web/testing/fake-server.ts";
import { buildLead } from "../../features/leads/lead.fixture.ts";
import { WorkspaceCommands } from "./workspace-commands.tsx";

const palette = page.getByRole("dialog", { name: "Ga naar" });
const option = (name: string | RegExp) => palette.getByRole("option", { name });

const openPalette = async () => {
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(palette.getByRole("combobox")).toHaveFocus();
};

test("the palette finds screens by Dutch words, with a typing error, and actions", async ({ server }) => {
  server.handle(leadListsRoutes.search, () => listResponse([]));
  const { currentUrl } = await renderScreen(<WorkspaceCommands onProfile={() => undefined} />);
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

test("the palette finds leads and their companies", async ({ server }) => {
  const id = "00000000-0000-4000-8000-000000000001";
  server.handle(leadListsRoutes.search, () =>
    listResponse([buildLead({ id, fullName: "José García", company: "Bakkerij Jansen" })]),
  );
  const { currentUrl } = await renderScreen(<WorkspaceCommands onProfile={() => undefined} />);
  await openPalette();
  await userEvent.keyboard("jansen");
  await expect.element(option(/^Bakkerij Jansen$/)).toBeVisible();
  await option(/José García/).click();
  await expect.poll(currentUrl).toContain(id);
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
      <WorkspaceCommands onProfile={() => undefined} />
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
  expect(currentUrl()).toBe("/meetings");
  await userEvent.keyboard("?");
  const help = page.getByRole("dialog", { name: "Sneltoetsen" });
  await expect.element(help.getByRole("heading", { level: 3 }).first()).toHaveTextContent("Lijst");
  await expect.element(help.getByRole("term").filter({ hasText: "Ice Breakers" })).toBeVisible();
  // The rows of this list cannot be selected.
  await expect.element(help.getByRole("term").filter({ hasText: "Selecteren" })).not.toBeInTheDocument();
});
