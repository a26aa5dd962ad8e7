import { Archive, Inbox, Mail, MoreHorizontal, Pencil, RefreshCw, Search, Trash2, UserRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Avatar } from "../ui/avatar.tsx";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card, CardContent, CardDescription, CardFooter, CardHeader, CardTitle } from "../ui/card.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "../ui/collapsible.tsx";
import { ConfirmProvider, useConfirm } from "../ui/confirm.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { DatePicker } from "../ui/date-picker.tsx";
import { DateTimePicker } from "../ui/date-time-picker.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogTrigger } from "../ui/dialog.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "../ui/dropdown-menu.tsx";
import { Empty } from "../ui/empty.tsx";
import { Field } from "../ui/field.tsx";
import { FilterBar } from "../ui/filter-bar.tsx";
import { Input } from "../ui/input.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { PasswordInput } from "../ui/password-input.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "../ui/popover.tsx";
import { Problem } from "../ui/problem.tsx";
import { Progress } from "../ui/progress.tsx";
import { ReportFrame } from "../ui/report-frame.tsx";
import { SearchInput } from "../ui/search-input.tsx";
import { Select } from "../ui/select.tsx";
import { Separator } from "../ui/separator.tsx";
import { Sheet, SheetContent, SheetTrigger } from "../ui/sheet.tsx";
import { PersonSkeleton, Skeleton, SkeletonGroup } from "../ui/skeleton.tsx";
import type { SortDirection } from "../ui/sort-button.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { StarRating, StarRatingButton } from "../ui/star-rating.tsx";
import { Switch } from "../ui/switch.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "../ui/table.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "../ui/tabs.tsx";
import { Textarea } from "../ui/textarea.tsx";
import { showToast, Toaster } from "../ui/toast.tsx";
import { Tooltip, TooltipProvider } from "../ui/tooltip.tsx";
import { VirtualList } from "../ui/virtual-list.tsx";
import { type VirtualColumn, VirtualTable } from "../ui/virtual-table.tsx";

/** Every control in every state on one page, to look at and to measure; only served in development. */
export const UiShowcase = () => (
  <TooltipProvider>
    <ConfirmProvider>
      <ShowcaseHeader />
      <main className="mx-auto grid max-w-7xl items-start gap-4 p-4 sm:p-6 lg:grid-cols-2">
        <Buttons />
        <Badges />
        <Fields />
        <Choices />
        <Overlays />
        <Messages />
        <LeadCard />
        <Folding />
        <States />
        <Loading />
        <SmallTable />
        <LongTable />
        <LongList />
        <Report />
      </main>
      <Toaster />
    </ConfirmProvider>
  </TooltipProvider>
);

type SectionProps = { title: string; description?: string; wide?: boolean; children: ReactNode };

const Section = ({ title, description, wide, children }: SectionProps) => (
  <Card className={wide ? "min-w-0 lg:col-span-2" : "min-w-0"}>
    <CardHeader>
      <CardTitle>{title}</CardTitle>
      {description && <CardDescription>{description}</CardDescription>}
    </CardHeader>
    <CardContent className="flex flex-col gap-4">{children}</CardContent>
  </Card>
);

const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-2">{children}</div>
);

const MANAGERS = [
  { value: "all", label: "Alle accountmanagers" },
  { value: "frank", label: "Frank de Vries" },
  { value: "noor", label: "Noor van der Meulen" },
] as const;
type Manager = (typeof MANAGERS)[number]["value"];

function ShowcaseHeader() {
  const [dark, setDark] = useState(() => document.documentElement.classList.contains("dark"));
  const [search, setSearch] = useState("");
  const [manager, setManager] = useState<Manager>("all");
  const toggle = (next: boolean) => {
    document.documentElement.classList.toggle("dark", next);
    setDark(next);
  };
  const clear = () => {
    setSearch("");
    setManager("all");
  };
  const filtered = search !== "" || manager !== "all";
  return (
    <PageHeader
      title="Bouwstenen"
      count={1234}
      description="Alles waarmee de schermen zijn opgebouwd"
      actions={
        <>
          <Field label="Donker" inline>
            <Switch checked={dark} onCheckedChange={toggle} />
          </Field>
          <Button variant="outline">
            <RefreshCw />
            Sync Airtable
          </Button>
          <Button>Primaire actie</Button>
        </>
      }
      filters={
        <FilterBar onClear={filtered ? clear : undefined}>
          <Field label="Voornaam" labelHidden>
            <SearchInput value={search} onValueChange={setSearch} placeholder="Voornaam" />
          </Field>
          <Field label="Accountmanager" labelHidden>
            <Select options={MANAGERS} value={manager} onValueChange={setManager} />
          </Field>
        </FilterBar>
      }
    />
  );
}

