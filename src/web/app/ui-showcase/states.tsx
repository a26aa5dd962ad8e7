import { Search } from "lucide-react";
import { Button } from "#ui/button/button.tsx";
import { ReportFrame } from "#ui/dialog/report-dialog.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { Problem } from "#ui/feedback/problem.tsx";
import { PersonSkeleton, Skeleton, SkeletonGroup } from "#ui/feedback/skeleton.tsx";
import { Spinner } from "#ui/feedback/spinner.tsx";
import { Separator } from "#ui/page/separator.tsx";
import { Section } from "./section.tsx";

export const States = () => (
  <Section title="Leeg en mislukt">
    <Empty
      icon={Search}
      title="Geen berichten gevonden"
      text="Er is niets dat bij deze filters past."
      action={<Button variant="outline">Wis Filters</Button>}
      className="py-6"
    />
    <Separator />
    <Problem reason="De server is even niet bereikbaar." onRetry={() => {}} className="py-6" />
  </Section>
);

export const Loading = () => (
  <Section title="Laden">
    <Spinner />
    <SkeletonGroup label="Berichten laden..." className="flex flex-col gap-3">
      <PersonSkeleton />
      <Skeleton className="h-16" />
      <Skeleton className="w-4/5" />
    </SkeletonGroup>
  </Section>
);

const REPORT =
  "<!doctype html><html lang='nl'><title>Rapport</title><body style='font-family:sans-serif'><h1>Lead Rapport</h1><p>Noor van der Meulen</p></body></html>";

export const Report = () => (
  <Section title="Rapport">
    <ReportFrame title="Lead Rapport - Noor van der Meulen" srcDoc={REPORT} className="h-80" />
  </Section>
);
