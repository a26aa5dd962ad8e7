import { Link, useRouter } from "@tanstack/react-router";
import { ArrowLeft, Inbox } from "lucide-react";
import { type ReactNode, Suspense, useRef, useState } from "react";
import type { Conversation } from "#contract/inbox.ts";
import { useDocumentTitle } from "#lib/browser/document-title.ts";
import { useShortcuts } from "#lib/browser/shortcuts.ts";
import { formatRecent, useToday } from "#lib/dates/dates.ts";
import { useInbox, useUnansweredCount } from "#lib/leads/conversation.api.ts";
import { isTyping, useIsShown } from "#lib/lists/list-focus.ts";
import { NextPageStatus, QueryStates } from "#lib/lists/query-states.tsx";
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
  const counted = useUnansweredCount();
  const { data, error } = inbox.query;
  const hasNoList = data ? data.length === 0 : error !== null;
  const isOpen = useUrlFilters(inboxFilters)[0].lead !== undefined && !hasNoList;
  usePreload(ConversationPanel.preload);
  // The list may be longer than what is loaded of it.
  const unanswered = counted ?? data?.filter(({ isAnswered }) => !isAnswered).length ?? 0;
  return (
    <>
      <PageHeader
        title="Inbox"
        description={data?.length ? describe(unanswered) : "Reacties van leads"}
        // On a phone an open conversation needs the room: its answer has to be in sight.
        className={isOpen ? "max-sm:sr-only max-sm:block!" : undefined}
      />
      <div className="p-4 sm:p-6">
        <QueryStates query={inbox.query} errorTitle="De inbox kon niet worden geladen" skeleton={<InboxSkeleton />}>
          {(conversations) =>
            conversations.length === 0 ? (
              <NoReplies />
            ) : (
              <Conversations
                conversations={conversations}
                more={inbox.query.hasNextPage && <MoreConversations inbox={inbox} />}
              />
            )
          }
        </QueryStates>
      </div>
    </>
  );
}

type MoreConversationsProps = { inbox: ReturnType<typeof useInbox> };

/** At the end of the list: a button that loads more, or that tries it again. */
function MoreConversations({ inbox: { query, loadMore } }: MoreConversationsProps) {
  if (query.isFetchNextPageError)
    return <NextPageStatus query={query} errorText="De volgende reacties konden niet worden geladen." />;
  return (
    <Button variant="ghost" className="w-full" busy={query.isFetchingNextPage} onClick={loadMore}>
      Meer reacties tonen
    </Button>
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
  if (unanswered === 0) return "Alle reacties zijn verwerkt";
  // Not "wacht op antwoord": a refusal only waits until somebody has read it.
  return unanswered === 1 ? "1 reactie te verwerken" : `${unanswered} reacties te verwerken`;
};

const NoReplies = () => (
  <Empty
    icon={Inbox}
    title="Nog geen reacties"
    text="Zodra een lead via LinkedIn antwoordt, lees en beantwoord je dat hier."
    action={
      <Button asChild variant="outline" size="sm">
        <Link to="/messages-sent">Verstuurde berichten bekijken</Link>
      </Button>
    }
  />
);

/** The conversation that is open: the one in the URL, or the first one in a wide window. */
function useSelectedConversation(conversations: readonly Conversation[]) {
  const [{ lead: chosenId }, setFilters] = useUrlFilters(inboxFilters);
  const { history } = useRouter();
  const isOpenedHere = useRef(false);
  // On a phone the conversation takes the place of the list, and the back button returns to it.
  const show = (lead: string) => {
    const isFirst = chosenId === undefined;
    if (isFirst) isOpenedHere.current = true;
    setFilters({ lead }, !isFirst);
  };
  const [unaskedId, setUnaskedId] = useState<string>();
  const choose = (lead: string) => {
    setUnaskedId(undefined);
    show(lead);
  };
  const showUnasked = (lead: string) => {
    setUnaskedId(lead);
    show(lead);
  };
  const close = () => {
    if (isOpenedHere.current) history.back();
    else setFilters({ lead: undefined }, true);
    isOpenedHere.current = false;
  };
  // Without a choice a wide window opens the first conversation, which stays open when a new reply comes before it. A phone
  // shows the list, in which nothing is open.
  const [first] = useState(conversations[0]?.leadId);
  const isWide = useMediaQuery("(min-width: 64rem)");
  const selectedId = chosenId ?? (isWide ? first : undefined);
  const index = conversations.findIndex(({ leadId }) => leadId === selectedId);
  const move = (step: number) => {
    const next = conversations[index + step];
    if (next) choose(next.leadId);
  };
  // A phone stays at the conversation: its way on is the list.
  const moveOn = () => {
    const others = [...conversations.slice(index + 1), ...conversations.slice(0, Math.max(index, 0))];
    const waiting = others.find(({ isAnswered }) => !isAnswered);
    if (isWide && waiting) showUnasked(waiting.leadId);
  };
  const isShown = useIsShown();
  const returnTo = (leadId: string) => {
    if (isShown.current && isWide && !isTyping()) showUnasked(leadId);
  };
  useShortcuts([
    { label: "Volgende reactie", group: "Inbox", keys: "j", run: () => move(1) },
    { label: "Vorige reactie", group: "Inbox", keys: "k", run: () => move(-1) },
  ]);
  return { chosenId, selectedId, unaskedId, choose, close, moveOn, returnTo };
}

type ConversationsProps = {
  conversations: readonly Conversation[];
  /** At the end of the list. */
  more: ReactNode;
};

function Conversations({ conversations, more }: ConversationsProps) {
  const { chosenId, selectedId, unaskedId, choose, close, moveOn, returnTo } = useSelectedConversation(conversations);
  const selected = conversations.find(({ leadId }) => leadId === selectedId);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(16rem,22rem)_1fr]">
      <ul
        aria-label="Reacties"
        className={cn("flex min-w-0 flex-col divide-y rounded-md border", chosenId && "max-lg:hidden")}
      >
        {conversations.map((conversation) => (
          <li key={conversation.leadId}>
            <ConversationRow
              conversation={conversation}
              isSelected={conversation.leadId === selectedId}
              onSelect={() => choose(conversation.leadId)}
            />
          </li>
        ))}
        {more && <li>{more}</li>}
      </ul>
      {selectedId && (
        <div className="min-w-0 lg:sticky lg:top-[calc(var(--table-top,0px)+1.5rem)]">
          <Button variant="ghost" size="sm" className="mb-2 lg:hidden" onClick={close}>
            <ArrowLeft />
            Alle reacties
          </Button>
          <Suspense fallback={<ConversationSkeleton />}>
            <ConversationPanel
              key={selectedId}
              leadId={selectedId}
              about={selected && describeLead(selected)}
              cameByItself={selectedId === unaskedId}
              onHandled={moveOn}
              onUndone={() => returnTo(selectedId)}
            />
          </Suspense>
        </div>
      )}
    </div>
  );
}

const describeLead = ({ title, company }: Conversation): string => [title, company].filter(Boolean).join(" · ");

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
        {!conversation.isAnswered && <Badge tone="info">Nieuw</Badge>}
      </span>
      <span className="truncate text-muted-foreground text-xs">{describeLead(conversation)}</span>
      <span className="mt-1 line-clamp-2 text-[0.8125rem]">{conversation.lastText}</span>
      <span className="text-muted-foreground text-xs">
        {formatRecent(conversation.lastReceivedAt, today)} · aan {conversation.senderName}
      </span>
    </button>
  );
}
