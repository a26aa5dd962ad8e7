import { useState } from "react";

/** Texts by the name of the part they belong to. */
export type Texts = Readonly<Record<string, string>>;

type Sides = {
  /** What stood there when the typing began. */
  base: Texts;
  /** What stands there now. */
  theirs: Texts;
  mine: Texts;
};

type MergedDraft = { texts: Texts; conflicts: string[] };

/**
 * What somebody is typing, over a text that changed meanwhile. A part that only one side touched is theirs or mine; one
 * that both changed stays as it was typed, and is named as a conflict.
 */
export const mergeDraft = ({ base, theirs, mine }: Sides): MergedDraft => {
  const parts = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])];
  const isMine = (part: string) => mine[part] !== base[part];
  const isTheirs = (part: string) => theirs[part] !== base[part];
  const kept = parts.filter((part) => part in theirs || isMine(part));
  return {
    texts: Object.fromEntries(kept.map((part) => [part, (isMine(part) ? mine[part] : theirs[part]) ?? ""])),
    conflicts: kept.filter((part) => isMine(part) && isTheirs(part) && mine[part] !== theirs[part]),
  };
};

/** The parts that differ from what stood there, with their new text. */
export const changedTexts = (base: Texts, mine: Texts): Record<string, string> =>
  Object.fromEntries(Object.entries(mine).filter(([part, text]) => text !== base[part]));

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
