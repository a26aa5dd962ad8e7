import { Loaded } from "#lib/loaded.tsx";
import { Card, CardContent, CardHeader, CardTitle } from "#ui/card.tsx";
import { LinesSkeleton } from "#ui/lines-skeleton.tsx";
import { countColleagues } from "./colleague-counts.ts";
import { useColleagues } from "./users.api.ts";

export const ColleagueStatistics = ({ companyId }: { companyId: string }) => (
  <Card className="min-w-0">
    <CardHeader>
      <CardTitle>Gebruikers Statistieken</CardTitle>
    </CardHeader>
    <CardContent>
      <Loaded
        query={useColleagues(companyId)}
        problem="De cijfers konden niet worden geladen"
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
      </Loaded>
    </CardContent>
  </Card>
);
