import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import { Building2, UserRound } from "lucide-react";
import { Dialog } from "radix-ui";
import { type ReactNode, useRef, useState } from "react";
import { keyCaps, useShortcutList } from "#lib/browser/shortcuts.ts";
import { useCurrentUser } from "#lib/session/session.ts";
import { Button } from "#ui/button/button.tsx";
import { cn } from "#ui/cn.ts";
import { Kbd } from "#ui/content/badge.tsx";
import { keepOpenForToasts, overlayStyle, panelStyle, useFocusReturn } from "#ui/dialog/dialog-panel.ts";
import { useIsPhone } from "#ui/use-media-query.ts";
import { ADMIN_MENU, groupMenu, type MenuItem } from "../navigation.ts";
import { useFoundLeads } from "./found-leads.ts";
import { matchScore } from "./palette-match.ts";
import { SCREEN_KEYWORDS, screenKeys, screensFor } from "./palette-screens.ts";
import { HELP_KEYS, NAVIGATION_GROUP, PALETTE_KEYS } from "./palette-state.ts";

const LABEL = "Zoek een scherm of actie";

type RecentChoice = { label: string; path: string; search?: Record<string, string> };

const MOST_RECENT = 5;
/** By panel and user. Only in memory: the names of leads do not stay behind in the browser, nor for the next user of this tab. */
const recent = new Map<string, readonly RecentChoice[]>();

function useRecentChoices(panel: string) {
  const key = `${panel} ${useCurrentUser().id}`;
  const choices = recent.get(key) ?? [];
  const remember = (choice: RecentChoice) => {
    const others = choices.filter(({ label }) => label !== choice.label);
    recent.set(key, [choice, ...others].slice(0, MOST_RECENT));
  };
  return { choices, remember };
}

type CommandPaletteProps = { panel: "workspace" | "admin"; onClose: () => void };

