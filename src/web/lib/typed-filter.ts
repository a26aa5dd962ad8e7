import { useEffect, useRef, useState } from "react";

const PAUSE_MS = 300;

/** What is typed works at once; the address follows when the typing pauses, because browsers ration its changes. */
export function useTypedFilter(
  inAddress: string,
  write: (text: string) => void,
): [typed: string, setTyped: (text: string) => void] {
  const [typed, setTyped] = useState(inAddress);
  const written = useRef(inAddress);
  useEffect(() => {
    // Not by us: somebody went back, or followed a link.
    if (inAddress === written.current) return;
    written.current = inAddress;
    setTyped(inAddress);
  }, [inAddress]);
  useEffect(() => {
    if (typed === written.current) return;
    const timer = setTimeout(() => {
      written.current = typed;
      write(typed);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, write]);
  return [typed, setTyped];
}
