import { lazyRouteComponent, Outlet } from "@tanstack/react-router";
import { Suspense } from "react";
import { CurrentUserContext } from "#lib/current-user.ts";
import { useAdminSession } from "#lib/session.ts";
import { AdminLayout } from "../layouts/admin-layout.tsx";
import { AdminLoadingPage } from "../pages/loading-page.tsx";
import { UnknownSession } from "./unknown-session.tsx";

const AdminLoginPage = lazyRouteComponent(() => import("#web/features/auth/admin-login.page.tsx"), "AdminLoginPage");

export function AdminGate() {
  const session = useAdminSession();
  if (session.data === undefined) return <UnknownSession session={session} loading={AdminLoadingPage} />;
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
