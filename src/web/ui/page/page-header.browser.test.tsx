import { expect, onTestFinished } from "vitest";
import { page } from "vitest/browser";
import { renderScreen, test } from "#web/testing/component-test.tsx";
import { VirtualList } from "../table/virtual-rows.tsx";
import { PageHeader } from "./page-header.tsx";

const CARDS = ["Anna", "Bram", "Carla", "Dirk"].map((id) => ({ id }));

/** Cards that are higher than the screen, each with a header that sticks below the page header. */
const showCards = async (actions: readonly string[]) => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 900));
  await renderScreen(
    <div data-testid="screen" className="h-dvh overflow-y-auto">
      <PageHeader
        title="Berichten"
        actions={actions.map((action) => (
          <button key={action} type="button" className="h-9 w-40 border">
            {action}
          </button>
        ))}
        actionsBelow={actions.length > 1}
        filters={<input aria-label="Voornaam" />}
      />
      <VirtualList label="Kaarten" items={CARDS} estimate={1200}>
        {({ id }) => (
          <article className="h-300 border">
            <h2 className="sticky top-(--table-top,0px)">{id}</h2>
          </article>
        )}
      </VirtualList>
    </div>,
  );
  const screen = page.getByTestId("screen").element();
  await expect.element(page.getByRole("heading", { name: "Anna" })).toBeVisible();
  return { scrollTo: (top: number) => screen.scrollTo({ top, behavior: "instant" }) };
};

const topOf = (name: string) => Math.round(page.getByRole("heading", { name }).element().getBoundingClientRect().top);
const isInView = (name: string) => page.getByText(name, { exact: true }).element().getBoundingClientRect().bottom > 0;

test("on a phone the title and an action that fits beside it stay, and below them the name of a card", async () => {
  const { scrollTo } = await showCards(["Sync"]);
  scrollTo(2000);
  const header = page.getByRole("heading", { name: "Berichten" }).element().closest("div[class*=sticky]");
  const height = () => Math.round(header?.getBoundingClientRect().height ?? 0);
  await expect.poll(() => topOf("Bram") - height()).toBe(0);
  expect(height()).toBeLessThan(80);
  expect([topOf("Berichten") >= 0, isInView("Sync")]).toEqual([true, true]);
  expect(page.getByLabelText("Voornaam").element().getBoundingClientRect().bottom).toBeLessThan(0);
});

test("on a phone actions that do not fit beside the title scroll away, and the title stays", async () => {
  const { scrollTo } = await showCards(["Weergaven", "Kolommen", "Exporteren"]);
  scrollTo(2000);
  const title = page.getByRole("heading", { name: "Berichten" }).element();
  await expect.poll(() => topOf("Bram") - Math.round(title.getBoundingClientRect().bottom)).toBe(0);
  expect([topOf("Berichten"), isInView("Exporteren")]).toEqual([12, false]);
});
