import { ExternalLink as OpenIcon } from "lucide-react";
import type { SyncSettings } from "#lib/airtable-sync.ts";
import { SyncButton } from "#lib/sync-button.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Empty } from "#ui/empty.tsx";
import { ExternalLink } from "#ui/external-link.tsx";

const SYNC: SyncSettings = {
  tables: ["leads"],
  done: { title: "Sync Voltooid", description: "Nieuwe leads staan in de lijst." },
  unreachable: {
    title: "Sync Fout",
    description: "Kon niet synchroniseren met Airtable. Controleer je verbinding.",
  },
  failed: { title: "Sync Fout", description: "Er is een fout opgetreden bij het synchroniseren met Airtable." },
};

type CompanyFormProps = { address: string; frame: string | null };

/** The form that the company made at Airtable. What is sent there comes here with the next synchronisation. */
export const CompanyForm = ({ address, frame }: CompanyFormProps) => (
  <div className="flex flex-col gap-3">
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-muted-foreground text-[0.8125rem]">
        Een lead die je hier invult, staat na de volgende synchronisatie in de lijst.
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Button asChild variant="ghost">
          <ExternalLink href={address} className="text-foreground hover:no-underline">
            <OpenIcon />
            Open in een nieuw tabblad
          </ExternalLink>
        </Button>
        <SyncButton label="Sync Airtable" sync={SYNC} />
      </div>
    </div>
    <Card className="overflow-hidden">
      {frame ? (
        <iframe
          title="Formulier om een lead toe te voegen"
          src={frame}
          referrerPolicy="no-referrer"
          sandbox="allow-forms allow-scripts allow-same-origin allow-popups"
          className="block h-[max(36rem,calc(100dvh-15rem))] w-full"
        />
      ) : (
        <Empty
          title="Dit formulier laat zich niet in dit scherm tonen"
          text="Open het in een nieuw tabblad; je leads komen met de synchronisatie mee."
        />
      )}
    </Card>
  </div>
);
