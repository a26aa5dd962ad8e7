import { useState } from "react";
import { expect } from "vitest";
import { page } from "vitest/browser";
import { useCompanyEvents } from "#lib/api/company-events.ts";
import { renderScreen, test } from "#web/testing/component-test.tsx";
import { startOtherTab } from "#web/testing/other-tab.ts";
import { useLiveList } from "./paged-list.ts";

type Page = { items: { id: string }[]; total: number; nextCursor: string };

/** What the server has, and how often the first page was asked for. */
const createSource = (text: string, hold?: Promise<unknown>) => {
  const source = { text, hold, firstPages: 0, read };
  async function read(cursor: string): Promise<Page> {
    const { text } = source;
    if (cursor === "0") source.firstPages += 1;
    await source.hold;
    return { items: [{ id: `${text} ${cursor}` }], total: 10, nextCursor: String(Number(cursor) + 1) };
  }
  return source;
};
type Source = ReturnType<typeof createSource>;

const LiveList = ({ source }: { source: Source }) => {
  const [filter, setFilter] = useState("een");
  const { items, hasUpdates, query, loadMore } = useLiveList<{ id: string }>({
    topic: "leads",
    queryKey: ["lead-lists", filter],
    read: ({ cursor = "0" }) => source.read(cursor),
  });
  return (
    <>
      <button type="button" onClick={loadMore}>
        Meer
      </button>
      <button type="button" onClick={() => setFilter(filter === "een" ? "twee" : "een")}>
        Filter
      </button>
      <p>
        {query.data?.pages.length} pagina's, {items[0]?.id}, {hasUpdates ? "gewijzigd" : "actueel"}
      </p>
    </>
  );
};

const Screen = ({ source }: { source: Source }) => {
  const [isShown, setIsShown] = useState(true);
  useCompanyEvents({ isPaused: false });
  return (
    <>
      <button type="button" onClick={() => setIsShown(!isShown)}>
        Wissel
      </button>
      {isShown && <LiveList source={source} />}
    </>
  );
};

const press = (name: string) => page.getByRole("button", { name }).click();
const shows = (text: string) => expect.element(page.getByText(text)).toBeVisible();

/** Shows more pages than are refetched. */
const showLongList = async (source: Source) => {
  await renderScreen(<Screen source={source} />);
  for (const count of [1, 2, 3, 4, 5]) {
    await shows(`${count} pagina's, oud 0, actueel`);
    await press("Meer");
  }
  await shows("6 pagina's, oud 0, actueel");
};

test("a long list that has changed is refetched when the user comes back to its filter", async () => {
  const changeLead = await startOtherTab("leads");
  const source = createSource("oud");
  await showLongList(source);
  source.text = "nieuw";
  changeLead();
  await shows("6 pagina's, oud 0, gewijzigd");
  await press("Filter");
  await shows("1 pagina's, nieuw 0, actueel");
  await press("Filter");
  await shows("5 pagina's, nieuw 0, actueel");
});

test("a long list that has changed is refetched when the user comes back to it", async () => {
  const changeLead = await startOtherTab("leads");
  const source = createSource("oud");
  await showLongList(source);
  source.text = "nieuw";
  changeLead();
  await shows("6 pagina's, oud 0, gewijzigd");
  // The next page does not make the others current.
  await press("Meer");
  await shows("7 pagina's, oud 0, gewijzigd");
  await press("Wissel");
  await press("Wissel");
  await shows("5 pagina's, nieuw 0, actueel");
});

test("a refetch that ends with the screen is repeated when the user comes back", async () => {
  const changeLead = await startOtherTab("leads");
  const source = createSource("oud");
  await renderScreen(<Screen source={source} />);
  await shows("1 pagina's, oud 0, actueel");
  const { promise, resolve } = Promise.withResolvers<void>();
  source.hold = promise;
  changeLead();
  await expect.poll(() => source.firstPages).toBe(2);
  await press("Wissel");
  source.text = "nieuw";
  resolve();
  await press("Wissel");
  await shows("1 pagina's, nieuw 0, actueel");
});

test("a change of a lead refetches the inbox, which shows its name and class", async () => {
  const changeLead = await startOtherTab("leads");
  const { client } = await renderScreen(<Screen source={createSource("oud")} />);
  await shows("1 pagina's, oud 0, actueel");
  client.setQueryData(["inbox", "conversations"], []);
  changeLead();
  await expect.poll(() => client.getQueryState(["inbox", "conversations"])?.isInvalidated).toBe(true);
});

test("a change during the first fetch of a list is shown after it", async () => {
  const changeLead = await startOtherTab("leads");
  const { promise, resolve } = Promise.withResolvers<void>();
  const source = createSource("oud", promise);
  await renderScreen(<Screen source={source} />);
  await expect.poll(() => source.firstPages).toBe(1);
  source.text = "nieuw";
  changeLead();
  // Longer than changes are collected.
  await new Promise((done) => setTimeout(done, 1000));
  resolve();
  await shows("1 pagina's, nieuw 0, actueel");
});
