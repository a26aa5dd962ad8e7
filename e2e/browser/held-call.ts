import type { Page } from "@playwright/test";

type Address = Parameters<Page["route"]>[0];

/** Keeps what is fetched from these addresses waiting until it is let go, as on a slow line. */
export const hold = async (page: Page, what: Address): Promise<{ release: () => void }> => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(what, async (route) => {
    await released;
    await route.continue();
  });
  return { release };
};

/** Keeps the calls to an address waiting until they are let go, to see what a screen shows meanwhile. */
export const holdCall = (page: Page, path: string): Promise<{ release: () => void }> =>
  hold(page, (url: URL) => url.pathname === path);

/** As when the line drops halfway: the server may have heard it or not, and no answer comes, until it is mended. */
export const breakCall = async (page: Page, path: string, method?: string): Promise<{ mend: () => Promise<void> }> => {
  const isIt = (url: URL) => url.pathname === path;
  await page.route(isIt, (route) => (method && route.request().method() !== method ? route.fallback() : route.abort()));
  return { mend: () => page.unroute(isIt) };
};
