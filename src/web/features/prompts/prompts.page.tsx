import { FileText, Plus } from "lucide-react";
import { type ReactNode, Suspense, useCallback, useState } from "react";
import type { Prompt } from "#contract/prompts.ts";
import { useDocumentTitle } from "#lib/browser/document-title.ts";
import { ListContent } from "#lib/lists/list-page.tsx";
import { AccountManagerSelect, useManagerFilters } from "#lib/lists/manager-filter.tsx";
import type { PagedList } from "#lib/lists/paged-list.ts";
import { textFilter } from "#lib/lists/url-filters.ts";
import type { SyncOptions } from "#lib/sync/airtable-sync.ts";
import { SyncButton } from "#lib/sync/sync-button.tsx";
import { Button } from "#ui/button/button.tsx";
import { useDialogSubject } from "#ui/dialog/dialog.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { Skeleton, SkeletonGroup } from "#ui/feedback/loading.tsx";
import { Field } from "#ui/field/field.tsx";
import { lazyComponent, ShortcutBlocker } from "#ui/lazy-component.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { FilterBar } from "#ui/table/filter-bar.tsx";
import { PromptCard } from "./prompt-card.tsx";
import { PromptDialog } from "./prompt-dialog.tsx";
import { useAccountManagers, usePrompts } from "./prompts.api.ts";
import { isUnusablyLong, useHasWriter, useTestResults } from "./workbench/workbench.api.ts";

const NewPromptDialog = lazyComponent(() => import("./new-prompt-dialog.tsx"), "NewPromptDialog");

const SYNC_FAILED = { title: "Fout", description: "Kon prompts niet vernieuwen" };

const SYNC_OPTIONS: SyncOptions = {
  tables: ["prompts"],
  done: { title: "Gelukt", description: "Prompts zijn vernieuwd" },
  unreachable: SYNC_FAILED,
  failed: SYNC_FAILED,
  busyAfterEndMs: 500,
};

const promptFilters = { accountmanager: textFilter(200) };

export function PromptsPage() {
  useDocumentTitle("Prompts");
  const [{ accountmanager }, setFilters] = useManagerFilters(promptFilters, "accountmanager");
  const clear = accountmanager ? () => setFilters({ accountmanager: undefined }) : undefined;
  const list = usePrompts(accountmanager);
  const accountManagers = useAccountManagers();
  const { open, subject, show, close } = useDialogSubject<Prompt>();
  const newPromptDialog = useDialogSubject<null>();
  const add = () => newPromptDialog.show(null);
  // The current version of the open prompt: the dialog shows changes by a colleague or from Airtable.
  const current = list.items.find(({ id }) => id === subject?.id) ?? subject;
  return (
    <>
      <PageHeader
        actionsBelow
        title="Prompts Beheer"
        count={list.query.data && list.total}
        actions={
          <>
            <Button variant="outline" onClick={add}>
              <Plus />
              Nieuwe prompt
            </Button>
            <SyncButton label="Vernieuwen" sync={SYNC_OPTIONS} />
          </>
        }
        filters={
          <FilterBar activeCount={accountmanager ? 1 : 0} onClear={clear} clearInSheetOnly>
            <Field label="Accountmanager" className="sm:w-56!">
              <AccountManagerSelect
                names={accountManagers.data ?? []}
                value={accountmanager}
                onValueChange={(next) => setFilters({ accountmanager: next })}
              />
            </Field>
          </FilterBar>
        }
      />
      <div className="mx-auto w-full max-w-4xl px-4 py-4 sm:px-6">
        <PromptList list={list} empty={<NoPrompts onAdd={add} onClearFilters={clear} />} onEdit={show} />
      </div>
      {current && <PromptDialog open={open} prompt={current} onClose={close} />}
      <Suspense fallback={<ShortcutBlocker />}>
        {newPromptDialog.hasOpened && (
          <NewPromptDialog
            open={newPromptDialog.open}
            accountManagers={accountManagers.data ?? []}
            onClose={newPromptDialog.close}
          />
        )}
      </Suspense>
    </>
  );
}

/** Estimated height of a collapsed card; cards are measured once rendered. */
const CARD_HEIGHT = 66;

type PromptListProps = { list: PagedList<Prompt>; empty: ReactNode; onEdit: (prompt: Prompt) => void };

function PromptList({ list, empty, onEdit }: PromptListProps) {
  const results = useTestResults();
  const hasWriter = useHasWriter();
  // State of the list, because a virtualised card unmounts when it is scrolled out of view.
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  const onOpenChange = useCallback((id: string, open: boolean) => {
    setOpenIds((ids) => new Set(open ? [...ids, id] : [...ids].filter((openId) => openId !== id)));
  }, []);
  const card = (prompt: Prompt) => (
    <PromptCard
      prompt={prompt}
      testStatus={results.data?.find(({ promptId }) => promptId === prompt.id)?.status}
      isTooLong={hasWriter && isUnusablyLong(prompt)}
      open={openIds.has(prompt.id)}
      onOpenChange={onOpenChange}
      onEdit={onEdit}
    />
  );
  return (
    <ListContent
      label="Prompts"
      list={list}
      rows={{ card, cardHeight: CARD_HEIGHT, gap: 8 }}
      total={list.total}
      skeleton={<PromptSkeletons />}
      empty={empty}
      errorTitle="De prompts konden niet worden geladen"
      nextPageError="De volgende prompts konden niet worden geladen."
    />
  );
}

type NoPromptsProps = { onAdd: () => void; onClearFilters: (() => void) | undefined };

const NoPrompts = ({ onAdd, onClearFilters }: NoPromptsProps) => (
  <Empty
    icon={FileText}
    title="Geen prompts gevonden"
    text={
      onClearFilters
        ? "Van deze accountmanager zijn er geen prompts."
        : "Zodra Airtable is gekoppeld, verschijnen de prompts van elke accountmanager hier. Je kunt er ook zelf een maken."
    }
    action={
      onClearFilters ? (
        <Button variant="outline" size="sm" onClick={onClearFilters}>
          Wis Filters
        </Button>
      ) : (
        <Button size="sm" onClick={onAdd}>
          <Plus />
          Eerste prompt maken
        </Button>
      )
    }
  />
);

const PromptSkeletons = () => (
  <SkeletonGroup label="Prompts laden..." className="flex flex-col gap-2">
    {[1, 2, 3, 4, 5, 6].map((card) => (
      <div
        key={card}
        className="flex items-center justify-between gap-4 rounded-md border bg-card px-4 py-3 shadow-xs max-sm:h-24.5"
      >
        <div className="flex flex-1 flex-col gap-2">
          <Skeleton className="w-56 max-w-full" />
          <Skeleton className="h-3 w-32" />
        </div>
        <Skeleton className="h-8 w-20" />
      </div>
    ))}
  </SkeletonGroup>
);
