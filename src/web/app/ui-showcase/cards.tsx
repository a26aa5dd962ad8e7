import { Button } from "#ui/button/button.tsx";
import { Avatar } from "#ui/content/avatar.tsx";
import { Badge } from "#ui/content/badge.tsx";
import { StarRatingButton } from "#ui/content/star-rating.tsx";
import { Card, CardContent, CardDescription, CardFooter, CardHeader, CardTitle } from "#ui/page/card.tsx";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "#ui/page/collapsible.tsx";
import { Separator } from "#ui/page/separator.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#ui/page/tabs.tsx";
import { Section } from "./section.tsx";

export const LeadCard = () => (
  <Card>
    <CardHeader className="flex-row items-start gap-3">
      <Avatar name="Noor van der Meulen" size="lg" />
      <div className="min-w-0 flex-1">
        <CardTitle level="h3">Noor van der Meulen</CardTitle>
        <CardDescription>Commercieel directeur bij Zuiderzee Consulting</CardDescription>
      </div>
      <Badge tone="success">Positief</Badge>
    </CardHeader>
    <CardContent className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <StarRatingButton value={7} action="open onderzoeksrapport" />
        <Badge tone="danger" asChild>
          <button type="button">HOT | 80</button>
        </Badge>
      </div>
      <p className="rounded-sm bg-muted px-3 py-2 text-[0.8125rem] text-muted-foreground">
        Groeit met drie vestigingen en zoekt een partner voor outbound.
      </p>
      <Separator />
      <p className="leading-relaxed">Hoi Noor, gefeliciteerd met de nieuwe vestiging in Zwolle.</p>
    </CardContent>
    <CardFooter>
      <Button size="sm">SENT</Button>
      <Button size="sm" variant="outline">
        Herschrijf
      </Button>
      <Button size="sm" variant="outline">
        Bewerken
      </Button>
      <Button size="sm" variant="ghost" className="text-danger">
        Cancel
      </Button>
    </CardFooter>
  </Card>
);

export const Folding = () => (
  <Section title="Tabs en inklappen">
    <Tabs defaultValue="new">
      <TabsList aria-label="Meetings">
        <TabsTrigger value="new">
          Nieuw <Badge>12</Badge>
        </TabsTrigger>
        <TabsTrigger value="process">Te verwerken</TabsTrigger>
        <TabsTrigger value="private">Privé</TabsTrigger>
        <TabsTrigger value="done">Verwerkt</TabsTrigger>
      </TabsList>
      <TabsContent value="new">Nieuwe meetings</TabsContent>
      <TabsContent value="process">Te verwerken meetings</TabsContent>
      <TabsContent value="private">Privé</TabsContent>
      <TabsContent value="done">Verwerkt</TabsContent>
    </Tabs>
    <Collapsible defaultOpen>
      <CollapsibleTrigger>Ice breaker prompt</CollapsibleTrigger>
      <CollapsibleContent className="pl-6 text-muted-foreground">
        Schrijf een opening van ten hoogste twee zinnen.
      </CollapsibleContent>
    </Collapsible>
  </Section>
);
