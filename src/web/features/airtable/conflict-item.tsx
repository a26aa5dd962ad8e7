import { type ReactNode, useId, useState } from "react";
import type { SyncConflict } from "#contract/sync-questions.ts";
import { readStored } from "#lib/browser/browser-storage.ts";
import { useStoredText } from "#lib/forms/stored-text.ts";
import { RecordLinks } from "#lib/sync/record-history.tsx";
import { valueText } from "#lib/sync/sync-values.ts";
import { Button } from "#ui/button/button.tsx";
import { ClampedText } from "#ui/content/clamped-text.tsx";
import { TextDiffTable } from "#ui/content/text-diff.tsx";
import { Checkbox } from "#ui/field/checkbox.tsx";
import { Field } from "#ui/field/field.tsx";
import { Textarea } from "#ui/field/input.tsx";
import { mergedTextKey, useResolveConflict } from "./airtable.api.ts";
import {
  APPROVED_TEXT,
  authorText,
  choiceLabel,
  conflictFieldName,
  conflictText,
  mayChooseTheirs,
} from "./conflict-texts.ts";
import { RecordHeading } from "./record-heading.tsx";

type ConflictItemProps = {
  conflict: SyncConflict;
  /** Null when it cannot be chosen together with others. */
  selection: { isSelected: boolean; onChange: (isSelected: boolean) => void } | null;
};

/** A conflict with both values, who made them, and the choice between them. */
export function ConflictItem({ conflict, selection }: ConflictItemProps) {
  const headingId = useId();
  const choose = useResolveConflict();
  const [isMerging, setIsMerging] = useState(() => readStored(mergedTextKey(conflict.id)) !== null);
  const button = (choice: "ours" | "theirs") => (
    <Button
      variant="outline"
      size="sm"
      aria-describedby={headingId}
      busy={choose.isPending && choose.variables.choice === choice}
      disabled={choose.isPending && choose.variables.choice !== choice}
      onClick={() => choose.mutate({ conflict, choice })}
    >
      {choiceLabel(conflict, choice)}
    </Button>
  );
  return (
    <li aria-labelledby={headingId} className="rounded-md border bg-card p-4">
      <div className="flex items-start gap-3">
        {selection && (
          <Checkbox
            className="mt-1"
            aria-label={`${conflict.recordName} selecteren`}
            checked={selection.isSelected}
            onCheckedChange={(checked) => selection.onChange(checked === true)}
          />
        )}
        <div className="min-w-0 flex-1">
          <RecordHeading
            id={headingId}
            name={conflict.recordName}
            table={conflict.table}
            detail={conflictFieldName(conflict)}
            since={conflict.foundAt}
          />
          <p className="mt-1 text-muted-foreground text-sm">{conflictText(conflict)}</p>
          {conflict.isApproved && <p className="mt-1 text-sm text-warning">{APPROVED_TEXT}</p>}
        </div>
      </div>
      <ConflictValues
        conflict={conflict}
        ours={button("ours")}
        theirs={mayChooseTheirs(conflict) && button("theirs")}
      />
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        {conflict.isText && !isMerging && (
          <Button variant="outline" size="sm" aria-describedby={headingId} onClick={() => setIsMerging(true)}>
            Zelf samenvoegen
          </Button>
        )}
        <RecordLinks table={conflict.table} recordId={conflict.recordId} airtableUrl={conflict.airtableUrl} />
      </div>
      {isMerging && (
        <MergeForm
          conflict={conflict}
          isBusy={choose.isPending}
          onCancel={() => setIsMerging(false)}
          onSave={(value) => choose.mutate({ conflict, choice: "merged", value })}
        />
      )}
    </li>
  );
}

type MergeFormProps = {
  conflict: SyncConflict;
  isBusy: boolean;
  onCancel: () => void;
  onSave: (value: string) => void;
};

