import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { prerender } from "react-dom/static";
import type { SessionUser } from "#contract/auth.ts";
import { createQueryClient } from "#lib/api/query-client.ts";
import { sessionKey } from "#lib/session/session.ts";
import { Providers } from "#web/app/providers.tsx";
import { createAppRouter } from "#web/app/router.tsx";
import { SCREENS, type Screen } from "#web/app/screens.ts";
import type { Frame } from "./prerender-frames.ts";

// Zero-width space: takes the height of a line of text and shows nothing.
const BLANK = "\u200b";

/** A frame is the same for everybody, so it is rendered for a user with the least rights and no visible name. */
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

/** A frame is only a picture: attributes that make elements focusable, editable, clickable or findable are removed. */
const INTERACTIVE_MARKUP =
  /<!--.*?-->|<link[^>]*>|<script>.*?<\/script>| (?:id|for|name|href|role|tabindex|autocomplete|required|aria-[a-z]+)="[^"]*"/gis;

const renderFrame = async (path: string, who: Frame["who"]): Promise<string> => {
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
  if (errors.length > 0) throw new AggregateError(errors, `No frame can be rendered for ${path}`);
  const markup = (await new Response(prelude).text()).replace(INTERACTIVE_MARKUP, "");
  return `<div data-frame inert aria-hidden="true">${markup}</div><p role="status" class="sr-only">Laden...</p>`;
};

const renderScreen = async ({ path, frame }: Screen): Promise<[path: string, frame: Frame][]> =>
  frame ? [[path, { who: frame, html: await renderFrame(path, frame) }]] : [];

export const frames: Readonly<Record<string, Frame>> = Object.fromEntries(
  (await Promise.all(SCREENS.map(renderScreen))).flat(),
);
