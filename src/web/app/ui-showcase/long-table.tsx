import { useState } from "react";
import { Button } from "#ui/button/button.tsx";
import { StarRating } from "#ui/content/star-rating.tsx";
import { type VirtualColumn, VirtualTable } from "#ui/table/virtual-table.tsx";
import { type Lead, makeLeads } from "./make-leads.ts";
import { Section } from "./section.tsx";

export function LongTable() {
  const [leads] = useState(() => makeLeads(1, 100_000));
  const [opened, setOpened] = useState<Lead | null>(null);
  const columns: VirtualColumn<Lead>[] = [
    {
      id: "name",
      label: "Full Name",
      width: "minmax(10rem, 1fr)",
      cell: (lead) => (
        <Button variant="link" onClick={() => setOpened(lead)}>
          {lead.name}
        </Button>
      ),
    },
    { id: "company", label: "Company", width: "minmax(8rem, 1fr)", cell: (lead) => lead.company },
    { id: "rating", label: "Lead Rating", width: "13rem", cell: (lead) => <StarRating value={lead.rating} /> },
  ];
  return (
    <Section title="Lange tabel" description={opened ? `Geopend: ${opened.name}` : "Honderdduizend rijen."} wide>
      <div className="max-h-96 overflow-y-auto rounded-sm border [--table-top:0px]">
        <VirtualTable label="Alle leads" columns={columns} items={leads} onOpen={setOpened} />
      </div>
    </Section>
  );
}
