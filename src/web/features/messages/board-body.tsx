import { type ComponentProps, type ReactNode, Suspense } from "react";
import { readStored } from "#lib/browser/browser-storage.ts";
import { useCurrentUser } from "#lib/session/session.ts";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { lazyComponent } from "#ui/lazy-component.tsx";
import { MessageCardSkeletons, MessageList } from "./message-list.tsx";

const WritingProgress = lazyComponent(() => import("./writing-progress.tsx"), "WritingProgress");
// Only wide windows show them.
const ReviewPanes = lazyComponent(() => import("./panes/review-panes.tsx"), "ReviewPanes");

/** Reserves the height of `WritingProgress` for a user who has seen it before. */
const WritingSpace = () => readStored(`writer:${useCurrentUser().id}`) === "builtin" && <div className="h-8 sm:mb-3" />;

const sideSkeleton = (
  <div aria-hidden className="hidden border-r border-l p-4 min-[75rem]:block">
    <LinesSkeleton />
  </div>
);

/** The cards, in a wide window between the panes of the list and the lead. */
const ReviewSkeleton = ({ children }: { children: ReactNode }) => (
  <div className="min-[75rem]:grid min-[75rem]:grid-cols-[17rem_minmax(0,1fr)_18rem] 2xl:grid-cols-[20rem_minmax(0,1fr)_22rem]">
    {sideSkeleton}
    <div className={COLUMN}>
      {children}
      <MessageCardSkeletons />
    </div>
    {sideSkeleton}
  </div>
);

const COLUMN = "mx-auto w-full max-w-3xl px-4 py-2 sm:px-6 sm:py-4";

type BoardBodyProps = ComponentProps<typeof MessageList> & {
  /** The message between the list and its lead, in a wide window. */
  panes: Pick<ComponentProps<typeof ReviewPanes>, "current" | "isGone" | "onMove" | "renderLead"> | undefined;
  isLoading: boolean;
  onRequestDrafts: () => void;
};

/** The messages: in three panes, as one list of cards, or as a skeleton while they load. */
export function BoardBody({ panes, isLoading, onRequestDrafts, ...list }: BoardBodyProps) {
  const writingProgress = (
    <Suspense fallback={<WritingSpace />}>
      <WritingProgress onRequest={onRequestDrafts} />
    </Suspense>
  );
  const skeleton = <ReviewSkeleton>{writingProgress}</ReviewSkeleton>;
  if (panes)
    return (
      <Suspense fallback={skeleton}>
        <ReviewPanes {...list} {...panes} onRequestDrafts={onRequestDrafts} />
      </Suspense>
    );
  if (isLoading) return skeleton;
  return (
    <div className={COLUMN}>
      {writingProgress}
      <MessageList {...list} />
    </div>
  );
}
