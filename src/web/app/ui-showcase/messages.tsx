import { Button } from "#ui/button/button.tsx";
import { CopyButton } from "#ui/button/copy-button.tsx";
import { Progress } from "#ui/feedback/progress.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { Row, Section } from "./section.tsx";

export const Messages = () => (
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
