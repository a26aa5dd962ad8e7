import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { prerender } from "react-dom/static";
import type { SessionUser } from "#contract/auth.ts";
import { createQueryClient } from "#lib/api/query-client.ts";
import { sessionKey } from "#lib/session/session.ts";
import { Providers } from "#web/app/providers.tsx";
import { createAppRouter } from "#web/app/router.tsx";
import { SCREENS, type Screen } from "#web/app/screens.ts";
import type { Skeleton } from "./prerender.ts";

// Zero-width space: takes the height of a line of text and shows nothing.
const BLANK = "\u200b";

/** A skeleton is the same for everybody, so it is rendered for a user with the least rights and no visible name. */
const PLACEHOLDER_USER: SessionUser = {
  id: "",
  username: BLANK,
  email: BLANK,
  firstName: BLANK,
  lastName: null,
  role: "account_manager",
  companyId: null,
  profileImageUrl: null,
};

/** A skeleton is only a picture: attributes that make elements focusable, editable, clickable or findable are removed. */
const INTERACTIVE_MARKUP =
  /<!--.*?-->|<link[^>]*>|<script>.*?<\/script>| (?:id|for|name|href|role|tabindex|autocomplete|required|aria-[a-z]+)="[^"]*"/gis;

/** Above the skeleton, out of the way of its content. */
const LOADING_STYLE =
  "fixed right-4 bottom-4 z-50 flex items-center gap-2 rounded-md border bg-popover px-3 py-1.5 text-muted-foreground text-sm shadow-md";
const SPINNER_STYLE = "size-4 animate-spin rounded-full border-2 border-current border-t-transparent";

const renderSkeleton = async (path: string, who: Skeleton["who"]): Promise<string> => {
  const client = createQueryClient();
  client.setQueryData(sessionKey, who === "member" ? PLACEHOLDER_USER : null);
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  const errors: unknown[] = [];
  const { prelude } = await prerender(
    <Providers client={client}>
      <RouterProvider router={router} />
    </Providers>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY, onError: (error) => void errors.push(error) },
  );
  if (errors.length > 0) throw new AggregateError(errors, `No skeleton can be rendered for ${path}`);
  const markup = (await new Response(prelude).text()).replace(INTERACTIVE_MARKUP, "");
  return `<div data-skeleton inert aria-hidden="true">${markup}</div><p role="status" class="${LOADING_STYLE}"><span class="${SPINNER_STYLE}"></span>Laden...</p>`;
};

const renderScreen = async ({ path, skeleton }: Screen): Promise<[path: string, skeleton: Skeleton][]> =>
  skeleton ? [[path, { who: skeleton, html: await renderSkeleton(path, skeleton) }]] : [];

export const skeletons: Readonly<Record<string, Skeleton>> = Object.fromEntries(
  (await Promise.all(SCREENS.map(renderScreen))).flat(),
);