function Buttons() {
  const [busy, setBusy] = useState(false);
  const work = () => {
    setBusy(true);
    setTimeout(() => setBusy(false), 1500);
  };
  return (
    <Section title="Knoppen" description="Een knop toont zijn eigen voortgang en verandert daarbij niet van maat.">
      <Row>
        <Button>Opslaan</Button>
        <Button variant="secondary">Rerun</Button>
        <Button variant="outline">Annuleren</Button>
        <Button variant="ghost">Meer</Button>
        <Button variant="destructive">DO NOT SEND</Button>
        <Button variant="link">Wachtwoord vergeten?</Button>
      </Row>
      <Row>
        <Button size="sm">
          <Mail />
          SENT
        </Button>
        <Button size="sm" variant="outline">
          <Pencil />
          Bewerken
        </Button>
        <Button size="icon" variant="outline" aria-label="Verwijderen">
          <Trash2 />
        </Button>
        <Button asChild size="sm" variant="secondary">
          <a href="#knoppen">Een link</a>
        </Button>
        <Button size="sm" disabled>
          Uitgeschakeld
        </Button>
      </Row>
      <Row>
        <Button busy={busy} onClick={work}>
          Zelfde maat
        </Button>
        <Button variant="outline" busy={busy} busyLabel="Opslaan..." onClick={work}>
          Met tekst
        </Button>
        <Button busy>Altijd bezig</Button>
        <Button variant="destructive" size="sm" busy busyLabel="Annuleren...">
          DO NOT SEND
        </Button>
      </Row>
    </Section>
  );
}

const TONES: readonly [BadgeTone, string][] = [
  ["neutral", "COLD | 10"],
  ["info", "CONNECTED | 30"],
  ["success", "INTERESTED | 50"],
  ["warning", "NOT RELEVANT | 0"],
  ["danger", "HOT | 80"],
  ["violet", "CLIENT | 100"],
];

const Badges = () => (
  <Section title="Badges" description="Kleur alleen waar zij iets betekent.">
    <Row>
      {TONES.map(([tone, label]) => (
        <Badge key={tone} tone={tone}>
          {label}
        </Badge>
      ))}
    </Row>
    <Row>
      {TONES.map(([tone, label]) => (
        <Badge key={tone} tone={tone} outline>
          {label}
        </Badge>
      ))}
    </Row>
    <Row>
      <Badge tone="danger" asChild>
        <button type="button">HOT | 80</button>
      </Badge>
      <Badge outline asChild>
        <button type="button">
          Sales
          <Pencil aria-hidden />
        </button>
      </Badge>
      <Kbd>Ctrl</Kbd>
      <Kbd>K</Kbd>
    </Row>
    <Row>
      <Avatar name="Noor van der Meulen" size="sm" />
      <Avatar name="Frank" />
      <Avatar name="Élise" size="lg" />
      <Avatar name="Jan Jansen" initials="JJ" size="xl" />
    </Row>
    <div className="flex flex-col gap-2">
      <StarRating value={7} />
      <StarRating value={null} />
      <StarRatingButton value={8.5} action="open onderzoeksrapport" className="w-fit" />
    </div>
  </Section>
);

const Fields = () => (
  <Section title="Velden">
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Bedrijfsnaam" required>
        <Input defaultValue="Noorderlicht Sales B.V." />
      </Field>
      <Field label="Postcode" hint="Bijvoorbeeld 1234 AB">
        <Input placeholder="1234 AB" />
      </Field>
      <Field label="Administratie Email" error="Dit is geen e-mailadres.">
        <Input type="email" defaultValue="administratie@" />
      </Field>
      <Field label="Email">
        <Input readOnly defaultValue="noor@noorderlicht.nl" />
      </Field>
      <Field label="Wachtwoord">
        <PasswordInput defaultValue="geheim" />
      </Field>
      <Field label="Uitgeschakeld">
        <Input disabled defaultValue="Niet te wijzigen" />
      </Field>
    </div>
    <Field label="Bericht 1" hint="212 tekens">
      <Textarea
        rows={3}
        defaultValue="Hoi Noor, ik zag dat jullie het salesteam uitbreiden. Mag ik vragen waarom nu?"
      />
    </Field>
  </Section>
);

