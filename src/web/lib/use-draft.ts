import { useState } from "react";
import { changedTexts, mergeDraft, type Texts } from "./merge-draft.ts";

/**
 * Texts somebody is typing in. When what is stored changes meanwhile, nothing typed is lost: parts that were left alone
 * follow, and for the others one chooses. Until then the draft counts as made on the older version.
 */
export function useDraft(stored: Texts, storedVersion: number) {
  const [base, setBase] = useState(stored);
  const [version, setVersion] = useState(storedVersion);
  const [mine, setMine] = useState(stored);
  const merged = version === storedVersion ? undefined : mergeDraft({ base, theirs: stored, mine });
  if (merged && merged.conflicts.length === 0) {
    setBase(stored);
    setVersion(storedVersion);
    setMine(merged.texts);
  }

  const texts = merged?.texts ?? mine;
  const type = (part: string, text: string) => setMine({ ...texts, [part]: text });
  const settle = (part: string) => setBase({ ...base, [part]: stored[part] ?? "" });
  return {
    texts,
    base,
    version,
    changes: changedTexts(base, texts),
    conflicts: merged?.conflicts ?? [],
    type,
    keepMine: settle,
    takeTheirs: (part: string) => {
      type(part, stored[part] ?? "");
      settle(part);
    },
  };
}
