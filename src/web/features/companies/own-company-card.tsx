import { Pencil } from "lucide-react";
import type { ReactNode } from "react";
import type { Company } from "#contract/companies.ts";
import { Loaded } from "#lib/loaded.tsx";
import { tierLabel } from "#lib/tier-label.ts";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#ui/card.tsx";
import { useFetchLater } from "#ui/fetch-later.ts";
import { GuardedButton } from "#ui/guarded-button.tsx";
import { later } from "#ui/later.ts";
import { LinesSkeleton } from "#ui/lines-skeleton.tsx";
import { Opening } from "#ui/opening.tsx";
import { StatusBadge } from "#ui/status-badge.tsx";
import { useDialogSubject } from "#ui/use-dialog-subject.ts";
import { LogoImage } from "./logo-image.tsx";
import { useOwnCompany } from "./own-company.api.ts";

const ownCompanyDialog = later(() => import("./own-company-dialog.tsx"));

type OwnCompanyCardProps = {
  companyId: string;
  /** Why the reader may not change it. */
  refusal: string | undefined;
};

export function OwnCompanyCard({ companyId, refusal }: OwnCompanyCardProps) {
  const company = useOwnCompany(companyId);
  const dialog = useDialogSubject<Company>();
  const here = ownCompanyDialog.usePart(dialog.open, dialog.close);
  useFetchLater(ownCompanyDialog.fetch);
  return (
    <Card className="min-w-0">
      <CardHeader className="flex-row items-start justify-between gap-4">
        <div>
          <CardTitle>Bedrijfsinformatie</CardTitle>
          {refusal && <CardDescription className="text-xs">{refusal}</CardDescription>}
        </div>
        {company.data && (
          <GuardedButton variant="outline" size="sm" refusal={refusal} onClick={() => dialog.show(company.data)}>
            <Pencil />
            Bewerken
          </GuardedButton>
        )}
      </CardHeader>
      <CardContent>
        <Loaded query={company} problem="De bedrijfsinformatie kon niet worden geladen" skeleton={<LinesSkeleton />}>
          {(shown) => <Details company={shown} />}
        </Loaded>
      </CardContent>
      {here && dialog.subject && (
        <here.OwnCompanyDialog open={dialog.open} company={dialog.subject} onClose={dialog.close} />
      )}
      {!here && dialog.open && <Opening />}
    </Card>
  );
}

const Details = ({ company }: { company: Company }) => (
  <>
    <LogoImage src={company.logoUrl} alt={`Logo van ${company.name}`} className="mb-4 h-16 max-w-60" />
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      <Detail label="Naam">{company.name}</Detail>
      <Detail label="Adres">{company.address}</Detail>
      <Detail label="Postcode">{company.zipCode}</Detail>
      <Detail label="Woonplaats">{company.city}</Detail>
      <Detail label="BTW Nummer">{company.vatNumber}</Detail>
      <Detail label="Administratie Email">{company.adminEmail}</Detail>
      <Detail label="Abonnement">{tierLabel(company.subscriptionTier)}</Detail>
      <Detail label="Status">
        <StatusBadge active={company.isActive} />
      </Detail>
    </dl>
  </>
);

const Detail = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-muted-foreground text-xs">{label}</dt>
    <dd className="mt-0.5 break-words">{children || "–"}</dd>
  </div>
);