function MergeForm({ conflict, isBusy, onCancel, onSave }: MergeFormProps) {
  // Kept until the conflict is resolved: the dialog, its tab or the page of the list may be left meanwhile.
  const [value, setValue, clear] = useStoredText(mergedTextKey(conflict.id), String(conflict.ours ?? ""));
  return (
    <div className="mt-3 flex flex-col gap-3">
      <Field label="Samengevoegde tekst" hint="Deze tekst komt hier en in Airtable te staan.">
        <Textarea rows={10} value={value} onChange={(event) => setValue(event.target.value)} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" busy={isBusy} onClick={() => onSave(value)}>
          Opslaan
        </Button>
        <Button
          variant="outline"
          size="sm"
          onClick={() => {
            clear();
            onCancel();
          }}
        >
          Annuleren
        </Button>
      </div>
    </div>
  );
}

type ConflictValuesProps = { conflict: SyncConflict; ours: ReactNode; theirs: ReactNode };

const LONG_TEXT = 60;
const isLongText = (value: SyncConflict["ours"]): value is string =>
  typeof value === "string" && (value.length > LONG_TEXT || value.includes("\n"));

/** The values with the buttons to choose. Long texts are compared word by word. */
const ConflictValues = ({ conflict, ours, theirs }: ConflictValuesProps) => {
  if (conflict.kind === "deleted")
    return (
      <>
        <p className="mt-2 rounded-sm bg-muted px-3 py-2 text-sm">
          Hier gewijzigd: {valueText(conflict.ours) ?? "–"}
          <SideAuthor by={conflict.oursBy} at={conflict.oursAt} />
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          {ours}
          {theirs}
        </div>
      </>
    );
  if (isLongText(conflict.ours) || isLongText(conflict.theirs)) return <TextValues {...{ conflict, ours, theirs }} />;
  return (
    <div className="mt-3 grid gap-2 md:grid-cols-3">
      <Value label="Was" value={conflict.base} />
      <Value label="Hier" value={conflict.ours} author={<SideAuthor by={conflict.oursBy} at={conflict.oursAt} />}>
        {ours}
      </Value>
      <Value
        label="In Airtable"
        value={conflict.theirs}
        author={<SideAuthor by={conflict.theirsBy} at={conflict.theirsAt} />}
      >
        {theirs}
      </Value>
    </div>
  );
};

const TextValues = ({ conflict, ours, theirs }: ConflictValuesProps) => (
  <div className="mt-3 flex flex-col gap-3">
    {conflict.base !== null && <Value label="Was" value={conflict.base} />}
    <div className="max-h-96 overflow-auto rounded-sm border">
      <TextDiffTable
        label="Verschillen"
        before={{ title: `Hier · ${authorText(conflict.oursBy, conflict.oursAt)}`, text: String(conflict.ours ?? "") }}
        after={{
          title: `In Airtable · ${authorText(conflict.theirsBy, conflict.theirsAt)}`,
          text: String(conflict.theirs ?? ""),
        }}
      />
    </div>
    <div className="flex flex-wrap gap-2">
      {ours}
      {theirs}
    </div>
  </div>
);

const SideAuthor = ({ by, at }: { by: string | null; at: string | null }) => (
  <span className="mt-1 block text-muted-foreground text-xs">{authorText(by, at)}</span>
);

type ValueProps = { label: string; value: SyncConflict["ours"]; author?: ReactNode; children?: ReactNode };

const Value = ({ label, value, author, children }: ValueProps) => {
  const text = valueText(value);
  return (
    <div className="flex min-w-0 flex-col rounded-sm border bg-muted/50 px-3 py-2">
      <h4 className="font-normal text-muted-foreground text-xs">{label}</h4>
      <div className="mt-1 flex-1 text-sm">
        {text === null ? (
          <em className="text-muted-foreground">leeg</em>
        ) : (
          <ClampedText lines={isLongText(value) ? 3 : 12}>{text}</ClampedText>
        )}
        {author}
      </div>
      {children && <div className="mt-3 mb-1">{children}</div>}
    </div>
  );
};
