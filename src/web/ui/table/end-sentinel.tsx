import { useEffect, useRef } from "react";

type EndSentinelProps = {
  onEnd: () => void;
  hasMore: boolean;
  /** How many items are above it; after each page it looks again, as the next end may already be in sight. */
  count: number;
};

/** Calls for more once a tenth of it is in sight. It reaches back over the last rows, so that nobody waits at the end. */
export function EndSentinel({ onEnd, hasMore, count }: EndSentinelProps) {
  const zone = useRef<HTMLDivElement>(null);
  const latest = useRef(onEnd);
  useEffect(() => {
    latest.current = onEnd;
  });
  useEffect(() => {
    if (!hasMore || count < 0 || !zone.current) return;
    // On a busy page several looks come at once: only the last tells how it is now.
    const watch = (looks: IntersectionObserverEntry[]) => looks.at(-1)?.isIntersecting && latest.current();
    const observer = new IntersectionObserver(watch, { threshold: 0.1 });
    observer.observe(zone.current);
    return () => observer.disconnect();
  }, [hasMore, count]);
  return (
    <div aria-hidden className="pointer-events-none relative">
      <div ref={zone} className="absolute inset-x-0 bottom-0 h-[150rem]" />
    </div>
  );
}
