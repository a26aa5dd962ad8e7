import { keyCaps, type Shortcut, useShortcutList } from "#lib/browser/shortcuts.ts";
import { Kbd } from "#ui/content/badge.tsx";
import { Dialog, DialogContent } from "#ui/dialog/dialog.tsx";

type BoundShortcut = Shortcut & { keys: string };

export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const bound = useShortcutList().filter((shortcut): shortcut is BoundShortcut => shortcut.keys !== undefined);
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title="Sneltoetsen" description="Wat je op dit scherm met het toetsenbord kunt doen." size="sm">
        {[...Map.groupBy(bound, ({ group }) => group)].map(([group, shortcuts]) => (
          <section key={group} className="not-first:mt-4">
            <h3 className="pb-1 text-muted-foreground text-xs">{group}</h3>
            <dl>
              {shortcuts.map((shortcut) => (
                <ShortcutLine key={shortcut.keys} {...shortcut} />
              ))}
            </dl>
          </section>
        ))}
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
