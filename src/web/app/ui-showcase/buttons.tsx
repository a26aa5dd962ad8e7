import { Mail, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#ui/button/button.tsx";
import { Row, Section } from "./section.tsx";

export function Buttons() {
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