/** Search over all screens, the actions of the current one, and leads and their companies. */
export function CommandPalette({ panel, onClose }: CommandPaletteProps) {
  const [query, setQuery] = useState("");
  const isPhone = useIsPhone();
  const chosen = useRef<() => void>(undefined);
  const { onOpenAutoFocus, onCloseAutoFocus } = useFocusReturn();
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className={cn(overlayStyle, "items-start px-3 pt-[12dvh] sm:items-start sm:pt-[12dvh]")}>
          <Dialog.Content
            aria-describedby={undefined}
            onOpenAutoFocus={onOpenAutoFocus}
            onCloseAutoFocus={(event) => {
              onCloseAutoFocus(event);
              // Only now: an action may be about the focused card.
              chosen.current?.();
            }}
            onInteractOutside={keepOpenForToasts}
            className={cn(panelStyle, "max-w-lg rounded-lg")}
          >
            <Dialog.Title className="sr-only">Ga naar</Dialog.Title>
            <Command
              label={LABEL}
              loop
              filter={(name, typed, words) => matchScore([name, ...(words ?? [])].join(" "), typed)}
            >
              <Command.Input
                value={query}
                onValueChange={setQuery}
                placeholder={panel === "admin" || isPhone ? `${LABEL}…` : "Zoek een scherm, actie, lead of bedrijf…"}
                className="h-12 w-full border-b bg-transparent px-4 text-base outline-hidden placeholder:text-muted-foreground max-sm:pr-28 sm:text-sm"
              />
              <Command.List
                label="Schermen, acties en leads"
                className="max-h-[50dvh] overflow-y-auto overscroll-contain p-1.5"
              >
                <Choices
                  panel={panel}
                  query={query}
                  onChosen={(run) => {
                    chosen.current = run;
                    onClose();
                  }}
                />
              </Command.List>
            </Command>
            {/* Not within the list, which takes the Enter key. A phone has no Escape key. */}
            <Dialog.Close asChild>
              <Button variant="ghost" className="absolute top-1 right-1 text-muted-foreground sm:hidden">
                Annuleren
              </Button>
            </Dialog.Close>
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const EMPTY_TEXTS = {
  searching: "Zoeken...",
  failed: "Geen scherm of actie gevonden. De leads konden niet worden doorzocht.",
  done: "Niets gevonden.",
} as const;

type ChoicesProps = Pick<CommandPaletteProps, "panel"> & {
  query: string;
  /** Closes the palette, and then does what was chosen. */
  onChosen: (run: () => void) => void;
};

function Choices({ panel, query, onChosen }: ChoicesProps) {
  const navigate = useNavigate();
  const { role } = useCurrentUser();
  const shortcuts = useShortcutList();
  const recentChoices = useRecentChoices(panel);
  const isPhone = useIsPhone();
  const actions = shortcuts.filter(
    ({ keys, group }) => keys !== PALETTE_KEYS && group !== NAVIGATION_GROUP && !(isPhone && keys === HELP_KEYS),
  );
  const { leads, companies, state } = useFoundLeads(panel === "admin" ? "" : query);
  const screens = panel === "admin" ? ADMIN_MENU : screensFor(role);
  const [buttons] = useState(screenButtons);
  const choose = (run: () => void) => () => onChosen(run);
  const open = (choice: RecentChoice) => () => {
    recentChoices.remember(choice);
    onChosen(() => void navigate({ to: choice.path, search: choice.search ?? {} }));
  };
  return (
    <>
      <Command.Empty className="px-3 py-8 text-center text-muted-foreground">{EMPTY_TEXTS[state]}</Command.Empty>
      {query.trim() === "" && recentChoices.choices.length > 0 && (
        <ChoiceGroup heading="Recent">
          {recentChoices.choices.map((choice) => (
            <Choice key={choice.label} name={`recent ${choice.label}`} onSelect={open(choice)}>
              {choice.label}
            </Choice>
          ))}
        </ChoiceGroup>
      )}
      <ScreenChoices screens={screens} open={open} />
      <ChoiceGroup heading="Acties">
        {actions.map(({ label, group, keys, keywords, run }) => (
          <Choice key={`${group} ${label}`} name={`${group} ${label}`} keywords={keywords} onSelect={choose(run)}>
            <span className="flex-1">{label}</span>
            <Keys keys={keys} />
          </Choice>
        ))}
      </ChoiceGroup>
      <ChoiceGroup heading="Op dit scherm">
        {buttons
          .filter(({ name }) => !actions.some(({ label }) => label === name))
          .map(({ name, press }) => (
            <Choice key={name} name={`scherm ${name}`} onSelect={choose(press)}>
              {name}
            </Choice>
          ))}
      </ChoiceGroup>
      <FoundChoices query={query} leads={leads} companies={companies} open={open} />
    </>
  );
}

/** Opens a screen, and remembers it as a recent choice. */
type OpenChoice = (choice: RecentChoice) => () => void;

const ScreenChoices = ({ screens, open }: { screens: readonly MenuItem[]; open: OpenChoice }) =>
  groupMenu<MenuItem>(screens).map(({ group, items }) => (
    <ChoiceGroup key={group} heading={group}>
      {items.map(({ label, path, icon: Icon }) => (
        <Choice key={path} name={`${group} ${label}`} keywords={SCREEN_KEYWORDS[path]} onSelect={open({ label, path })}>
          <Icon aria-hidden className="text-muted-foreground" />
          <span className="flex-1">{label}</span>
          <Keys keys={screenKeys(path)} />
        </Choice>
      ))}
    </ChoiceGroup>
  ));

const leadChoice = (id: string, label: string): RecentChoice => ({ label, path: `/leads/${id}` });
const companyChoice = (name: string): RecentChoice => ({ label: name, path: "/search-leads", search: { q: name } });

type FoundChoicesProps = Pick<ReturnType<typeof useFoundLeads>, "leads" | "companies"> & {
  query: string;
  open: OpenChoice;
};

/** Their names contain the query, which the server has matched. The list notices a new name, but not new keywords. */
const FoundChoices = ({ query, leads, companies, open }: FoundChoicesProps) => (
  <>
    {leads.length > 0 && (
      <ChoiceGroup heading="Leads gevonden">
        {leads.map(({ id, fullName, company, title }) => (
          <Choice key={id} name={`${id} ${query}`} onSelect={open(leadChoice(id, fullName))}>
            <UserRound aria-hidden className="text-muted-foreground" />
            <span className="min-w-0 flex-1 truncate">
              {fullName}
              <span className="ml-2 text-muted-foreground text-xs">{[title, company].filter(Boolean).join(" · ")}</span>
            </span>
          </Choice>
        ))}
      </ChoiceGroup>
    )}
    {companies.length > 0 && (
      <ChoiceGroup heading="Bedrijven">
        {companies.map((company) => (
          <Choice key={company} name={`${company} ${query}`} onSelect={open(companyChoice(company))}>
            <Building2 aria-hidden className="text-muted-foreground" />
            {company}
          </Choice>
        ))}
      </ChoiceGroup>
    )}
  </>
);

const ROW = "[data-list-item]";
const LONG_LIST_ROW = `${ROW}:not([data-list-item=short])`;
// A row that is itself a button has its whole text as its name.
const BUTTON = `:is(button:not([role], [aria-haspopup=listbox], ${ROW}), [role=tab]):not(:disabled, [aria-disabled=true])`;

/** Menus and tabs do not react to `click()`. */
const press = (button: HTMLElement): void => {
  const isMenu = button.ariaHasPopup === "menu";
  if (isMenu || button.role === "tab") button.focus();
  else button.click();
  if (isMenu) button.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
};

/** The heading of the part of the screen that the button is in. */
const findHeading = (button: HTMLElement): string | undefined => {
  for (let part = button.parentElement; part && part.localName !== "main"; part = part.parentElement) {
    const heading = part.querySelector("h2, h3")?.textContent.trim();
    if (heading) return heading;
  }
  return undefined;
};

const nameButton = (button: HTMLElement): string => {
  const name = (button.ariaLabel ?? button.textContent).trim();
  const heading = findHeading(button);
  return !name || !heading || name.includes(heading) ? name : `${heading}: ${name}`;
};

/**
 * The buttons of the screen by their names, so that no action of a screen can lack in the palette: those of the page header,
 * of the sections and short lists, and of the row or card with the focus. The other rows are too many.
 */
const screenButtons = () => {
  const focusedRow = document.activeElement?.closest(LONG_LIST_ROW) ?? null;
  const all = document.querySelectorAll<HTMLElement>(`main > header a[href], main ${BUTTON}`);
  const named = [...all]
    .filter((button) => button.checkVisibility() && (button.closest(LONG_LIST_ROW) ?? focusedRow) === focusedRow)
    .map((button) => ({ name: nameButton(button), press: () => press(button) }));
  return named.filter(({ name }, index) => name !== "" && named.findIndex((other) => other.name === name) === index);
};

const Keys = ({ keys }: { keys: string | undefined }) =>
  keys && <Kbd className="max-sm:hidden">{keyCaps(keys).join(" ")}</Kbd>;

const ChoiceGroup = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <Command.Group
    heading={heading}
    className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-muted-foreground [&_[cmdk-group-heading]]:text-xs"
  >
    {children}
  </Command.Group>
);

type ChoiceProps = {
  name: string;
  /** Other words by which it is found. */
  keywords?: string | undefined;
  onSelect: () => void;
  children: ReactNode;
};

const Choice = ({ name, keywords, onSelect, children }: ChoiceProps) => (
  <Command.Item
    value={name}
    keywords={keywords ? [keywords] : []}
    onSelect={onSelect}
    className="flex min-h-9 cursor-pointer select-none items-center gap-2.5 rounded-sm px-2 py-1 data-[selected=true]:bg-accent max-sm:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0"
  >
    {children}
  </Command.Item>
);
