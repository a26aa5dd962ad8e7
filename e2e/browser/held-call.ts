import type { Page } from "@playwright/test";

/** Keeps the calls to an address waiting until they are let go, to see what a screen shows meanwhile. */
export const holdCall = async (page: Page, path: string): Promise<{ release: () => void }> => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      await released;
      await route.continue();
    },
  );
  return { release };
};

/** As when the line drops halfway: the server may have heard it or not, and no answer comes, until it is mended. */
export const breakCall = async (page: Page, path: string, method?: string): Promise<{ mend: () => Promise<void> }> => {
  const isIt = (url: URL) => url.pathname === path;
  await page.route(isIt, (route) => (method && route.request().method() !== method ? route.fallback() : route.abort()));
  return { mend: () => page.unroute(isIt) };
};
