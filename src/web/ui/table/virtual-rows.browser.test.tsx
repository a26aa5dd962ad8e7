import { expect } from "vitest";
import { page } from "vitest/browser";
import { renderScreen, test } from "#web/testing/component-test.tsx";
import { VirtualList } from "./virtual-rows.tsx";

const CARDS = Array.from({ length: 200 }, (_, index) => ({ id: `kaart ${index}` }));

const boxOf = (name: string) => page.getByText(name, { exact: true }).element().getBoundingClientRect();

const showCards = async () => {
  await renderScreen(
    <div data-testid="window" className="h-[600px] overflow-y-auto">
      <VirtualList label="Kaarten" items={CARDS} estimate={100}>
        {({ id }) => <article className="h-[100px] border">{id}</article>}
      </VirtualList>
    </div>,
  );
  await expect.element(page.getByText("kaart 0", { exact: true })).toBeVisible();
};

test("a card that grows does not cover the next one, not even before it has been measured again", async () => {
  await showCards();
  (page.getByText("kaart 0", { exact: true }).element() as HTMLElement).style.height = "300px";
  expect(boxOf("kaart 1").top).toBe(boxOf("kaart 0").bottom + 12);
  // Nor after that.
  for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
  expect(boxOf("kaart 1").top).toBe(boxOf("kaart 0").bottom + 12);
});

test("in the middle of the list the cards are below each other, in their place", async () => {
  await showCards();
  page
    .getByTestId("window")
    .element()
    .scrollTo({ top: 112 * 100, behavior: "instant" });
  await expect.element(page.getByText("kaart 101", { exact: true })).toBeVisible();
  await expect.element(page.getByText("kaart 0", { exact: true })).not.toBeInTheDocument();
  expect(boxOf("kaart 101").top).toBe(boxOf("kaart 100").bottom + 12);
});
