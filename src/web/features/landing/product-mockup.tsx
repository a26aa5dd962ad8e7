import {
  CalendarDays,
  ChartColumn,
  ChevronDown,
  Clock,
  Copy,
  FileText,
  Flame,
  type LucideIcon,
  MessageSquare,
  PenLine,
  RefreshCw,
  Reply,
  RotateCw,
  Search,
  Send,
  Sparkles,
  Star,
  UserCheck,
  UserPlus,
  Users,
  X,
} from "lucide-react";
import { BrandMark } from "./brand.tsx";
import { StarRow } from "./star-row.tsx";

const DESCRIPTION =
  "Het scherm Ice Breakers van Ultimate Sales Agent: een bericht aan een lead met negen van de tien sterren en de classificatie HOT, met een Ice Breaker en vervolgberichten op eigen verzenddatums, klaar om te versturen, te herschrijven, te bewerken of te annuleren.";

const SIDEBAR: { heading: string; entries: [LucideIcon, string][] }[] = [
  {
    heading: "Leads",
    entries: [
      [Star, "Rated Leads"],
      [Users, "All Leads"],
      [Search, "Search Leads"],
      [UserPlus, "ADD Leads"],
      [Flame, "Hot Leads"],
      [UserCheck, "Accepted Invitations"],
    ],
  },
  {
    heading: "Berichten",
    entries: [
      [MessageSquare, "Ice Breakers"],
      [Reply, "Follow-up Messages"],
      [Clock, "Messages Queued"],
      [Send, "Messages SENT"],
    ],
  },
  { heading: "Meetings", entries: [[CalendarDays, "Meetings"]] },
  {
    heading: "Beheer",
    entries: [
      [FileText, "Prompts"],
      [ChartColumn, "Management"],
    ],
  },
];

function Sidebar() {
  return (
    <div className="hidden w-52 shrink-0 flex-col border-r bg-sidebar p-3 lg:flex">
      <span className="mb-3 flex items-center gap-2 px-2 py-1 font-semibold text-[13px] tracking-tight">
        <BrandMark className="size-5" />
        Ultimate Sales Agent
      </span>
      {SIDEBAR.map(({ heading, entries }) => (
        <div key={heading} className="mb-3">
          <span className="block px-2 py-1 text-[11px] text-muted-foreground">{heading}</span>
          {entries.map(([Icon, label]) => (
            <span
              key={label}
              className={`flex items-center gap-2 rounded-md px-2 py-[5px] ${label === "Ice Breakers" ? "bg-accent font-medium" : "text-muted-foreground"}`}
            >
              <Icon strokeWidth={1.75} className="size-3.5" />
              {label}
              {label === "Ice Breakers" && <span className="ml-auto text-muted-foreground tabular-nums">24</span>}
            </span>
          ))}
        </div>
      ))}
      <span className="mt-auto flex items-center gap-2 border-t px-2 pt-3">
        <span className="flex size-6 items-center justify-center rounded-full bg-violet-soft font-semibold text-[11px] text-violet">
          M
        </span>
        Mees Kuipers
      </span>
    </div>
  );
}

function Toolbar() {
  return (
    <div className="border-b px-4 py-3.5 sm:px-6">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-semibold text-base tracking-tight">Berichten Overzicht</span>
        <span className="rounded-sm bg-muted px-1.5 py-0.5 text-muted-foreground tabular-nums">24</span>
        <span className="ml-auto flex h-7 items-center gap-1.5 rounded-md border bg-card px-2.5 font-medium">
          <RefreshCw className="size-3" />
          Sync Airtable
        </span>
      </div>
      <div className="mt-3 hidden gap-2 text-muted-foreground sm:flex">
        {["Voornaam", "Achternaam", "Bedrijf"].map((filter) => (
          <span key={filter} className="flex h-7 w-32 items-center rounded-md border bg-card px-2.5">
            {filter}
          </span>
        ))}
        <span className="flex h-7 w-44 items-center justify-between rounded-md border bg-card px-2.5">
          Alle accountmanagers
          <ChevronDown className="size-3" />
        </span>
      </div>
    </div>
  );
}

