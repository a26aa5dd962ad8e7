import type { MessageVersion } from "#contract/drafts.ts";
import type { Message } from "#contract/messages.ts";
import { formatDateTime } from "#lib/dates/dates.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { TextDiffTable } from "#ui/content/text-diff.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { useMessageVersions } from "../messages.api.ts";
import { describeProvenance } from "./card-draft.tsx";

const SOURCE_LABELS: Record<MessageVersion["source"], string> = {
  original: "oorspronkelijke tekst",
  edit: "bewerkt",
  approval: "bewerkt bij het goedkeuren",
  rewrite: "herschreven",
  airtable: "gewijzigd in Airtable",
  writer: "geschreven door AI",
};

/** All texts of a message, the latest first, each with what changed and the feedback that caused the change. */
export function CardHistory({ message }: { message: Message }) {
  const versions = useMessageVersions(message.id);
  return (
    <QueryStates query={versions} errorTitle="De geschiedenis kon niet worden geladen" skeleton={<LinesSkeleton />}>
      {(list) => (
        <ol aria-label="Versies" className="mt-2 flex flex-col gap-4">
          {list.map((version, index) => (
            <li key={version.number}>
              <Version version={version} before={list[index + 1]} />
            </li>
          ))}
        </ol>
      )}
    </QueryStates>
  );
}

type VersionProps = { version: MessageVersion; before: MessageVersion | undefined };

function Version({ version, before }: VersionProps) {
  const { number, author, source, madeAt } = version;
  const provenance = version.draft && describeProvenance(version.draft);
  return (
    <article aria-label={`Versie ${number}`}>
      <h4 className="font-medium">
        Versie {number}: {author}, {SOURCE_LABELS[source]}
      </h4>
      <p className="text-muted-foreground text-xs tabular-nums">
        <time dateTime={madeAt}>{formatDateTime(madeAt)}</time>
        {provenance && ` · ${provenance}`}
      </p>
      {before?.feedback && (
        <p className="mt-1 whitespace-pre-line">
          <span className="text-muted-foreground">Na de feedback: </span>
          {before.feedback}
        </p>
      )}
      {before ? (
        <div className="mt-2">
          <TextDiffTable
            label={`Verschillen tussen versie ${before.number} en ${number}`}
            before={{ title: `Versie ${before.number}`, text: before.messageContent }}
            after={{ title: `Versie ${number}`, text: version.messageContent }}
          />
        </div>
      ) : (
        <p className="mt-2 whitespace-pre-line">{version.messageContent}</p>
      )}
    </article>
  );
}
