import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { prerender } from "react-dom/static";
import type { SessionUser } from "#contract/auth.ts";
import { createQueryClient } from "#lib/api/query-client.ts";
import { sessionKey } from "#lib/session/session.ts";
import { Providers } from "#web/app/providers.tsx";
import { createAppRouter } from "#web/app/router.tsx";
import type { Frame } from "./prerender-frames.ts";
import { type RoutePage, readRoutePages } from "./route-pages.ts";

const WHO: Readonly<Record<string, Frame["who"]>> = {
  "app/gates/workspace-gate.tsx": "member",
  "app/gates/sign-in-gate.tsx": "visitor",
  "app/gates/visitor-gate.tsx": "visitor",
};
/** What shows the role or the day, which the page does not know, and any address that leads nowhere. */
const WITHOUT = new Set(["/acties", "/company-admin", "/rated-leads", "$"]);

// Takes the room of a name and shows nothing.
const BLANK = "\u200b";

/** Somebody of whom nothing is known, and who may do what everybody may. */
const ANYBODY: SessionUser = {
  id: "",
  username: BLANK,
  email: BLANK,
  firstName: BLANK,
  lastName: null,
  role: "account_manager",
  companyId: null,
  profileImageUrl: null,
};

/** What would make it more than a picture: nothing in it may be found, filled in or followed. */
const LIFE =
  /<!--.*?-->|<link[^>]*>|<script>.*?<\/script>| (?:id|for|name|href|role|tabindex|autocomplete|required|aria-[a-z]+)="[^"]*"/gis;

const render = async (path: string, who: Frame["who"]): Promise<string> => {
  const client = createQueryClient();
  client.setQueryData(sessionKey, who === "member" ? ANYBODY : null);
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  const problems: unknown[] = [];
  const { prelude } = await prerender(
    <Providers client={client}>
      <RouterProvider router={router} />
    </Providers>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY, onError: (problem) => void problems.push(problem) },
  );
  if (problems.length > 0) throw new AggregateError(problems, `No frame can be made of ${path}`);
  const picture = (await new Response(prelude).text()).replace(LIFE, "");
  return `<div data-frame inert aria-hidden="true">${picture}</div><p role="status" class="sr-only">Laden...</p>`;
};

const frameOf = async ({ path, gates }: RoutePage): Promise<[path: string, frame: Frame][]> => {
  const who = WHO[gates[0] ?? ""];
  return who && !WITHOUT.has(path) ? [[path, { who, html: await render(path, who) }]] : [];
};

export const frames: Readonly<Record<string, Frame>> = Object.fromEntries(
  (await Promise.all(readRoutePages().map(frameOf))).flat(),
);
