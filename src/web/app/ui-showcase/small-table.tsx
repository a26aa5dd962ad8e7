import { useState } from "react";
import { Button } from "#ui/button/button.tsx";
import { type SortDirection, Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#ui/table/table.tsx";

import { Row, Section } from "./section.tsx";

const QUEUED = [
  { id: "1", provider: "ACoAAB12345", name: "Noor van der Meulen", due: "12 november 2026 09:00", late: true },
  { id: "2", provider: "ACoAAB67890", name: "Jan Jansen", due: "16 november 2026 14:30", late: false },
  { id: "3", provider: "ACoAAB24680", name: "Élise Dubois", due: "17 november 2026 10:15", late: false },
];

export function SmallTable() {
  const [sort, setSort] = useState<SortDirection>("ascending");
  const rows = sort === "descending" ? QUEUED.toReversed() : QUEUED;
  return (
    <Section title="Tabel" description="Op een telefoon wordt elke rij een kaart." wide>
      <Table aria-label="Berichten in de wachtrij">
        <TableHeader>
          <TableRow>
            <TableHead>Provider ID</TableHead>
            <TableHead>Full Name</TableHead>
            <TableHead sort={sort} onSort={() => setSort(sort === "ascending" ? "descending" : "ascending")}>
              Date Due
            </TableHead>
            <TableHead>Rapport</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.id}>
              <TableCell label="Provider ID" className="text-muted-foreground">
                {row.provider}
              </TableCell>
              <TableCell label="Full Name">{row.name}</TableCell>
              <TableCell label="Date Due" className={row.late ? "font-semibold text-danger" : "text-success"}>
                {row.due}
              </TableCell>
              <TableCell label="Rapport">
                <Row>
                  <Button variant="outline" size="sm">
                    Rapport
                  </Button>
                  <Button variant="destructive" size="sm">
                    DO NOT SEND
                  </Button>
                </Row>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Section>
  );
}
