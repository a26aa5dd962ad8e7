import { useState } from "react";

/** The texts of the parts of a document, by the name of the part. */
export type Texts = Readonly<Record<string, string>>;

type Sides = {
  /** The stored texts on which the draft is based. */
  base: Texts;
  /** The stored texts now. */
  theirs: Texts;
  mine: Texts;
};

type MergedDraft = { texts: Texts; conflicts: string[] };

/**
 * Three-way merge of a draft with stored texts that changed meanwhile. A part that one side changed is taken from that side; a
 * part that both changed keeps the draft's text and is a conflict.
 */
export const mergeDraft = ({ base, theirs, mine }: Sides): MergedDraft => {
  const parts = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])];
  const changedByMe = (part: string) => mine[part] !== base[part];
  const changedByThem = (part: string) => theirs[part] !== base[part];
  const remaining = parts.filter((part) => part in theirs || changedByMe(part));
  return {
    texts: Object.fromEntries(remaining.map((part) => [part, (changedByMe(part) ? mine[part] : theirs[part]) ?? ""])),
    conflicts: remaining.filter((part) => changedByMe(part) && changedByThem(part) && mine[part] !== theirs[part]),
  };
};

/** The parts that differ from the base, with their new text. */
export const changedTexts = (base: Texts, mine: Texts): Record<string, string> =>
  Object.fromEntries(Object.entries(mine).filter(([part, text]) => text !== base[part]));

/**
 * The texts of a form that several people may edit. When the stored texts change meanwhile, unchanged parts follow them, and for
 * changed parts the user chooses. Until then the draft keeps the older version number.
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
  const setText = (part: string, text: string) => setMine({ ...texts, [part]: text });
  /** The stored text is no longer a conflict: the draft counts as a change to it. */
  const rebase = (part: string) => setBase({ ...base, [part]: stored[part] ?? "" });
  return {
    texts,
    base,
    version,
    changes: changedTexts(base, texts),
    conflicts: merged?.conflicts ?? [],
    setText,
    keepMine: rebase,
    takeTheirs: (part: string) => {
      setText(part, stored[part] ?? "");
      rebase(part);
    },
  };
}
