import { lazyRouteComponent, Outlet } from "@tanstack/react-router";
import { Suspense } from "react";
import { CurrentUserContext, useAdminSession } from "#lib/session/session.ts";

import { AdminLayout } from "../layouts/admin-layout.tsx";
import { AdminLoadingPage, SessionPending } from "../pages/status-pages.tsx";

const AdminLoginPage = lazyRouteComponent(() => import("#web/features/auth/login.page.tsx"), "AdminLoginPage");

export function AdminGuard() {
  const session = useAdminSession();
  if (session.data === undefined) return <SessionPending session={session} loading={AdminLoadingPage} />;
  if (session.data === null) {
    return (
      <Suspense fallback={<AdminLoadingPage />}>
        <AdminLoginPage />
      </Suspense>
    );
  }
  return (
    <CurrentUserContext value={session.data}>
      <AdminLayout>
        <Outlet />
      </AdminLayout>
    </CurrentUserContext>
  );
}
