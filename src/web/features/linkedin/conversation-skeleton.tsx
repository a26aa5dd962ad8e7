import { cn } from "#ui/cn.ts";
import { Skeleton, SkeletonGroup } from "#ui/feedback/loading.tsx";
import { Card, CardContent, CardHeader } from "#ui/page/card.tsx";

const BUBBLES = ["ml-auto h-28 w-4/5", "ml-auto h-36 w-4/5", "h-16 w-4/5"];

/** The shape of an open conversation: the name, the buttons, texts of both sides, and the answer. */
export const ConversationSkeleton = () => (
  <Card>
    <SkeletonGroup>
      <CardHeader className="gap-3">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-8 w-80 max-w-full" />
      </CardHeader>
      <CardContent className="flex flex-col gap-3">
        {BUBBLES.map((shape) => (
          <Skeleton key={shape} className={cn("rounded-md", shape)} />
        ))}
        <Skeleton className="mt-3 h-28" />
        <Skeleton className="h-9 w-28" />
      </CardContent>
    </SkeletonGroup>
  </Card>
);
