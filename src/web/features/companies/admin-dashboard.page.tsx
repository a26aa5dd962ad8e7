import { Link } from "@tanstack/react-router";
import { ArrowRight, Building2, type LucideIcon, Users } from "lucide-react";
import { useDocumentTitle } from "#lib/document-title.ts";
import { Button } from "#ui/button.tsx";
import { Card, CardContent, CardHeader, CardTitle } from "#ui/card.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { PlatformOverview } from "./platform-overview.tsx";
import { PlatformSecurity } from "./platform-security.tsx";
import { PlatformStatistics } from "./platform-statistics.tsx";

export function AdminDashboardPage() {
  useDocumentTitle("Dashboard");
  return (
    <>
      <PageHeader title="Dashboard" description="Overzicht van het multi-tenant platform" />
      <div className="flex flex-col gap-4 p-4 sm:p-6">
        <PlatformStatistics />
        <QuickActions />
        <PlatformOverview />
        <PlatformSecurity />
      </div>
    </>
  );
}

const QuickActions = () => (
  <Card lang="en">
    <CardHeader>
      <CardTitle>Quick Actions</CardTitle>
    </CardHeader>
    <CardContent className="grid gap-2 sm:grid-cols-2">
      <QuickAction to="/admin/companies" icon={Building2} label="Manage Companies" />
      <QuickAction to="/admin/users" icon={Users} label="Manage Users" />
    </CardContent>
  </Card>
);

type QuickActionProps = { to: "/admin/companies" | "/admin/users"; icon: LucideIcon; label: string };

const QuickAction = ({ to, icon: Icon, label }: QuickActionProps) => (
  <Button asChild variant="outline" className="h-11 justify-start">
    <Link to={to}>
      <Icon aria-hidden className="text-muted-foreground" />
      {label}
      <ArrowRight aria-hidden className="ml-auto text-muted-foreground" />
    </Link>
  </Button>
);