function Choices() {
  const [manager, setManager] = useState<Manager>("noor");
  const [day, setDay] = useState<string | null>("2026-11-14");
  const [moment, setMoment] = useState<string | null>("2026-11-16T09:30");
  return (
    <Section title="Keuzes en data">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Accountmanager">
          <Select options={MANAGERS} value={manager} onValueChange={setManager} />
        </Field>
        <Field label="Rol">
          <Select options={MANAGERS} value={undefined} onValueChange={setManager} placeholder="Kies een rol" />
        </Field>
        <Field label="Van">
          <DatePicker value={day} onValueChange={setDay} max="2026-12-31" />
        </Field>
        <Field label="Date Due">
          <DateTimePicker value={moment} onValueChange={setMoment} />
        </Field>
      </div>
      <div className="flex flex-wrap gap-x-8 gap-y-3">
        <Field label="Actief" inline>
          <Switch defaultChecked />
        </Field>
        <Field label="Inactief" inline>
          <Switch />
        </Field>
        <Field label="Overal uitloggen" inline>
          <Checkbox defaultChecked />
        </Field>
        <Field label="Sommige" inline>
          <Checkbox checked="indeterminate" />
        </Field>
        <Field label="Geen" inline>
          <Checkbox />
        </Field>
      </div>
    </Section>
  );
}

const LONG_TEXT = Array.from(
  { length: 24 },
  (_, index) => `Alinea ${index + 1}: een lange tekst schuift binnen het venster.`,
);

function Overlays() {
  const confirm = useConfirm();
  const remove = async () => {
    const agreed = await confirm({
      title: "Lead verwijderen?",
      text: "Noor van der Meulen verdwijnt uit alle lijsten. Dit kan niet ongedaan worden gemaakt.",
      confirmLabel: "Verwijderen",
      tone: "destructive",
    });
    showToast({ title: agreed ? "Lead verwijderd" : "Niets verwijderd" });
  };
  return (
    <Section title="Vensters en menu's">
      <Row>
        <Dialog>
          <DialogTrigger asChild>
            <Button variant="outline">Versleepbaar venster</Button>
          </DialogTrigger>
          <DialogContent draggable title="Herschrijf feedback voor Noor" description="Ten hoogste drie punten.">
            <form className="flex flex-col gap-4" onSubmit={(event) => event.preventDefault()}>
              <Field label="Ice Breaker">
                <Textarea rows={3} />
              </Field>
              <Field label="Bericht 1 (optioneel)">
                <Textarea rows={3} />
              </Field>
              <DialogFooter>
                <DialogClose asChild>
                  <Button variant="outline">Annuleren</Button>
                </DialogClose>
                <Button type="submit">Verstuur voor Herschrijven</Button>
              </DialogFooter>
            </form>
          </DialogContent>
        </Dialog>
        <Dialog>
          <DialogTrigger asChild>
            <Button variant="outline">Lang venster</Button>
          </DialogTrigger>
          <DialogContent title="Prompt Bewerken" size="lg">
            <div className="flex flex-col gap-3">
              {LONG_TEXT.map((line) => (
                <p key={line}>{line}</p>
              ))}
            </div>
            <DialogFooter>
              <DialogClose asChild>
                <Button>Save</Button>
              </DialogClose>
            </DialogFooter>
          </DialogContent>
        </Dialog>
        <Button variant="outline" onClick={remove}>
          Bevestiging
        </Button>
        <Sheet>
          <SheetTrigger asChild>
            <Button variant="outline">Zijpaneel</Button>
          </SheetTrigger>
          <SheetContent title="Navigatie">
            <p className="p-5 text-muted-foreground">Hier staat op een telefoon het menu.</p>
          </SheetContent>
        </Sheet>
      </Row>
      <Row>
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button variant="outline" size="icon" aria-label="Meer acties">
              <MoreHorizontal />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent>
            <DropdownMenuLabel>Ingelogd als noor@noorderlicht.nl</DropdownMenuLabel>
            <DropdownMenuSeparator />
            <DropdownMenuItem>
              <UserRound />
              Profiel
            </DropdownMenuItem>
            <DropdownMenuItem disabled>
              <Archive />
              Archiveren
            </DropdownMenuItem>
            <DropdownMenuSeparator />
            <DropdownMenuItem tone="destructive">
              <Trash2 />
              Verwijderen
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
        <Popover>
          <PopoverTrigger asChild>
            <Button variant="outline">Popover</Button>
          </PopoverTrigger>
          <PopoverContent aria-label="Uitleg">Kleine uitleg bij iets op het scherm.</PopoverContent>
        </Popover>
        <Tooltip content="Rated Leads" side="right">
          <Button variant="outline" size="icon" aria-label="Rated Leads">
            <Inbox />
          </Button>
        </Tooltip>
      </Row>
    </Section>
  );
}

