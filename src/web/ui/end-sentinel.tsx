import { useEffect, useRef } from "react";

type EndSentinelProps = { onEnd: () => void; disabled?: boolean };

/** An invisible line at the end of a list; once a tenth of it is in sight there is more to load. */
export function EndSentinel({ onEnd, disabled = false }: EndSentinelProps) {
  const line = useRef<HTMLDivElement>(null);
  const latest = useRef(onEnd);
  useEffect(() => {
    latest.current = onEnd;
  });
  useEffect(() => {
    if (disabled || !line.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), {
      threshold: 0.1,
    });
    observer.observe(line.current);
    return () => observer.disconnect();
  }, [disabled]);
  return <div ref={line} aria-hidden className="h-2" />;
}
