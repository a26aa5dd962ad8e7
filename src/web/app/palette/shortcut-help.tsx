import { keyCaps, type Shortcut, useShortcutList } from "#lib/browser/shortcuts.ts";
import { Button } from "#ui/button/button.tsx";
import { Kbd } from "#ui/content/badge.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter } from "#ui/dialog/dialog.tsx";
import { NAVIGATION_GROUP } from "./palette-state.ts";

type BoundShortcut = Pick<Shortcut, "label" | "group"> & { keys: string };

const ALWAYS = "Algemeen";

/** Keys of dialogs and toasts. */
const OTHER_KEYS: readonly BoundShortcut[] = [
  { label: "Dialoog bevestigen", group: "In een dialoog of menu", keys: "mod+↵" },
  {
    label: "De nde keuze, zoals een classificatie",
    group: "In een dialoog of menu",
    keys: "1 … 9",
  },
  { label: "Volgende of vorige keuze", group: "In een dialoog of menu", keys: "↓ ↑" },
  { label: "Naar de melding en terug", group: "Overal", keys: "F8" },
];

export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const registered = useShortcutList().flatMap(({ label, group, keys }) => (keys ? [{ label, group, keys }] : []));
  // The screen first: its keys are what the user came for.
  const isGeneral = ({ group }: BoundShortcut) => group === ALWAYS || group === NAVIGATION_GROUP;
  const bound = [...registered.filter((shortcut) => !isGeneral(shortcut)), ...registered.filter(isGeneral)];
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title="Sneltoetsen" description="Wat je op dit scherm met het toetsenbord kunt doen." size="lg">
        <div className="gap-x-10 sm:columns-2">
          {[...Map.groupBy([...bound, ...OTHER_KEYS], ({ group }) => group)].map(([group, shortcuts]) => (
            <section key={group} className="mb-4 break-inside-avoid">
              <h3 className="pb-1 text-muted-foreground text-xs">{group}</h3>
              <dl>
                {shortcuts.map((shortcut) => (
                  <ShortcutLine key={shortcut.keys} {...shortcut} />
                ))}
              </dl>
            </section>
          ))}
        </div>
        {/* In a low window the list scrolls, and only something focusable in it lets the keys scroll it. */}
        <DialogFooter>
          <DialogClose>
            <Button variant="outline">Sluiten</Button>
          </DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

const ShortcutLine = ({ label, keys }: BoundShortcut) => (
  <div className="flex min-h-8 items-center justify-between gap-4">
    <dt>{label}</dt>
    <dd className="flex gap-1">
      {keyCaps(keys).map((cap) => (
        <Kbd key={cap}>{cap}</Kbd>
      ))}
    </dd>
  </div>
);
