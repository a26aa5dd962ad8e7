import { Menu } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Dialog, DialogTrigger } from "#ui/dialog-state.tsx";
import { SheetContent } from "#ui/sheet.tsx";
import { SidebarContext } from "./sidebar-context.ts";

/** The sidebar of a phone. */
export function MenuSheet({ brand, children }: { brand: ReactNode; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger>
        <Button variant="ghost" size="icon" aria-label="Menu openen" className="md:hidden">
          <Menu />
        </Button>
      </DialogTrigger>
      <SheetContent title="Menu" titleHidden className="bg-sidebar">
        <SidebarContext value={{ collapsed: false, onNavigate: () => setOpen(false) }}>
          <div className="flex h-14 shrink-0 items-center pr-14 pl-4">{brand}</div>
          {children}
        </SidebarContext>
      </SheetContent>
    </Dialog>
  );
}