const Messages = () => (
  <Section title="Meldingen en kopiëren">
    <Row>
      <Button
        variant="outline"
        onClick={() => showToast({ title: "Datum Aangepast", description: "Bericht 1 gaat uit op 16 november 2026." })}
      >
        Gewoon
      </Button>
      <Button
        variant="outline"
        onClick={() =>
          showToast({ title: "Bericht al verwijderd", description: "De lijst is ververst.", tone: "info" })
        }
      >
        Info
      </Button>
      <Button
        variant="outline"
        onClick={() =>
          showToast({
            title: "Fout",
            description: "Kon bericht niet annuleren. Probeer het opnieuw.",
            tone: "destructive",
          })
        }
      >
        Fout
      </Button>
      <Button
        variant="outline"
        onClick={() =>
          showToast({
            title: "Genegeerd!",
            action: { label: "Ongedaan maken", onClick: () => showToast({ title: "Actie ongedaan gemaakt!" }) },
          })
        }
      >
        Met actie
      </Button>
    </Row>
    <div className="flex items-center gap-1 text-muted-foreground">
      Provider ID ACoAAB12345
      <CopyButton
        text="ACoAAB12345"
        label="Kopieer Provider ID"
        onCopied={() => showToast({ title: "Gekopieerd!", description: "Provider ID is gekopieerd naar klembord" })}
        onFailed={() => showToast({ title: "Fout", description: "Kon Provider ID niet kopiëren", tone: "destructive" })}
      />
    </div>
    <Progress label="Leads ophalen" value={1840} max={2000} detail="3 gewijzigd, 1 conflict" />
    <Progress label="Wachten op Airtable" value={12} max={null} />
  </Section>
);

const LeadCard = () => (
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

const Folding = () => (
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

const States = () => (
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

const Loading = () => (
  <Section title="Laden">
    <Spinner />
    <SkeletonGroup label="Berichten laden..." className="flex flex-col gap-3">
      <PersonSkeleton />
      <Skeleton className="h-16" />
      <Skeleton className="w-4/5" />
    </SkeletonGroup>
  </Section>
);

const QUEUED = [
  { id: "1", provider: "ACoAAB12345", name: "Noor van der Meulen", due: "12 november 2026 09:00", late: true },
  { id: "2", provider: "ACoAAB67890", name: "Jan Jansen", due: "16 november 2026 14:30", late: false },
  { id: "3", provider: "ACoAAB24680", name: "Élise Dubois", due: "17 november 2026 10:15", late: false },
];

function SmallTable() {
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

type Lead = { id: number; name: string; company: string; rating: number };

const makeLeads = (from: number, count: number): Lead[] =>
  Array.from({ length: count }, (_, index) => ({
    id: from + index,
    name: `Lead ${from + index}`,
    company: `Bedrijf ${(from + index) % 97}`,
    rating: (from + index) % 11,
  }));

function LongTable() {
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

function LongList() {
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

const REPORT =
  "<!doctype html><html lang='nl'><title>Rapport</title><body style='font-family:sans-serif'><h1>Lead Rapport</h1><p>Noor van der Meulen</p></body></html>";

const Report = () => (
  <Section title="Rapport">
    <ReportFrame title="Lead Rapport - Noor van der Meulen" srcDoc={REPORT} className="h-80" />
  </Section>
);
