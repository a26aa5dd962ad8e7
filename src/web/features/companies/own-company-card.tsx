import { Pencil } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import type { Company } from "#contract/companies.ts";
import { tierLabel } from "#lib/labels/subscription-tier.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { TooltipButton } from "#ui/button/tooltip-button.tsx";
import { StatusBadge } from "#ui/content/badge.tsx";
import { useDialogSubject } from "#ui/dialog/dialog.tsx";

import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { lazyComponent, ShortcutBlocker, usePreload } from "#ui/lazy-component.tsx";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#ui/page/card.tsx";
import { useOwnCompany } from "./companies.api.ts";
import { LogoImage } from "./logo-image.tsx";

const OwnCompanyDialog = lazyComponent(() => import("./own-company-dialog.tsx"), "OwnCompanyDialog");

type OwnCompanyCardProps = {
  companyId: string;
  /** Why the user may not edit the company; undefined if they may. */
  disabledReason: string | undefined;
};

export function OwnCompanyCard({ companyId, disabledReason }: OwnCompanyCardProps) {
  const company = useOwnCompany(companyId);
  const dialog = useDialogSubject<Company>();
  usePreload(OwnCompanyDialog.preload);
  return (
    <Card className="min-w-0">
      <CardHeader className="flex-row items-start justify-between gap-4">
        <div>
          <CardTitle>Bedrijfsinformatie</CardTitle>
          {disabledReason && <CardDescription className="text-xs">{disabledReason}</CardDescription>}
        </div>
        {company.data && (
          <TooltipButton
            variant="outline"
            size="sm"
            disabledReason={disabledReason}
            onClick={() => dialog.show(company.data)}
          >
            <Pencil />
            Bewerken
          </TooltipButton>
        )}
      </CardHeader>
      <CardContent>
        <QueryStates
          query={company}
          errorTitle="De bedrijfsinformatie kon niet worden geladen"
          skeleton={<LinesSkeleton />}
        >
          {(loaded) => <Details company={loaded} />}
        </QueryStates>
      </CardContent>
      <Suspense fallback={<ShortcutBlocker />}>
        {dialog.subject && <OwnCompanyDialog open={dialog.open} company={dialog.subject} onClose={dialog.close} />}
      </Suspense>
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
