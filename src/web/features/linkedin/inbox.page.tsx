import { useRouter } from "@tanstack/react-router";
import { ArrowLeft, Inbox } from "lucide-react";
import { Suspense, useRef } from "react";
import type { Conversation } from "#contract/linkedin.ts";
import { useDocumentTitle } from "#lib/browser/document-title.ts";
import { useShortcuts } from "#lib/browser/shortcuts.ts";
import { formatRecent, useToday } from "#lib/dates/dates.ts";
import { useInbox } from "#lib/leads/conversation.api.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { textFilter, useUrlFilters } from "#lib/lists/url-filters.ts";
import { Button } from "#ui/button/button.tsx";
import { cn } from "#ui/cn.ts";
import { Badge } from "#ui/content/badge.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { Skeleton, SkeletonGroup } from "#ui/feedback/loading.tsx";
import { lazyComponent, usePreload } from "#ui/lazy-component.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useMediaQuery } from "#ui/use-media-query.ts";

import { ConversationSkeleton } from "./conversation-skeleton.tsx";

const inboxFilters = { lead: textFilter(100) };

const ConversationPanel = lazyComponent(() => import("./conversation-panel.tsx"), "ConversationPanel");

/** The replies of leads, unanswered first. */
export function InboxPage() {
  useDocumentTitle("Inbox");
  const inbox = useInbox();
  usePreload(ConversationPanel.preload);
  const unanswered = inbox.data?.filter(({ isAnswered }) => !isAnswered).length ?? 0;
  return (
    <>
      <PageHeader title="Inbox" description={describe(unanswered)} />
      <div className="p-4 sm:p-6">
        <QueryStates query={inbox} errorTitle="De inbox kon niet worden geladen" skeleton={<InboxSkeleton />}>
          {(conversations) =>
            conversations.length === 0 ? <NoReplies /> : <Conversations conversations={conversations} />
          }
        </QueryStates>
      </div>
    </>
  );
}

const ROW_KEYS = ["een", "twee", "drie", "vier"];

const InboxSkeleton = () => (
  <div className="grid items-start gap-4 lg:grid-cols-[minmax(16rem,22rem)_1fr]">
    <SkeletonGroup className="flex min-w-0 flex-col divide-y rounded-md border">
      {ROW_KEYS.map((key) => (
        <div key={key} className="flex flex-col gap-2 px-3.5 py-3">
          <Skeleton className="w-32" />
          <Skeleton className="h-3 w-48 max-w-full" />
          <Skeleton className="h-3" />
          <Skeleton className="h-3 w-40" />
        </div>
      ))}
    </SkeletonGroup>
    <div className="min-w-0 max-lg:hidden">
      <ConversationSkeleton />
    </div>
  </div>
);

const describe = (unanswered: number): string => {
  if (unanswered === 0) return "Alle reacties zijn beantwoord";
  return unanswered === 1 ? "1 reactie wacht op antwoord" : `${unanswered} reacties wachten op antwoord`;
};

const NoReplies = () => (
  <Empty
    icon={Inbox}
    title="Nog geen reacties"
    text="Zodra een lead via LinkedIn antwoordt, lees en beantwoord je dat hier."
  />
);

function Conversations({ conversations }: { conversations: readonly Conversation[] }) {
  const [{ lead: chosenId }, setFilters] = useUrlFilters(inboxFilters);
  const { history } = useRouter();
  const isOpenedHere = useRef(false);
  // On a phone the conversation takes the place of the list, and the back button returns to it.
  const choose = (lead: string | undefined) => {
    const isFirst = chosenId === undefined;
    if (isFirst) isOpenedHere.current = true;
    setFilters({ lead }, !isFirst);
  };
  const close = () => {
    if (isOpenedHere.current) history.back();
    else setFilters({ lead: undefined }, true);
    isOpenedHere.current = false;
  };
  const found = conversations.findIndex(({ leadId }) => leadId === chosenId);
  const index = Math.max(0, found);
  const selected = conversations[index];
  const move = (step: number) => choose(conversations[index + step]?.leadId ?? selected?.leadId);
  useShortcuts([
    { label: "Volgende reactie", group: "Inbox", keys: "j", run: () => move(1) },
    { label: "Vorige reactie", group: "Inbox", keys: "k", run: () => move(-1) },
  ]);
  const isOpenOnPhone = found !== -1;
  // Without a choice a wide window opens the first conversation; a phone shows the list, in which nothing is open.
  const isOpen = useMediaQuery("(min-width: 64rem)") || isOpenOnPhone;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(16rem,22rem)_1fr]">
      <ul
        aria-label="Reacties"
        className={cn("flex min-w-0 flex-col divide-y rounded-md border", isOpenOnPhone && "max-lg:hidden")}
      >
        {conversations.map((conversation) => (
          <li key={conversation.leadId}>
            <ConversationRow
              conversation={conversation}
              isSelected={isOpen && conversation === selected}
              onSelect={() => choose(conversation.leadId)}
            />
          </li>
        ))}
      </ul>
      {selected && (
        <div
          className={cn(
            "min-w-0 lg:sticky lg:top-[calc(var(--table-top,0px)+1.5rem)]",
            !isOpenOnPhone && "max-lg:hidden",
          )}
        >
          <Button variant="ghost" size="sm" className="mb-2 lg:hidden" onClick={close}>
            <ArrowLeft />
            Alle reacties
          </Button>
          <Suspense fallback={<ConversationSkeleton />}>
            <ConversationPanel key={selected.leadId} leadId={selected.leadId} />
          </Suspense>
        </div>
      )}
    </div>
  );
}

type ConversationRowProps = { conversation: Conversation; isSelected: boolean; onSelect: () => void };

function ConversationRow({ conversation, isSelected, onSelect }: ConversationRowProps) {
  const today = useToday();
  return (
    <button
      type="button"
      data-list-item
      aria-current={isSelected || undefined}
      onClick={onSelect}
      className={cn(
        "flex w-full min-w-0 cursor-pointer flex-col gap-0.5 border-l-2 px-3 py-2.5 text-left",
        isSelected ? "border-primary bg-secondary" : "border-transparent hover:bg-accent/60",
      )}
    >
      <span className="flex min-w-0 items-center gap-2">
        <span className={cn("min-w-0 flex-1 truncate", !conversation.isAnswered && "font-semibold")}>
          {conversation.fullName || "Naam onbekend"}
        </span>
        {!conversation.isAnswered && <Badge tone="warning">Nieuw</Badge>}
      </span>
      <span className="truncate text-muted-foreground text-xs">
        {[conversation.title, conversation.company].filter(Boolean).join(" · ")}
      </span>
      <span className="line-clamp-2 text-[0.8125rem]">{conversation.lastText}</span>
      <span className="text-muted-foreground text-xs">
        {formatRecent(conversation.lastReceivedAt, today)} · aan {conversation.senderName}
      </span>
    </button>
  );
}