function Person() {
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-3 px-4 pt-4 sm:px-5 sm:pt-5">
      <span className="flex size-11 items-center justify-center rounded-full bg-info-soft font-semibold text-[13px] text-info">
        LB
      </span>
      <div className="min-w-0">
        <span className="block font-semibold text-sm">Lotte Brinkman</span>
        <span className="block text-muted-foreground">Commercieel directeur</span>
        <span className="block text-info">Waterlinie Techniek</span>
      </div>
      <div className="flex w-full flex-wrap items-center gap-2 sm:ml-auto sm:w-auto sm:flex-col sm:items-end">
        <span className="flex items-center gap-1.5">
          <span className="rounded-sm bg-success-soft px-1.5 py-0.5 font-medium text-[11px] text-success">
            Positief
          </span>
          <span className="rounded-sm bg-danger-soft px-1.5 py-0.5 font-semibold text-[11px] text-danger">HOT</span>
        </span>
        <span className="flex items-center gap-1.5">
          <StarRow rating={9} />
          <span className="text-muted-foreground tabular-nums">9/10</span>
        </span>
        <span className="hidden items-center gap-1 text-[11px] text-muted-foreground sm:flex">
          Provider ID ACoAABkzQ7m
          <Copy className="size-3" />
        </span>
      </div>
    </div>
  );
}

const SECTIONS = [
  {
    name: "Ice Breaker",
    due: "17 november 2025 09:00",
    text: "Hoi Lotte, ik las dat Waterlinie in Zwolle een tweede vestiging opent. Mooi moment om ook de acquisitie opnieuw in te richten. Leuk om te connecten?",
  },
  {
    name: "Bericht 1",
    due: "20 november 2025 09:00",
    text: "Dank voor het connecten. Bij installatiebedrijven die regionaal groeien zie ik vaak dat de planning eerder vol zit dan de pijplijn. Hoe houden jullie die twee in balans?",
  },
  {
    name: "Bericht 2",
    due: "24 november 2025 09:00",
    text: "Ik heb een voorbeeld van een collega-bedrijf dat in drie maanden een vast ritme van afspraken opbouwde. Zal ik het je sturen?",
  },
];

// A phone shows only the first two, so that the picture fits on one screen.
const SECTION_STYLES = ["", "border-t pt-4", "hidden border-t pt-4 sm:block"];

function MessageSections() {
  return SECTIONS.map(({ name, due, text }, index) => (
    <div key={name} className={SECTION_STYLES[index]}>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="font-semibold">{name}</span>
        <span className="flex items-center gap-1.5 text-[11px] text-success tabular-nums">
          <CalendarDays className="size-3" />
          {due}
        </span>
      </div>
      <p className="mt-1.5 max-w-2xl text-[13px] leading-relaxed">{text}</p>
    </div>
  ));
}

const ACTIONS: [LucideIcon, string, string][] = [
  [RotateCw, "Rerun", "border"],
  [Send, "SENT", "bg-primary text-primary-foreground"],
  [Sparkles, "Herschrijf", "border"],
  [PenLine, "Bewerken", "border"],
  [X, "Cancel", "border text-danger"],
];

function MessageCard() {
  return (
    <div className="rounded-lg border bg-card">
      <Person />
      <div className="space-y-4 px-4 py-4 sm:px-5">
        <p className="rounded-lg bg-muted px-3.5 py-2.5 text-muted-foreground leading-relaxed">
          Groeit naar een tweede vestiging, zoekt actief naar nieuwe klanten in de regio en reageert vaak op LinkedIn.
        </p>
        <MessageSections />
      </div>
      <div className="flex flex-wrap items-center gap-1.5 border-t px-4 py-3 sm:px-5">
        {ACTIONS.map(([Icon, label, className]) => (
          <span key={label} className={`flex h-7 items-center gap-1.5 rounded-md px-2.5 font-medium ${className}`}>
            <Icon className="size-3" />
            {label}
          </span>
        ))}
        <span className="ml-auto text-[11px] text-muted-foreground tabular-nums">Created: 14-11-2025</span>
      </div>
    </div>
  );
}

export function ProductMockup() {
  return (
    <figure className="relative">
      <figcaption className="sr-only">{DESCRIPTION}</figcaption>
      <div
        aria-hidden="true"
        className="pointer-events-none flex select-none overflow-hidden rounded-xl border bg-background text-xs shadow-2xl shadow-primary/10 sm:rounded-2xl"
      >
        <Sidebar />
        <div className="min-w-0 grow">
          <Toolbar />
          <div className="p-3 sm:p-6">
            <MessageCard />
          </div>
        </div>
      </div>
    </figure>
  );
}
