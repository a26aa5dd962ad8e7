import { Archive, Inbox, MoreHorizontal, Trash2, UserRound } from "lucide-react";
import { Button } from "#ui/button/button.tsx";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import { DialogContent, DialogFooter, SheetContent } from "#ui/dialog/dialog.tsx";
import { Dialog, DialogClose, DialogTrigger } from "#ui/dialog/dialog-state.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { Field } from "#ui/field/field.tsx";
import { Textarea } from "#ui/field/input.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#ui/overlay/dropdown-menu.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "#ui/overlay/popover.tsx";
import { Tooltip } from "#ui/overlay/tooltip.tsx";
import { Row, Section } from "./section.tsx";

const LONG_TEXT = Array.from(
  { length: 24 },
  (_, index) => `Alinea ${index + 1}: een lange tekst schuift binnen het venster.`,
);

export function Overlays() {
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
          <DialogTrigger>
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
                <DialogClose>
                  <Button variant="outline">Annuleren</Button>
                </DialogClose>
                <Button type="submit">Verstuur voor Herschrijven</Button>
              </DialogFooter>
            </form>
          </DialogContent>
        </Dialog>
        <Dialog>
          <DialogTrigger>
            <Button variant="outline">Lang venster</Button>
          </DialogTrigger>
          <DialogContent title="Prompt Bewerken" size="lg">
            <div className="flex flex-col gap-3">
              {LONG_TEXT.map((line) => (
                <p key={line}>{line}</p>
              ))}
            </div>
            <DialogFooter>
              <DialogClose>
                <Button>Save</Button>
              </DialogClose>
            </DialogFooter>
          </DialogContent>
        </Dialog>
        <Button variant="outline" onClick={remove}>
          Bevestiging
        </Button>
        <Dialog>
          <DialogTrigger>
            <Button variant="outline">Zijpaneel</Button>
          </DialogTrigger>
          <SheetContent title="Navigatie">
            <p className="p-5 text-muted-foreground">Hier staat op een telefoon het menu.</p>
          </SheetContent>
        </Dialog>
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
