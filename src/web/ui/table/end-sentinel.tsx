import { useEffect, useRef } from "react";

type EndSentinelProps = {
  onEnd: () => void;
  hasMore: boolean;
  /** The number of items above it. When it changes, the sentinel checks again whether the end is in sight. */
  count: number;
};

/** Requests the next page once a tenth of it is in sight. It covers the last rows, so that the page arrives before the end. */
export function EndSentinel({ onEnd, hasMore, count }: EndSentinelProps) {
  const zone = useRef<HTMLDivElement>(null);
  const latest = useRef(onEnd);
  useEffect(() => {
    latest.current = onEnd;
  });
  useEffect(() => {
    if (!hasMore || count < 0 || !zone.current) return;
    // Several entries may arrive at once; the last one is the current state.
    const onIntersect = (entries: IntersectionObserverEntry[]) => entries.at(-1)?.isIntersecting && latest.current();
    const observer = new IntersectionObserver(onIntersect, { threshold: 0.1 });
    observer.observe(zone.current);
    return () => observer.disconnect();
  }, [hasMore, count]);
  return (
    <div aria-hidden className="pointer-events-none relative">
      <div ref={zone} className="absolute inset-x-0 bottom-0 h-[150rem]" />
    </div>
  );
}
