import { Building2, CalendarDays, MailPlus } from "lucide-react";
import type { Role } from "#contract/roles.ts";
import { type MenuItem, menuFor } from "../navigation.ts";

/** Screens that the menu does not have. */
const OTHER_SCREENS = [
  { label: "Uitnodigingen", path: "/invitations", icon: MailPlus, group: "Leads" },
  { label: "Planning", path: "/planning", icon: CalendarDays, group: "Berichten" },
  { label: "Bedrijf Beheer", path: "/company-admin", icon: Building2, group: "Beheer" },
] as const satisfies readonly MenuItem[];

/** The screens that the palette and the keys open. */
export const screensFor = (role: Role): MenuItem[] => {
  const menu: MenuItem[] = menuFor(role);
  return [...menu, ...OTHER_SCREENS.filter(({ path }) => !menu.some((item) => item.path === path))];
};

/** The letter after `g` that opens a screen. */
const SCREEN_KEYS: Readonly<Record<string, string>> = {
  "/rated-leads": "r",
  "/all-leads": "l",
  "/search-leads": "z",
  "/add-leads": "n",
  "/hot-leads": "h",
  "/accepted-invitations": "u",
  "/invitations": "v",
  "/": "i",
  "/berichten": "f",
  "/messages-queued": "w",
  "/messages-sent": "s",
  "/inbox": "o",
  "/planning": "k",
  "/meetings": "m",
  "/prompts": "p",
  "/acties": "d",
  "/company-admin": "b",
  "/admin": "a",
  "/admin/companies": "c",
  "/admin/users": "u",
  "/admin/audit": "l",
};

export const screenKeys = (path: string): string | undefined => {
  const key = SCREEN_KEYS[path];
  return key && `g ${key}`;
};

/** The other words by which people look for a screen. */
export const SCREEN_KEYWORDS: Readonly<Record<string, string>> = {
  "/rated-leads": "beoordeelde leads rating sterren recent",
  "/all-leads": "alle leads lijst contacten overzicht",
  "/search-leads": "leads zoeken vinden",
  "/add-leads": "leads toevoegen nieuw importeren csv",
  "/hot-leads": "warme leads heet",
  "/accepted-invitations": "geaccepteerde uitnodigingen connecties verbindingen",
  "/invitations": "uitnodigen linkedin verzoeken connecties",
  "/": "ijsbreker ijsbrekers eerste bericht beoordelen goedkeuren overzicht start",
  "/berichten": "opvolging opvolgen vervolg follow up beoordelen goedkeuren",
  "/messages-queued": "wachtrij wachtend klaarstaan gepland verzenden",
  "/messages-sent": "verzonden verstuurd verstuurde berichten",
  "/inbox": "antwoorden reacties gesprekken ontvangen postvak",
  "/planning": "zo gaat het eruit kalender agenda verzendplanning",
  "/meetings": "afspraken gesprekken vergaderingen verslagen",
  "/prompts": "instructies teksten ai schrijver",
  "/acties": "dashboard cijfers statistieken resultaten workflows acties beheer",
  "/company-admin": "bedrijf instellingen gebruikers collega's koppelingen airtable logo",
  "/admin": "platform beheer admin panel",
  "/admin/companies": "bedrijven klanten",
  "/admin/users": "gebruikers collega's accounts",
  "/admin/audit": "logboek wijzigingen geschiedenis",
};
