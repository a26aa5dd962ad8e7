import type { CompanyUser } from "#contract/users.ts";
import { useColleagues } from "#lib/api/colleagues.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { Card, CardContent, CardHeader, CardTitle } from "#ui/page/card.tsx";

const countRole = (colleagues: readonly CompanyUser[], role: CompanyUser["role"]) =>
  colleagues.filter((colleague) => colleague.role === role).length;

export const countColleagues = (colleagues: readonly CompanyUser[]): { label: string; count: number }[] => [
  { label: "Admins", count: countRole(colleagues, "company_admin") },
  { label: "Actieve Gebruikers", count: colleagues.filter(({ isActive, invitedAt }) => isActive && !invitedAt).length },
  { label: "Users", count: countRole(colleagues, "user") },
  { label: "Account Managers", count: countRole(colleagues, "account_manager") },
];

export const ColleagueStatistics = ({ companyId }: { companyId: string }) => (
  <Card className="min-w-0">
    <CardHeader>
      <CardTitle>Gebruikers Statistieken</CardTitle>
    </CardHeader>
    <CardContent>
      <QueryStates
        query={useColleagues(companyId)}
        errorTitle="De cijfers konden niet worden geladen"
        skeleton={<LinesSkeleton />}
      >
        {(colleagues) => (
          <dl className="grid grid-cols-2 gap-3">
            {countColleagues(colleagues).map(({ label, count }) => (
              <div key={label} className="rounded-sm bg-muted px-4 py-3">
                <dt className="text-muted-foreground text-xs">{label}</dt>
                <dd className="font-semibold text-xl tabular-nums leading-8">{count.toLocaleString("nl-NL")}</dd>
              </div>
            ))}
          </dl>
        )}
      </QueryStates>
    </CardContent>
  </Card>
);
