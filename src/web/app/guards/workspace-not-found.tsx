import type { SessionUser } from "#contract/auth.ts";
import { CurrentUserContext } from "#lib/session/session.ts";
import { MainLayout } from "../layouts/main-layout.tsx";
import { NotFoundPage } from "../pages/not-found.page.tsx";

export const WorkspaceNotFound = ({ user }: { user: SessionUser }) => (
  <CurrentUserContext value={user}>
    <MainLayout>
      <NotFoundPage />
    </MainLayout>
  </CurrentUserContext>
);
