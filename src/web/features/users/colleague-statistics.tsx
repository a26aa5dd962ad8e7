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

/** Why the counts of the roles do not add up to the active users; undefined if they do. */
export const describeDifference = (colleagues: readonly CompanyUser[]): string | undefined => {
  const isActive = (colleague: CompanyUser) => colleague.isActive && !colleague.invitedAt;
  const platformAdmins = countRole(colleagues.filter(isActive), "super_admin");
  const inactive = colleagues.filter((colleague) => colleague.role !== "super_admin" && !isActive(colleague)).length;
  const parts = [
    platformAdmins > 0 && `met ${platformAdmins} Super Admin${platformAdmins === 1 ? "" : "s"}`,
    inactive > 0 && `zonder ${inactive} die inactief of uitgenodigd ${inactive === 1 ? "is" : "zijn"}`,
  ].filter(Boolean);
  return parts.length > 0 ? `Actieve Gebruikers: ${parts.join(", ")}.` : undefined;
};

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
          <>
            <dl className="grid grid-cols-2 gap-3">
              {countColleagues(colleagues).map(({ label, count }) => (
                <div key={label} className="rounded-sm bg-muted px-4 py-3">
                  <dt className="text-muted-foreground text-xs">{label}</dt>
                  <dd className="font-semibold text-xl tabular-nums leading-8">{count.toLocaleString("nl-NL")}</dd>
                </div>
              ))}
            </dl>
            {describeDifference(colleagues) && (
              <p className="mt-3 text-muted-foreground text-xs">{describeDifference(colleagues)}</p>
            )}
          </>
        )}
      </QueryStates>
    </CardContent>
  </Card>
);
