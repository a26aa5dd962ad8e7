import { lazyRouteComponent, Outlet } from "@tanstack/react-router";
import { Suspense } from "react";
import { CurrentUserContext } from "../../lib/current-user.ts";
import { useAdminSession } from "../../lib/session.ts";
import { AdminLayout } from "../layouts/admin-layout.tsx";
import { LoadingPage } from "../pages/loading-page.tsx";
import { UnknownSession } from "./unknown-session.tsx";

const AdminLoginPage = lazyRouteComponent(() => import("../../features/auth/admin-login.page.tsx"), "AdminLoginPage");

export const ADMIN_LOADING = "Loading admin panel...";

export function AdminGate() {
  const session = useAdminSession();
  if (session.data === undefined) return <UnknownSession session={session} label={ADMIN_LOADING} />;
  if (session.data === null) {
    return (
      <Suspense fallback={<LoadingPage label={ADMIN_LOADING} />}>
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
