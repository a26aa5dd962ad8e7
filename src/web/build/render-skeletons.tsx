import { createMemoryHistory, RouterContextProvider, RouterProvider } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { prerender } from "react-dom/static";
import type { SessionUser } from "#contract/auth.ts";
import { createQueryClient } from "#lib/api/query-client.ts";
import { CurrentUserContext, sessionKey } from "#lib/session/session.ts";
import { Skeleton as Bar } from "#ui/feedback/loading.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { TableSkeleton } from "#ui/table/table-skeleton.tsx";
import { MainLayout } from "#web/app/layouts/main-layout.tsx";
import { type MenuItem, WORKSPACE_MENU } from "#web/app/navigation.ts";
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

const CARDS = (
  <div className="flex flex-col gap-4 p-4 sm:p-6">
    <div className="grid gap-4 sm:grid-cols-3">
      <Bar className="h-28 rounded-md" />
      <Bar className="h-28 rounded-md max-sm:hidden" />
      <Bar className="h-28 rounded-md max-sm:hidden" />
    </div>
    <Bar className="h-64 rounded-md" />
    <Bar className="h-64 rounded-md" />
  </div>
);

/** The screens whose own loading state shows the role or the date: their title, and blocks in place of the rest. */
const OUTLINES: Readonly<Record<string, ReactNode>> = {
  "/rated-leads": (
    <>
      <PageHeader
        title="Recentelijk Leads Rated"
        actions={<Bar className="size-9 max-sm:size-10 sm:w-48" />}
        filters={<Bar className="h-9 max-sm:h-10 w-80 max-w-full sm:h-14" />}
      />
      <div className="px-1 sm:px-3">
        <TableSkeleton rows={10} />
      </div>
    </>
  ),
  "/acties": (
    <>
      <PageHeader actionsBelow title="Management" actions={<Bar className="h-9 max-sm:h-10 w-64" />} />
      {CARDS}
    </>
  ),
  "/company-admin": (
    <>
      <PageHeader
        title="Bedrijf Beheer"
        description="Overzicht van jouw bedrijf en gebruikers"
        // The room of the menu of sections, which a wide window has.
        className="min-[87.5rem]:pb-[2.875rem]"
      />
      {CARDS}
    </>
  ),
};

/** The outline in the frame, for a role that has the screen in its menu. */
const outlineOf = (path: string): ReactNode => {
  const item = WORKSPACE_MENU.find((menuItem) => menuItem.path === path) as MenuItem | undefined;
  return (
    <CurrentUserContext value={{ ...PLACEHOLDER_USER, role: item?.roles?.[0] ?? PLACEHOLDER_USER.role }}>
      <MainLayout>{OUTLINES[path]}</MainLayout>
    </CurrentUserContext>
  );
};

const renderSkeleton = async (path: string, skeleton: NonNullable<Screen["skeleton"]>): Promise<string> => {
  const client = createQueryClient();
  client.setQueryData(sessionKey, skeleton === "visitor" ? null : PLACEHOLDER_USER);
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  const errors: unknown[] = [];
  const { prelude } = await prerender(
    <Providers client={client}>
      {skeleton === "outline" ? (
        <RouterContextProvider router={router}>{outlineOf(path)}</RouterContextProvider>
      ) : (
        <RouterProvider router={router} />
      )}
    </Providers>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY, onError: (error) => void errors.push(error) },
  );
  if (errors.length > 0) throw new AggregateError(errors, `No skeleton can be rendered for ${path}`);
  const markup = (await new Response(prelude).text()).replace(INTERACTIVE_MARKUP, "");
  return `<div data-skeleton inert aria-hidden="true">${markup}</div><p role="status" class="${LOADING_STYLE}"><span class="${SPINNER_STYLE}"></span>Laden...</p>`;
};

const renderScreen = async ({ path, skeleton }: Screen): Promise<[path: string, skeleton: Skeleton][]> =>
  skeleton
    ? [[path, { who: skeleton === "visitor" ? "visitor" : "member", html: await renderSkeleton(path, skeleton) }]]
    : [];

export const skeletons: Readonly<Record<string, Skeleton>> = Object.fromEntries(
  (await Promise.all(SCREENS.map(renderScreen))).flat(),
);
