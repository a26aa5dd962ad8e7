import { Check } from "lucide-react";
import { isOpen } from "#contract/message-status.ts";
import type { Message } from "#contract/messages.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { ExternalLink } from "#ui/external-link.tsx";
import { showToast } from "#ui/toast.tsx";
import { companyOf, profileLink } from "../person-links.ts";
import { cardId } from "./card-id.ts";
import type { OnIntent } from "./card-intent.ts";
import { CardMenu } from "./card-menu.tsx";

type CardHeaderProps = { message: Message; selected: boolean; onIntent: OnIntent };

export function CardHeader({ message, selected, onIntent }: CardHeaderProps) {
  const open = isOpen(message.status);
  return (
    <header className="flex items-start gap-3 px-4 pt-4 sm:px-5">
      <Avatar
        name={message.contactName}
        src={message.profilePictureUrl}
        initials={message.contactInitials}
        size="lg"
        className="max-sm:size-10"
      />
      <Person message={message} />
      <div className="flex shrink-0 items-center gap-1.5">
        {open && (
          <Button
            variant="outline"
            size="sm"
            className="max-sm:hidden"
            onClick={() => onIntent({ want: "approve", message })}
          >
            <Check className="text-success" />
            Goedkeuren
          </Button>
        )}
        <CardMenu message={message} onIntent={onIntent} />
        {open && (
          <Checkbox
            checked={selected}
            onCheckedChange={() => onIntent({ want: "select", message })}
            aria-label={`Selecteer het bericht aan ${message.contactName}`}
            className="mx-1"
          />
        )}
      </div>
    </header>
  );
}

function Person({ message }: { message: Message }) {
  const profile = profileLink(message);
  const company = companyOf(message);
  return (
    <div className="min-w-0 flex-1">
      <h2 id={`${cardId(message.id)}-naam`} className="font-semibold text-base leading-6">
        {profile ? <ExternalLink href={profile}>{message.contactName}</ExternalLink> : message.contactName}
      </h2>
      <p className="text-muted-foreground">
        {message.contactTitle}
        {message.contactTitle && company && " · "}
        {company &&
          (company.website ? (
            // Between other words a colour alone does not make a link.
            <ExternalLink href={company.website} className="underline decoration-current/40">
              {company.name}
            </ExternalLink>
          ) : (
            company.name
          ))}
      </p>
      {message.providerId && <ProviderId text={message.providerId} />}
    </div>
  );
}

const ProviderId = ({ text }: { text: string }) => (
  <p className="flex items-center gap-0.5 text-muted-foreground text-xs">
    <span className="min-w-0 truncate">
      Provider ID: <span className="font-mono text-[0.6875rem]">{text}</span>
    </span>
    <CopyButton
      text={text}
      label="Kopieer Provider ID"
      onCopied={() => showToast({ title: "Gekopieerd!", description: "Provider ID is gekopieerd naar klembord" })}
      onFailed={() => showToast({ title: "Fout", description: "Kon Provider ID niet kopiëren", tone: "destructive" })}
      className="size-6"
    />
  </p>
);
