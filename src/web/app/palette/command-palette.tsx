import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import { Dialog } from "radix-ui";
import type { ReactNode } from "react";
import { keyCaps, useShortcutList } from "#lib/browser/shortcuts.ts";
import { useCurrentUser } from "#lib/session/session.ts";
import { cn } from "#ui/cn.ts";
import { Kbd } from "#ui/content/badge.tsx";
import { overlayStyle, panelStyle, useFocusReturn } from "#ui/dialog/dialog-panel.ts";
import { findMatches, indexTexts } from "#ui/select/text-match.ts";
import { groupMenu, menuFor } from "../navigation.ts";
import { PALETTE_KEYS } from "./palette-state.ts";

export const nameMatches = (name: string, query: string): boolean =>
  findMatches(indexTexts([name], String), query).length > 0;

const LABEL = "Zoek een scherm of actie";

/** Search over all screens and the actions of the current one. */
export const CommandPalette = ({ onClose }: { onClose: () => void }) => (
  <Dialog.Root open onOpenChange={onClose}>
    <Dialog.Portal>
      <Dialog.Overlay className={cn(overlayStyle, "items-start px-3 pt-[12dvh] sm:items-start sm:pt-[12dvh]")}>
        <Dialog.Content
          aria-describedby={undefined}
          {...useFocusReturn()}
          className={cn(panelStyle, "max-w-lg rounded-lg")}
        >
          <Dialog.Title className="sr-only">Ga naar</Dialog.Title>
          <Command label={LABEL} loop filter={(name, query) => Number(nameMatches(name, query))}>
            <Command.Input
              placeholder={`${LABEL}…`}
              className="h-12 w-full border-b bg-transparent px-4 text-base outline-hidden placeholder:text-muted-foreground sm:text-sm"
            />
            <Command.List label="Schermen en acties" className="max-h-[50dvh] overflow-y-auto overscroll-contain p-1.5">
              <Command.Empty className="px-3 py-8 text-center text-muted-foreground">Niets gevonden.</Command.Empty>
              <Choices onChosen={onClose} />
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Overlay>
    </Dialog.Portal>
  </Dialog.Root>
);

function Choices({ onChosen }: { onChosen: () => void }) {
  const navigate = useNavigate();
  const { role } = useCurrentUser();
  const actions = useShortcutList().filter(({ keys }) => keys !== PALETTE_KEYS);
  const choose = (run: () => void) => () => {
    onChosen();
    run();
  };
  return (
    <>
      {groupMenu(menuFor(role)).map(({ group, items }) => (
        <ChoiceGroup key={group} heading={group}>
          {items.map(({ label, path, icon: Icon }) => (
            <Choice key={path} name={`${group} ${label}`} onSelect={choose(() => void navigate({ to: path }))}>
              <Icon aria-hidden className="text-muted-foreground" />
              {label}
            </Choice>
          ))}
        </ChoiceGroup>
      ))}
      <ChoiceGroup heading="Acties">
        {actions.map(({ label, group, keys, run }) => (
          <Choice key={`${group} ${label}`} name={`${group} ${label}`} onSelect={choose(run)}>
            <span className="flex-1">{label}</span>
            {keys && <Kbd>{keyCaps(keys).join(" ")}</Kbd>}
          </Choice>
        ))}
      </ChoiceGroup>
    </>
  );
}

const ChoiceGroup = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <Command.Group
    heading={heading}
    className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-muted-foreground [&_[cmdk-group-heading]]:text-xs"
  >
    {children}
  </Command.Group>
);

const Choice = ({ name, onSelect, children }: { name: string; onSelect: () => void; children: ReactNode }) => (
  <Command.Item
    value={name}
    onSelect={onSelect}
    className="flex min-h-9 cursor-pointer select-none items-center gap-2.5 rounded-sm px-2 py-1 data-[selected=true]:bg-accent [&_svg]:size-4 [&_svg]:shrink-0"
  >
    {children}
  </Command.Item>
);
