import { useState } from "react";
import { Avatar } from "#ui/content/avatar.tsx";
import { Badge } from "#ui/content/badge.tsx";
import { Card } from "#ui/page/card.tsx";
import { VirtualList } from "#ui/table/virtual-list.tsx";
import { makeLeads } from "./make-leads.ts";
import { Section } from "./section.tsx";

export function LongList() {
  const [leads, setLeads] = useState(() => makeLeads(1, 50));
  return (
    <Section title="Lange lijst" description={`${leads.length} geladen; aan het eind komen er vijftig bij.`}>
      <div className="h-80 overflow-y-auto rounded-sm border p-3">
        <VirtualList
          label="Hot leads"
          items={leads}
          estimate={62}
          hasMore={leads.length < 500}
          onEnd={() => setLeads((known) => [...known, ...makeLeads(known.length + 1, 50)])}
        >
          {(lead) => (
            <Card className="flex items-center gap-3 px-3 py-2 shadow-none">
              <Avatar name={lead.name} />
              <div className="min-w-0 flex-1">
                <a href="#lead" className="font-medium text-link hover:underline">
                  {lead.name}
                </a>
                {lead.id % 3 === 0 && <p className="text-muted-foreground">Met een tweede regel</p>}
              </div>
              <Badge tone="danger">HOT | 80</Badge>
            </Card>
          )}
        </VirtualList>
      </div>
    </Section>
  );
}
